import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builtInBook } from '#content/built-in-book.ts';
import { modelRules } from '#content/model-rules.ts';
import { neutralBook } from '#content/neutral-book.ts';
import { bookContent, type BookContent, type BookState, type PublicBook } from '#shared/contracts/book.ts';
import { publicBookOf } from '#shared/public-book.ts';
import { overviewOf } from '#server/features/uploads/uploads.service.ts';
import { fileForm } from '../support/answers.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let author: Person;

const off = { env: { DEMO: 'off' } };
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

const pinocchio: BookContent = {
  ...neutralBook,
  book: { ...neutralBook.book, title: 'Le avventure di Pinocchio', author: 'Carlo Collodi' },
  character: {
    ...neutralBook.character,
    name: 'Pinocchio',
    greeting: 'Sono un burattino.',
    persona: 'Sei un burattino di legno, impertinente e di buon cuore.',
  },
};

beforeEach(async () => {
  site = await openTestSite(off);
  author = await site.administrator();
});
afterEach(() => site.close());

const call = async <T>(person: Person, method: string, path: string, body?: object, status = 200) => {
  const response = await person.request(method, path, body);
  expect(response.status).toBe(status);
  return (await response.json()) as T;
};
const save = (draft: BookContent, revision?: string, status = 200) =>
  call<BookState>(author, 'PATCH', '/api/admin/book', { draft, revision }, status);
const publish = (status = 200) => call<BookState>(author, 'POST', '/api/admin/book/publish', {}, status);
const published = () => call<PublicBook>(site.visitor(), 'GET', '/api/book');

test('the demonstration starts with its own book, a site without it with nobody’s', async () => {
  expect(await published()).toEqual(plain(publicBookOf(neutralBook)));
  const demonstration = await openTestSite();
  try {
    expect(await call(demonstration.visitor(), 'GET', '/api/book')).toEqual(plain(publicBookOf(builtInBook)));
  } finally {
    await demonstration.close();
  }
});

test('a draft is the author’s alone until it is published, and then everybody’s, after a restart too', async () => {
  const saved = await save(pinocchio);
  expect(saved).toMatchObject({ isChanged: true, versions: [] });
  expect((await published()).book.title).toBe(neutralBook.book.title);

  const { isChanged, versions } = await publish();
  expect([isChanged, versions.length]).toEqual([false, 1]);
  expect((await published()).book).toMatchObject({
    title: 'Le avventure di Pinocchio',
    author: 'Carlo Collodi',
  });
  expect(JSON.stringify(await published())).not.toContain(pinocchio.character.persona.slice(0, 40));

  // In a copy of its folder, which does not go with the site.
  const folder = await mkdtemp(join(tmpdir(), 'ferro-libro-'));
  await site.store.fold();
  await cp(site.folder, folder, { recursive: true, filter: (path) => !path.includes('.lock') });
  const again = await openTestSite({ ...off, folder });
  try {
    const { character } = await call<PublicBook>(again.visitor(), 'GET', '/api/book');
    expect(character).toMatchObject({ name: 'Pinocchio', greeting: 'Sono un burattino.' });
  } finally {
    await again.close();
    await rm(folder, { recursive: true });
  }
});

test('what is missing is said, and nothing is published', async () => {
  await save({ ...pinocchio, book: { ...pinocchio.book, author: '' } });
  const refusal = await author.request('POST', '/api/admin/book/publish', {});
  expect([refusal.status, await refusal.json()]).toMatchObject([
    422,
    { message: 'Manca il nome di chi l’ha scritto.' },
  ]);
  expect((await published()).book.title).toBe(neutralBook.book.title);
});

test('a window that knows an older draft saves nothing over the newer one', async () => {
  const { revision } = await save(pinocchio);
  await save({ ...pinocchio, book: { ...pinocchio.book, subtitle: 'Storia di un burattino' } }, revision);
  await save(pinocchio, revision, 409);
  const { draft } = await call<BookState>(author, 'GET', '/api/admin/book');
  expect(draft.book.subtitle).toBe('Storia di un burattino');
});

test('an older version comes back as the draft, and the draft of before is kept', async () => {
  await save(pinocchio);
  const first = (await publish()).versions[0]?.id ?? '';
  await save({ ...pinocchio, book: { ...pinocchio.book, title: 'Pinocchio' } });
  await publish();
  await save({ ...pinocchio, book: { ...pinocchio.book, title: 'Mai pubblicato' } });

  const { draft, versions } = await call<BookState>(author, 'POST', `/api/admin/book/versions/${first}`, {});
  expect(draft.book.title).toBe('Le avventure di Pinocchio');
  expect(versions.map(({ title, publishedAt }) => [title, publishedAt !== undefined])).toEqual([
    ['Mai pubblicato', false],
    ['Pinocchio', true],
    ['Le avventure di Pinocchio', true],
  ]);
  expect((await published()).book.title).toBe('Pinocchio');
});

test('thirty versions are kept, the oldest go', async () => {
  for (let edition = 1; edition <= 32; edition += 1) {
    await save({ ...pinocchio, book: { ...pinocchio.book, subtitle: `Edizione ${edition}` } });
    await publish();
  }
  const { versions } = await call<BookState>(author, 'GET', '/api/admin/book');
  expect(versions).toHaveLength(30);
  expect((await published()).book.subtitle).toBe('Edizione 32');
});

test('the character who talks is the published one', async () => {
  await save(pinocchio);
  await publish();
  const reader = site.visitor();
  const { response } = await call<{ response: string }>(reader, 'POST', '/api/chat', { message: 'Chi sei?' });
  expect(response).not.toMatch(/Nilak|relè|Linea Alta/);
  const transcript = await (await reader.request('GET', '/api/chat/transcript')).text();
  expect(transcript).toContain('Le avventure di Pinocchio. Conversazione con Pinocchio');
});

test('the author is told that the embedded character answers, also after a book was published', async () => {
  const offline = async () => (await call<{ offline: boolean }>(author, 'GET', '/api/admin/model')).offline;
  expect(await offline()).toBe(true);
  await save(pinocchio);
  await publish();
  expect(await offline()).toBe(true);
});

test('what the author leaves empty is no phrase, and somebody still answers', async () => {
  const { character } = pinocchio;
  const voice = { ...character.voice, unsure: ['', ' '], anything: [], echoes: [''] };
  const draft = { ...character, voice, deflections: [], levelZero: [{ topic: '', text: '' }] };
  const { draft: kept } = await save({ ...pinocchio, character: draft });
  expect([kept.character.voice.unsure, kept.character.levelZero]).toEqual([[], []]);
  await publish();
  for (const message of ['Chi è Teodora?', 'Come va a finire?', 'mah', 'Chi sei?']) {
    const { response } = await call<{ response: string }>(site.visitor(), 'POST', '/api/chat', { message });
    expect(response.trim(), message).not.toBe('');
    expect(response).not.toContain('undefined');
  }
});

test.each(['Nilak (il vecchio', 'C++', '[REM]', 'Ferro\\'])(
  'a character may be called %s, and answers',
  async (name) => {
    await save({ ...pinocchio, character: { ...pinocchio.character, name } });
    await publish();
    for (const message of [`Ciao ${name}`, 'Mi chiamo Ada e ho paura del buio.', 'Come va a finire?']) {
      const { response } = await call<{ response: string }>(site.visitor(), 'POST', '/api/chat', { message });
      expect(response.trim()).not.toBe('');
    }
  },
);

test('the words of an excerpt are asked for by themselves', async () => {
  const excerpt = {
    title: 'C’era una volta',
    section: 1,
    teaser: 'Un re!',
    text: 'C’era una volta un pezzo di legno.',
    transcript: '',
    audio: '',
    seconds: 0,
    image: '',
  };
  await save({ ...pinocchio, landing: { ...pinocchio.landing, excerpts: [excerpt] } });
  await publish();
  const [shown] = (await published()).landing.excerpts;
  expect(JSON.stringify(shown)).not.toContain('pezzo di legno');
  expect(await call(site.visitor(), 'GET', shown?.transcript ?? '')).toEqual({ text: excerpt.text });
});

test('a picture of the book is in use, in a draft and in an old version', async () => {
  const src = `/uploads/images/${'a'.repeat(32)}.png`;
  const cover = { src, width: 10, height: 10, alt: '' };
  await save({ ...pinocchio, book: { ...pinocchio.book, cover } });
  await publish();
  await save(pinocchio);
  const file = { name: src.slice('/uploads/'.length), bytes: 1, modifiedAt: new Date(0) };
  const { unused } = await overviewOf({ store: site.store, files: { list: () => Promise.resolve([file]) } });
  expect(unused).toEqual([]);
});

const sellingAt = (address: string): BookContent => {
  const { landing } = pinocchio;
  return { ...pinocchio, landing: { ...landing, purchase: { ...landing.purchase, address } } };
};

test.each(['javascript:alert(1)', '//altro.example/a', 'acquista', 'libri.example'])(
  'an address that is no shop’s, «%s», is kept in the draft and never published',
  async (address) => {
    const { draft } = await save(sellingAt(address));
    expect(draft.landing.purchase.address).toBe(address);
    const refusal = await author.request('POST', '/api/admin/book/publish', {});
    expect([refusal.status, await refusal.json()]).toMatchObject([
      422,
      { message: 'L’indirizzo del negozio deve cominciare con https://.' },
    ]);
    expect((await published()).landing.purchase.address).toBe(neutralBook.landing.purchase.address);
  },
);

test.each(['http://libri.example/a', 'www.libri.example/a'])(
  'an address as people paste it, «%s», is completed where it is published',
  async (address) => {
    await save(sellingAt(address));
    const { draft, isChanged } = await publish();
    expect((await published()).landing.purchase.address).toMatch(/^https:\/\/(?:www\.)?libri\.example\/a$/);
    expect([draft.landing.purchase.address.slice(0, 8), isChanged]).toEqual(['https://', false]);
  },
);

test('a text that is too long is kept in the draft, and judged when it is published', async () => {
  const title = 'T'.repeat(300);
  const { draft } = await save({ ...pinocchio, book: { ...pinocchio.book, title } });
  expect(draft.book.title).toBe(title);
  expect(await publish(422)).toMatchObject({ message: 'Il testo può avere al massimo 120 caratteri.' });
});

test('the demonstration’s record passes its own contract as it stands', () => {
  expect(bookContent.parse(builtInBook).landing).toEqual(builtInBook.landing);
  expect(bookContent.parse(neutralBook)).toEqual(neutralBook);
});

const pageAt = async (person: Person, path: string) => {
  const response = await person.request('GET', path);
  const isHidden = response.headers.get('x-robots-tag') === 'noindex';
  return { status: response.status, isHidden, text: await response.text() };
};

test('the program’s rules stand in no field: a text of an earlier version loses just these', async () => {
  const persona = `Sei un burattino.\n\n${modelRules}\n\nParli toscano.`;
  const state = await save({ ...pinocchio, character: { ...pinocchio.character, persona } });
  expect(state.draft.character.persona).toBe('Sei un burattino.\n\nParli toscano.');
});

test('a site that began empty is «In arrivo» until the first «Pubblica»; the panel and the calls answer', async () => {
  const coming = {
    status: 200,
    isHidden: true,
    text: expect.stringContaining('<h1>In arrivo</h1>') as string,
  };
  const open = { status: 200, isHidden: false };
  for (const path of ['/', '/chat', '/codex']) expect(await pageAt(site.visitor(), path)).toEqual(coming);
  for (const path of ['/admin', '/api/gallery-images'])
    expect(await pageAt(site.visitor(), path)).toMatchObject(open);
  expect((await pageAt(site.visitor(), '/niente')).status).toBe(404);
  expect(await pageAt(author, '/')).toMatchObject(open);

  await save({ ...pinocchio, character: { ...pinocchio.character, persona: 'Un burattino.' } });
  expect(await publish()).toMatchObject({ opening: 'open' });
  expect(await pageAt(site.visitor(), '/')).toMatchObject(open);
});

test('what the author suspends says so on its pages, after a restart too, until she opens it again', async () => {
  await save(pinocchio);
  await publish();
  const suspend = (isSuspended: boolean) =>
    call<BookState>(author, 'POST', '/api/admin/book/suspend', { isSuspended });
  expect(await suspend(true)).toMatchObject({ opening: 'suspended' });
  await site.stop();
  site = await openTestSite({ ...off, folder: site.folder });
  author = await site.administrator();
  const { isHidden, text } = await pageAt(site.visitor(), '/chat');
  expect(isHidden).toBe(true);
  expect(text).toContain('<h1>Le avventure di Pinocchio</h1>');
  expect(await suspend(false)).toMatchObject({ opening: 'open' });
  expect(await pageAt(site.visitor(), '/chat')).toMatchObject({ isHidden: false });
});

test('a site that has sections when it starts without a book of its own stays open', async () => {
  await author.request('POST', '/api/sections', { sectionNumber: 1, title: 'Uno', content: 'Testo.' });
  await site.store.mutate([{ type: 'delete', collection: 'settings', id: 'arriving' }]);
  await site.stop();
  site = await openTestSite({ ...off, folder: site.folder });
  expect(await pageAt(site.visitor(), '/')).toMatchObject({ isHidden: false });
});

test('a video of the author’s is the opening of her page, and the author’s alone until then; a sound is none', async () => {
  const upload = async (file: string) =>
    author.request(
      'POST',
      '/api/admin/book/videos',
      fileForm(await readFile(`src/content/media/${file}`), file),
    );
  expect((await upload('audio/estratto-ferro.mp3')).status).toBe(415);
  const answer = await upload('video/chat-2-bisonti.mp4');
  expect(answer.status).toBe(201);
  const { url, type } = (await answer.json()) as { url: string; type: string };
  expect(type).toBe('video/mp4');
  expect((await site.visitor().request('GET', url)).status).toBe(404);

  const { landing } = pinocchio;
  await save({
    ...pinocchio,
    landing: { ...landing, hero: { ...landing.hero, loop: [{ src: url, type }] } },
  });
  await publish();
  expect((await published()).landing.hero.loop).toEqual([{ src: url, type }]);
  expect((await site.visitor().request('GET', url)).status).toBe(200);
});
