import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeHandler } from '#server/http/node-handler.ts';
import { listen, stopListening } from '#server/main/listen.ts';
import { restTable } from '#shared/rest.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let direct: Server;
let throughH3: Server;
let reader: Person;
let author: Person;

beforeAll(async () => {
  site = await openTestSite();
  direct = await listen(nodeHandler(site.app, site.direct), 0, '127.0.0.1');
  throughH3 = await listen(nodeHandler(site.app), 0, '127.0.0.1');
  const [code] = [...site.store.unlockCodes.values()];
  reader = await site.reader(code?.code ?? '');
  author = await site.administrator();
}, 60_000);
afterAll(async () => {
  await stopListening(direct);
  await stopListening(throughH3);
  await site.close();
});

async function ask(server: Server, person: Person | undefined, method: string, path: string, body?: unknown) {
  const { port } = server.address() as AddressInfo;
  const cookie = [...(person?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...(cookie && { cookie }), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const headers = Object.fromEntries(response.headers);
  // Of the moment, and sealed anew each time.
  delete headers.date;
  if (headers['set-cookie']) headers['set-cookie'] = headers['set-cookie'].replaceAll(/=[\w-]{40,}/g, '=…');
  return { status: response.status, headers, body: await response.text() };
}

const plainReads = Object.values(restTable).filter(
  (row) => row.method === 'GET' && !row.path.includes(':') && !('kind' in row) && row.path !== '/health',
);

test.each(plainReads.map(({ path }) => [path]))(
  '%s: the same answer with and without the search for its route',
  async (path) => {
    for (const person of [undefined, reader, author]) {
      const [one, other] = [
        await ask(direct, person, 'GET', `/api${path}`),
        await ask(throughH3, person, 'GET', `/api${path}`),
      ];
      expect(one).toEqual(other);
      expect(one.headers['x-content-type-options']).toBe('nosniff');
    }
  },
);

test.each([
  ['POST', '/api/music-codes/validate', { code: 'MAISTATO' }],
  ['POST', '/api/redeem-code', { code: 'sbagliato' }],
  ['POST', '/api/redeem-code', { code: 12 }],
  ['POST', '/api/redeem-code', 'x'],
  ['PUT', '/api/health', undefined],
  ['HEAD', '/api/health', undefined],
  ['OPTIONS', '/api/gallery-images', undefined],
  ['DELETE', '/api/gallery-images', undefined],
  ['POST', '/api/admin/logout', undefined],
  ['GET', '/api/user/progress?a=1', undefined],
  ['GET', '/api/niente', undefined],
])('%s %s: refused alike', async (method, path, body) => {
  expect(await ask(direct, undefined, method, path, body)).toEqual(
    await ask(throughH3, undefined, method, path, body),
  );
});

test('another site’s page may not write here', async () => {
  const { port } = direct.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api/redeem-code`, {
    method: 'POST',
    headers: { origin: 'https://altrove.example', 'content-type': 'application/json' },
    body: '{"code":"x"}',
  });
  expect(answer.status).toBe(403);
});

const read = async <T>(person: Person | undefined, path: string) =>
  JSON.parse((await ask(direct, person, 'GET', path)).body) as T;

test('the gallery is another the moment the author changes it', async () => {
  type Images = { id: string; title: string; displayOrder: number }[];
  const before = await read<Images>(undefined, '/api/gallery-images');
  const [first] = before;
  if (!first) throw new Error('the demonstration book has pictures');
  await author.request('PATCH', `/api/gallery-images/${first.id}`, { title: 'Un altro titolo' });
  const after = await read<Images>(undefined, '/api/gallery-images');
  expect(after.find(({ id }) => id === first.id)?.title).toBe('Un altro titolo');
  await author.request('DELETE', `/api/gallery-images/${first.id}`);
  expect(await read<Images>(undefined, '/api/gallery-images')).toHaveLength(before.length - 1);
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
  const again = await ask(direct, person, 'GET', '/api/chat/history');
  expect(JSON.parse(again.body)).toEqual(once);
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
  expect((await ask(direct, copy, 'GET', '/api/sections')).status).toBe(401);
  author = await site.administrator();
});
