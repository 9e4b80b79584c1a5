import { afterAll, beforeAll, expect, test } from 'vitest';
import { restTable, type ProcedureName } from '#shared/rest.ts';
import type { RestRoute } from '#shared/rest-route.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let reader: Person;
let author: Person;

beforeAll(async () => {
  site = await openTestSite();
  const [code] = [...site.store.unlockCodes.values()];
  reader = await site.reader(code?.code ?? '');
  author = await site.administrator();
}, 60_000);
afterAll(() => site.close());

const getWith = (person: Person, path: string, headers: Record<string, string> = {}) =>
  person.request('GET', path, undefined, headers);

const revalidated = (Object.keys(restTable) as ProcedureName[])
  .map((name): RestRoute => restTable[name])
  .filter(({ revalidate }) => revalidate)
  .map(({ path, access }) => ({ path: `/api${path}`, access }));

test('the gallery, the lists of the author, suggestions and recap can be revalidated, and nothing else', () => {
  expect(revalidated.map(({ path }) => path).sort()).toEqual([
    '/api/chat/recap',
    '/api/chat/suggestions',
    '/api/gallery-images',
    '/api/gallery-images/all',
    '/api/music-codes',
    '/api/sections',
    '/api/unlock-codes',
  ]);
});

test.each(revalidated)('$path: who has it already is not sent it again', async ({ path, access }) => {
  const person = access === 'author' ? author : reader;
  const first = await getWith(person, path);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{20}"$/);
  // The author's lists hold the whole book: no browser keeps them.
  expect(first.headers.get('cache-control')).toBe(access === 'author' ? 'no-store' : 'private, no-cache');
  for (const condition of [etag, `W/${etag}`, `"altro", ${etag}`, '*']) {
    const same = await getWith(person, path, { 'if-none-match': condition });
    expect(same.status, condition).toBe(304);
    expect(await same.text()).toBe('');
    expect(same.headers.get('etag')).toBe(etag);
    expect(same.headers.get('x-content-type-options')).toBe('nosniff');
  }
  const other = await getWith(person, path, { 'if-none-match': '"altro"' });
  expect(other.status).toBe(200);
  expect(await other.text()).toBe(await first.text());
});

test('a tag opens nothing: who may not call is refused as without it', async () => {
  for (const { path } of revalidated.filter(({ access }) => access === 'author')) {
    const { headers } = await getWith(author, path);
    const condition = { 'if-none-match': headers.get('etag') ?? '' };
    for (const person of [site.visitor(), reader])
      expect((await getWith(person, path, condition)).status).toBe(401);
  }
});

test('after a change of the author’s the old tag is worth nothing, in the very next answer', async () => {
  for (const [path, change] of [
    ['/api/sections', { title: 'Un titolo di prima' }],
    ['/api/unlock-codes', { label: 'Un’altra etichetta' }],
    ['/api/music-codes', { trackTitle: 'Un’altra traccia' }],
    ['/api/gallery-images', { title: 'Un’altra immagine' }],
  ] as const) {
    const before = await getWith(author, path);
    const [first] = (await before.json()) as { id: string }[];
    expect((await author.request('PATCH', `${path}/${first?.id}`, change)).status).toBe(200);
    const after = await getWith(author, path, { 'if-none-match': before.headers.get('etag') ?? '' });
    expect(after.status, path).toBe(200);
    expect(await after.json()).toContainEqual(expect.objectContaining({ id: first?.id, ...change }));
  }
});

const read = async <T>(person: Person, path: string) => (await (await getWith(person, path)).json()) as T;

test('the gallery is another the moment the author changes it', async () => {
  type Images = { id: string; title: string; displayOrder: number }[];
  const before = await read<Images>(site.visitor(), '/api/gallery-images');
  const [first] = before;
  if (!first) throw new Error('the demonstration book has pictures');
  await author.request('PATCH', `/api/gallery-images/${first.id}`, { title: 'Un altro titolo' });
  const after = await read<Images>(site.visitor(), '/api/gallery-images');
  expect(after.find(({ id }) => id === first.id)?.title).toBe('Un altro titolo');
  await author.request('DELETE', `/api/gallery-images/${first.id}`);
  expect(await read<Images>(site.visitor(), '/api/gallery-images')).toHaveLength(before.length - 1);
});

test('a conversation is another with every message, and when the reader goes back to a lower level', async () => {
  type History = { messages: { role: string; content: string }[] };
  const [, second] = [...site.store.unlockCodes.values()].sort((a, b) => a.maxSection - b.maxSection);
  const person = await site.reader(second?.code ?? '');
  expect((await read<History>(person, '/api/chat/history')).messages).toEqual([]);
  await person.request('POST', '/api/chat', { message: 'Che cosa ricordi?' });
  const once = await read<History>(person, '/api/chat/history');
  expect(once.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  // Asked again it is the same, and nothing beside it is told.
  expect(await read<History>(person, '/api/chat/history')).toEqual(once);
  expect(Object.keys(once)).toEqual(['messages']);
  await person.request('POST', '/api/chat', { message: 'E poi?' });
  expect((await read<History>(person, '/api/chat/history')).messages).toHaveLength(4);
  await person.request('PATCH', '/api/user/progress', { maxSection: 0 });
  expect((await read<History>(person, '/api/chat/history')).messages).toEqual([]);
  await person.request('PATCH', '/api/user/progress', { maxSection: second?.maxSection ?? 0 });
  expect((await read<History>(person, '/api/chat/history')).messages).toHaveLength(4);
  await person.request('DELETE', '/api/chat/history');
  expect((await read<History>(person, '/api/chat/history')).messages).toEqual([]);
});

test('what may be asked and the story so far follow the reader’s level', async () => {
  const codes = [...site.store.unlockCodes.values()].sort((a, b) => a.maxSection - b.maxSection);
  const person = site.visitor();
  const [low, high] = [codes[0], codes.at(-1)];
  await person.request('POST', '/api/redeem-code', { code: low?.code });
  const at = async () => [
    await read<unknown>(person, '/api/chat/suggestions'),
    await read<unknown>(person, '/api/chat/recap'),
  ];
  const first = await at();
  expect(await at()).toEqual(first);
  await person.request('POST', '/api/redeem-code', { code: high?.code });
  const later = await at();
  expect(later[1]).not.toEqual(first[1]);
  await person.request('PATCH', '/api/user/progress', { maxSection: low?.maxSection });
  expect(await at()).toEqual(first);
});

test('a cookie that was opened once counts for nothing after signing out', async () => {
  const session = (person: Person) => read<{ authenticated: boolean }>(person, '/api/admin/session');
  const one = await site.administrator();
  for (let time = 0; time < 3; time++) expect(await session(one)).toEqual({ authenticated: true });
  const copy = site.visitor();
  for (const [name, value] of one.cookies) copy.cookies.set(name, value);
  await one.request('POST', '/api/admin/logout');
  expect(await session(copy)).toEqual({ authenticated: false });
  expect((await getWith(copy, '/api/sections')).status).toBe(401);
  author = await site.administrator();
});
