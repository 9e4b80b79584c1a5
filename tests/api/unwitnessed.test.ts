import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ListedCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { SummariesProgress } from '#shared/contracts/summaries.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let author: Person;
beforeEach(async () => {
  site = await openTestSite({ env: { DEMO: 'off' } });
  author = await site.administrator();
});
afterEach(() => site.close());

async function call<T>(method: string, path: string, body?: unknown, status = 200): Promise<T> {
  const response = await author.request(method, `/api${path}`, body);
  expect(response.status, `${method} ${path}`).toBe(status);
  return (await response.json()) as T;
}

const walk = 'Camminavo lungo il fiume con il sacco in spalla e contavo i pali della linea.';
const secret = 'Intanto, dall’altra parte del monte, Zoraide nascose la cassetta nel pozzo della segheria.';
const evening = 'Poi venne la sera, accesi la stufa e misi i guanti ad asciugare sopra la lamiera.';
const plain = [walk, secret, evening, walk, evening].flatMap((one) => [one, one]).join('\n\n');
const marked = plain.replaceAll(secret, `[[non c'ero]]\n${secret}\n[[/]]`);
const section = { sectionNumber: 1, title: 'Il fiume', content: plain };
const hasSecret = (value: unknown) => /Zoraide|segheria|cassetta/.test(JSON.stringify(value));

const sectionNow = async (): Promise<Section> => (await call<Section[]>('GET', '/sections'))[0] as Section;
const summarised = () =>
  vi.waitFor(async () => {
    const progress = await call<SummariesProgress>('GET', '/admin/summaries');
    expect(progress).toMatchObject({ state: 'idle', done: 1 });
    return progress;
  }, 10_000);

test.each([
  ['unclosed', `${walk}\n[[non c'ero]]\n${secret}`, 'non finisce'],
  ['nested', `[[non c'ero]]\n${walk}\n[[non c'ero]]\n${secret}\n[[/]]`, 'dentro quello della riga 1'],
])('%s marks are refused with a sentence, and change nothing', async (_, content, sentence) => {
  const refused = await author.request('POST', '/api/sections', { ...section, content });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(sentence)]);
  expect(await call('GET', '/sections')).toEqual([]);
  const { id } = await call<Section>('POST', '/sections', section, 201);
  await summarised();
  const before = await sectionNow();
  expect((await author.request('PATCH', `/api/sections/${id}`, { content })).status).toBe(400);
  expect(await sectionNow()).toEqual(before);
});

test('a marked passage stays in the author’s text and backup, and comes to the character by no way', async () => {
  const { id } = await call<Section>('POST', '/sections', section, 201);
  await summarised();
  expect(hasSecret((await sectionNow()).contentReduced70)).toBe(true);
  const card = {
    sectionId: id,
    kind: 'fact',
    about: [],
    asks: ['Chi nascose la cassetta?'],
    says: 'Zoraide.',
  };
  const written = await call<ListedCard>('POST', '/memory-cards', card, 201);
  const stored = site.store.memoryCards.get(written.id);
  if (!stored) throw new Error('the card was not stored');
  const generated = { by: 'prova/modello', of: 'x' };
  await site.store.mutate([
    { type: 'put', collection: 'memoryCards', record: { ...stored, seen: undefined, generated } },
  ]);

  const saved = await call<Section>('PATCH', `/sections/${id}`, { content: marked });
  expect(saved.content).toBe(marked);
  // At once, before anything is written anew.
  expect([saved.contentReduced70, saved.contentReduced30, saved.contentLine]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const { flags } = await summarised();
  expect(flags).toEqual([]);
  const now = await sectionNow();
  expect(now.content).toBe(marked);
  expect(now.contentReduced70).toBeDefined();
  expect(hasSecret([now.contentReduced70, now.contentReduced30, now.contentLine])).toBe(false);

  const code = { code: 'FIUM-0001', maxSection: 1 };
  await call('POST', '/unlock-codes', code, 201);
  const reader = site.visitor();
  await reader.request('POST', '/api/redeem-code', { code: code.code });
  const get = async (path: string) => (await reader.request('GET', `/api/chat/${path}`)).text();
  const replies = await Promise.all(
    ['Chi nascose la cassetta?', 'Che cosa successe dall’altra parte del monte?', 'Racconta tutto.'].map(
      async (message) => (await reader.request('POST', '/api/chat', { message })).text(),
    ),
  );
  expect(hasSecret([replies, await get('recap'), await get('suggestions')])).toBe(false);
  const tried = await call('POST', '/admin/rehearsal', {
    level: 1,
    question: 'Chi sta dall’altra parte del monte?',
  });
  expect(hasSecret(tried)).toBe(false);
  expect(hasSecret(await call('GET', `/sections/${id}/memory-cards/questions`))).toBe(false);
  const backup = await author.request('GET', '/api/admin/backup/database');
  expect(await backup.text()).toContain(JSON.stringify(marked).slice(1, -1));

  // Read again and saved, the card is the author's, and her word.
  expect(await call('GET', `/sections/${id}/memory-cards`)).toMatchObject([{ generated: { unread: true } }]);
  const read = await call<ListedCard>('PATCH', `/memory-cards/${written.id}`, {
    says: 'La nascose Zoraide.',
  });
  expect(read.generated).toBeUndefined();
  const reply = await reader.request('POST', '/api/chat', { message: 'Chi nascose la cassetta?' });
  expect(await reply.text()).toContain('Zoraide');
});

test('an edit that hides nothing more leaves what was generated alone', async () => {
  const { id } = await call<Section>('POST', '/sections', { ...section, content: marked }, 201);
  await summarised();
  const before = await sectionNow();
  const title = await call<Section>('PATCH', `/sections/${id}`, { title: 'La riva' });
  expect(title.generated).toEqual(before.generated);
  const inside = marked.replaceAll('Zoraide', 'Gertrude');
  const edited = await call<Section>('PATCH', `/sections/${id}`, { content: inside });
  expect(edited.content).toBe(inside);
  await summarised();
  expect((await sectionNow()).contentReduced70).toBe(before.contentReduced70);
});
