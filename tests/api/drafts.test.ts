import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { GalleryImage, ShownGalleryImage } from '#shared/contracts/gallery.ts';
import type { MusicCode } from '#shared/contracts/music-codes.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { UnlockCode } from '#shared/contracts/unlock-codes.ts';
import type { StoredUpload } from '#shared/contracts/uploads.ts';
import { fileForm, json } from '../support/answers.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

/** One hour: when it comes, readers have what was kept for it. */
const due = Date.parse('2026-12-03T17:00:00.000Z');
const track = 'https://open.spotify.com/track/3nQx7LmT0aVb9cRk2WsYdZ';

let site: TestSite;
let author: Person;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: due - 3_600_000 });
  site = await openTestSite();
  author = await site.administrator();
});
afterEach(async () => {
  await site.close();
  vi.useRealTimers();
});

const at = (moment: number) => vi.setSystemTime(moment);
async function call<T>(method: string, path: string, body?: unknown, status = 200): Promise<T> {
  return json<T>(await author.request(method, `/api${path}`, body), status);
}
const dueTime = { visibleFrom: new Date(due).toISOString() };
const picture = (width: number) =>
  sharp({ create: { width, height: 40, channels: 3, background: '#246' } })
    .png()
    .toBuffer();
const upload = async (width: number) =>
  json<StoredUpload>(
    await author.request('POST', '/api/admin/uploads', fileForm(await picture(width), 'a.png')),
    201,
  );

describe('what `visibleFrom` may be', () => {
  test.each([
    ['never', 'never'],
    ['2026-12-03T18:00:00+01:00', '2026-12-03T17:00:00.000Z'],
    ['2026-12-03T17:00:00Z', '2026-12-03T17:00:00.000Z'],
    ['', undefined],
    [null, undefined],
  ])('%j is kept as %j', async (sent, kept) => {
    const input = { sectionNumber: 90, title: 'a', content: 'b', visibleFrom: sent };
    const { id, visibleFrom } = await call<Section>('POST', '/sections', input, 201);
    expect(visibleFrom).toBe(kept);
    const edited = await call<Section>('PATCH', `/sections/${id}`, { visibleFrom: 'never' });
    expect(edited.visibleFrom).toBe('never');
    const cleared = await call<Section>('PATCH', `/sections/${id}`, { visibleFrom: sent });
    expect(cleared.visibleFrom).toBe(kept);
  });

  test.each(['domani', '2026-12-03', '2026-12-03T18:00', 'Never', 7])(
    '%j is refused',
    async (visibleFrom) => {
      const code = { code: 'abcd-2345', maxSection: 1, visibleFrom };
      expect((await author.request('POST', '/api/unlock-codes', code)).status).toBe(400);
      expect((await call<UnlockCode[]>('GET', '/unlock-codes')).some((one) => one.code === code.code)).toBe(
        false,
      );
    },
  );

  test('what is not sent stays; a list of codes read in without it hides and shows nothing', async () => {
    const fields = { code: 'nebbia-di-mare', maxSection: 1 };
    const { id } = await call<UnlockCode>('POST', '/unlock-codes', { ...fields, visibleFrom: 'never' }, 201);
    expect((await call<UnlockCode>('PATCH', `/unlock-codes/${id}`, { label: 'x' })).visibleFrom).toBe(
      'never',
    );
    await call('POST', '/unlock-codes/import', { codes: [{ ...fields, label: 'y' }] });
    const after = (await call<UnlockCode[]>('GET', '/unlock-codes')).find((one) => one.id === id);
    expect(after).toMatchObject({ label: 'y', visibleFrom: 'never' });
  });

  test('a text taken back, and what comes out of the bin, is as hidden as it was', async () => {
    const input = { sectionNumber: 90, title: 'Prima', content: 'b', visibleFrom: 'never' };
    const { id } = await call<Section>('POST', '/sections', input, 201);
    await call('PATCH', `/sections/${id}`, { title: 'Dopo' });
    const [version] = await call<{ id: string }[]>('GET', `/sections/${id}/versions`);
    const back = await call<Section>('POST', `/sections/${id}/versions/${version?.id}`, {});
    expect(back).toMatchObject({ title: 'Prima', visibleFrom: 'never' });
    await author.request('DELETE', `/api/sections/${id}`);
    await call('POST', `/admin/bin/${id}`);
    const found = (await call<Section[]>('GET', '/sections')).find((one) => one.id === id);
    expect(found?.visibleFrom).toBe('never');
  });
});

describe('a section', () => {
  const words = {
    title: 'La diga',
    content: 'Sulla diga vidi Zoraide contare le chiuse, e Zoraide non si voltò.',
  };
  const views = async (reader: Person) => {
    const paths = ['/api/chat/recap', '/api/chat/suggestions', '/api/user/progress'];
    const answers = await Promise.all(paths.map((path) => reader.request('GET', path)));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    return { tags: answers.map(({ headers }) => headers.get('etag')), text: texts.join('\n') };
  };

  test('that is not due is in no answer; when the hour comes it is, and its tag is another; back, it is gone', async () => {
    const reader = await site.reader('hb6t-2wvk');
    const before = await views(reader);
    const { id } = await call<Section>('PATCH', `/sections/${await idOf(1)}`, { ...words, ...dueTime });
    const card = {
      sectionId: id,
      kind: 'fact',
      about: ['Zoraide'],
      asks: ['Chi contava le chiuse?'],
      says: 'Era Zoraide, sulla diga.',
      chip: 'Chi era Zoraide?',
    };
    await call('POST', '/memory-cards', card, 201);
    const hidden = await views(reader);
    expect(hidden.text).not.toContain('Zoraide');
    expect(hidden.tags).not.toEqual(before.tags);
    const ask = async () => {
      const answer = await reader.request('POST', '/api/chat', { message: 'Chi contava le chiuse?' });
      return answer.text();
    };
    expect(await ask()).not.toContain('Zoraide, sulla');
    at(due - 1);
    expect((await views(reader)).tags).toEqual(hidden.tags.with(1, expect.anything() as string));
    at(due);
    const shown = await views(reader);
    expect(shown.tags[0]).not.toBe(hidden.tags[0]);
    expect(await ask()).toContain('Zoraide');
    // The clock of the machine was wrong, and is put right.
    at(due - 60_000);
    expect((await views(reader)).tags[0]).toBe(hidden.tags[0]);
  });

  async function idOf(number: number): Promise<string> {
    const all = await call<Section[]>('GET', '/sections');
    return all.find(({ sectionNumber }) => sectionNumber === number)?.id ?? '';
  }

  test('that is hidden is in no prompt of the author’s rehearsal either, and keeps its number', async () => {
    await call('PATCH', `/sections/${await idOf(2)}`, { ...words, visibleFrom: 'never' });
    const tried = await call<{ locked: number[] }>('POST', '/admin/rehearsal', {
      level: 3,
      question: 'Chi contava le chiuse?',
    });
    expect(JSON.stringify(tried)).not.toContain('Zoraide');
    expect(tried.locked).toContain(2);
    const taken = await author.request('POST', '/api/sections', {
      sectionNumber: 2,
      title: 'a',
      content: 'b',
    });
    expect(taken.status).toBe(409);
  });
});

describe('a code', () => {
  const answerOf = async (person: Person, path: string, code: string) => {
    const answer = await person.request('POST', path, { code });
    return [answer.status, await answer.text(), [...answer.headers.keys()].sort().join()];
  };

  test('that opens sections answers as a wrong one until it is due, also to who has used it', async () => {
    const fields = { code: 'nebbia-di-mare', maxSection: 2, uses: 5, ...dueTime };
    const { id } = await call<UnlockCode>('POST', '/unlock-codes', fields, 201);
    const person = site.visitor();
    const wrong = await answerOf(person, '/api/redeem-code', 'non-esiste-mai');
    expect(await answerOf(person, '/api/redeem-code', fields.code)).toEqual(wrong);
    expect(person.cookies.size).toBe(0);
    at(due);
    expect(await answerOf(person, '/api/redeem-code', fields.code)).toMatchObject({ 0: 200 });
    await call('PATCH', `/unlock-codes/${id}`, { visibleFrom: 'never' });
    expect(await answerOf(person, '/api/redeem-code', fields.code)).toEqual(wrong);
    // What it opened is the reader's.
    const { maxSection } = await json<{ maxSection: number }>(
      await person.request('GET', '/api/user/progress'),
    );
    expect(maxSection).toBe(2);
    const [used] = (await call<UnlockCode[]>('GET', '/unlock-codes')).filter((one) => one.id === id);
    expect(used?.usedCount).toBe(1);
  });

  test('that opens a track does the same', async () => {
    const fields = { code: 'brezza-di-terra', spotifyUrl: track, trackTitle: 'Uno', ...dueTime };
    await call<MusicCode>('POST', '/music-codes', fields, 201);
    const person = site.visitor();
    const wrong = await answerOf(person, '/api/music-codes/validate', 'non-esiste-mai');
    expect(await answerOf(person, '/api/music-codes/validate', fields.code)).toEqual(wrong);
    at(due);
    expect(await answerOf(person, '/api/music-codes/validate', fields.code)).toMatchObject({ 0: 200 });
  });

  test('that is hidden is guessed no cheaper than any other', async () => {
    const limited = await openTestSite({ env: { RATE_LIMITS: 'on' } });
    try {
      const writer = await limited.administrator();
      const fields = { code: 'nebbia-di-mare', maxSection: 2, visibleFrom: 'never' };
      expect((await writer.request('POST', '/api/unlock-codes', fields)).status).toBe(201);
      const triesOf = async (person: Person, code: string, address: string) => {
        for (let tries = 1; tries < 100; tries += 1) {
          const headers = { 'x-forwarded-for': address };
          const { status } = await person.request('POST', '/api/redeem-code', { code }, headers);
          if (status === 429) return tries;
        }
        return Infinity;
      };
      const hidden = await triesOf(limited.visitor(), fields.code, '192.0.2.1');
      expect(hidden).toBeLessThan(100);
    } finally {
      await limited.close();
    }
  });
});

describe('a picture', () => {
  const listed = async (person: Person) =>
    json<ShownGalleryImage[]>(await person.request('GET', '/api/gallery-images'));
  const statusOf = async (person: Person, path: string) => (await person.request('GET', path)).status;

  test('and its files, smaller ones too, are the author’s until it is due', async () => {
    const stored = await upload(1_000);
    const entry = { title: 'Il faro', imageUrl: stored.url, ...dueTime };
    const { id } = await call<GalleryImage>('POST', '/gallery-images', entry, 201);
    const smallDone = async () => expect((await author.request('GET', small)).status).toBe(200);
    const small = stored.url.replace('.png', '-480.webp');
    await vi.waitFor(smallDone, 10_000);
    const stranger = site.visitor();
    const files = [stored.url, small, stored.url.replace('/uploads/', '/public-objects/')];
    for (const path of files) {
      expect([path, await statusOf(stranger, path)]).toEqual([path, 404]);
      expect([path, await statusOf(author, path)]).toEqual([path, 200]);
    }
    const mine = await author.request('GET', stored.url);
    expect(mine.headers.get('cache-control')).toBe('private, no-cache');
    expect((await listed(stranger)).some((image) => image.id === id)).toBe(false);
    // What readers see is what she sees where readers look.
    expect((await listed(author)).some((image) => image.id === id)).toBe(false);
    const all = await call<ShownGalleryImage[]>('GET', '/gallery-images/all');
    expect(all.find((image) => image.id === id)).toMatchObject(dueTime);
    const before = await stranger.request('GET', '/api/gallery-images');
    at(due);
    const after = await stranger.request('GET', '/api/gallery-images');
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    const shown = (await json<ShownGalleryImage[]>(after)).find((image) => image.id === id);
    expect(shown).toMatchObject({ title: 'Il faro', imageUrl: stored.url });
    expect(shown).not.toHaveProperty('visibleFrom');
    for (const path of files) expect(await statusOf(stranger, path)).toBe(200);
    expect((await stranger.request('GET', stored.url)).headers.get('cache-control')).toContain('immutable');
  });

  test.each([
    (url: string) => url,
    (url: string) => url.replace('/images/', '/images//'),
    (url: string) => url.replace('/images/', '/./images/'),
    (url: string) => url.replace('/images/', '/x/%2e%2e/images/'),
    (url: string) => url.replace('/images/', '/images%2F'),
    (url: string) => url.replace('.png', '%2Epng'),
    (url: string) => url.replace('/uploads/', '/uploads//'),
    (url: string) => url.replace('/uploads/', '/public-objects/'),
    (url: string) => `${url}?v=1`,
    (url: string) => `${url}/`,
  ])(
    'that is not saved is at no spelling of its address (%#), exactly as one that is not there',
    async (spell) => {
      const { url } = await upload(64);
      const absent = url.replace(/[0-9a-f]{32}/, 'f'.repeat(32));
      const stranger = site.visitor();
      const answer = async (path: string) => {
        const response = await stranger.request('GET', spell(path));
        const { date: _, ...headers } = Object.fromEntries(response.headers);
        return [response.status, await response.text(), headers];
      };
      expect(await answer(url)).toEqual(await answer(absent));
      expect((await answer(url))[0]).toBe(404);
      const head = await stranger.request('HEAD', spell(url));
      expect(head.status).toBe(404);
    },
  );

  test('that is deleted is nobody’s but the author’s; put back, it is everybody’s', async () => {
    const { url } = await upload(66);
    const { id } = await call<GalleryImage>('POST', '/gallery-images', { title: 'a', imageUrl: url }, 201);
    const stranger = site.visitor();
    expect(await statusOf(stranger, url)).toBe(200);
    await author.request('DELETE', `/api/gallery-images/${id}`);
    expect([await statusOf(stranger, url), await statusOf(author, url)]).toEqual([404, 200]);
    await call('POST', `/admin/bin/${id}`);
    expect(await statusOf(stranger, url)).toBe(200);
  });

  test('of the book is everybody’s when the book is published, and not with its draft', async () => {
    const { url } = await upload(68);
    const { draft } = await call<{ draft: { book: object } }>('GET', '/admin/book');
    const cover = { src: url, alt: 'La copertina', width: 68, height: 40 };
    const changed = { ...draft, book: { ...draft.book, cover } };
    const stranger = site.visitor();
    await call('PATCH', '/admin/book', { draft: changed });
    expect([await statusOf(stranger, url), await statusOf(author, url)]).toEqual([404, 200]);
    await call('POST', '/admin/book/publish', {});
    expect(await statusOf(stranger, url)).toBe(200);
  });
});

describe('an upload that was never saved', () => {
  const files = async () => (await readdir(join(site.folder, 'uploads', 'images'))).sort();
  const nameOf = ({ url }: StoredUpload) => url.replace('/uploads/images/', '');
  const dayMs = 86_400_000;

  test('goes after a day; what something speaks of, spoke of or a draft holds stays', async () => {
    const [lost, saved, deleted, ofSection, ofBook, held, released] = [
      await upload(101),
      await upload(102),
      await upload(103),
      await upload(104),
      await upload(105),
      await upload(106),
      await upload(107),
    ] as const;
    await call('POST', '/gallery-images', { title: 'a', imageUrl: saved.url, visibleFrom: 'never' }, 201);
    const gone = await call<GalleryImage>(
      'POST',
      '/gallery-images',
      { title: 'b', imageUrl: deleted.url },
      201,
    );
    await author.request('DELETE', `/api/gallery-images/${gone.id}`);
    const section = { sectionNumber: 91, title: 'c', content: `Ecco: ${ofSection.url}` };
    const { id } = await call<Section>('POST', '/sections', section, 201);
    await call('PATCH', `/sections/${id}`, { content: 'Senza.' });
    const { draft } = await call<{ draft: { book: object } }>('GET', '/admin/book');
    const cover = { src: ofBook.url, alt: 'La copertina', width: 105, height: 40 };
    await call('PATCH', '/admin/book', { draft: { ...draft, book: { ...draft.book, cover } } });
    const hold = (names: string[], isHeld: boolean) =>
      author.request('POST', '/api/admin/uploads/hold', { names, held: isHeld });
    const names = [held, released].map(({ url }) => url.replace('/uploads/', ''));
    expect((await hold(names, true)).status).toBe(204);
    at(Date.now() + dayMs - 1_000);
    await site.services.keeping.sweepNow();
    expect(await files()).toContain(nameOf(lost));
    at(Date.now() + 2_000);
    await site.services.keeping.sweepNow();
    const left = await files();
    expect(left).not.toContain(nameOf(lost));
    for (const kept of [saved, deleted, ofSection, ofBook, held, released])
      expect(left).toContain(nameOf(kept));
    author = await site.administrator();
    await hold(names.slice(1), false);
    // Deleted for good: once saved, a file is the author's to delete, and no sweep takes it.
    await author.request('DELETE', `/api/admin/bin/${gone.id}`);
    at(Date.now() + 3 * dayMs);
    await site.services.keeping.sweepNow();
    expect(await files()).not.toContain(nameOf(released));
    for (const kept of [held, deleted]) expect(await files()).toContain(nameOf(kept));
  });

  test('of one that is saved at the last moment nothing goes', async () => {
    const late = await upload(111);
    at(Date.now() + 2 * dayMs);
    author = await site.administrator();
    await call('POST', '/gallery-images', { title: 'a', imageUrl: late.url }, 201);
    await site.services.keeping.sweepNow();
    expect(await files()).toContain(nameOf(late));
    expect((await site.visitor().request('GET', late.url)).status).toBe(200);
  });
});

describe('the order of the gallery', () => {
  const all = () => call<ShownGalleryImage[]>('GET', '/gallery-images/all');
  const order = (ids: string[], from?: string[]) =>
    author.request('POST', '/api/gallery-images/order', { ids, ...(from && { from }) });

  beforeEach(async () => {
    for (let count = (await all()).length; count < 3; count += 1)
      await call(
        'POST',
        '/gallery-images',
        { title: `n. ${count}`, imageUrl: '/public-objects/x.webp' },
        201,
      );
  });

  test('is saved in one write, shares the numbers there are, and clashes with another of meanwhile', async () => {
    const before = (await all()).map(({ id }) => id);
    const moved = [...before.slice(1), before[0] ?? ''];
    const writes: number[] = [];
    const end = site.store.follow(({ first, last }) => writes.push(last - first + 1));
    expect((await order(moved, before)).status).toBe(200);
    end();
    expect(writes).toEqual([1]);
    expect((await all()).map(({ id }) => id)).toEqual(moved);
    const stale = await order(before, before);
    expect([stale.status, await stale.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'CHANGED', current: { ids: moved } }),
    ]);
    expect((await order(before, moved)).status).toBe(200);
    expect((await all()).map(({ id }) => id)).toEqual(before);
  });

  test.each([
    ['too few', (ids: string[]) => ids.slice(1)],
    ['one twice', (ids: string[]) => [...ids.slice(1), ids[1] ?? '']],
    ['one too many', (ids: string[]) => [...ids, 'x']],
  ])('is refused with %s, and nothing changes', async (_, change) => {
    const before = (await all()).map(({ id }) => id);
    expect((await order(change(before))).status).toBe(422);
    expect((await all()).map(({ id }) => id)).toEqual(before);
  });
});
