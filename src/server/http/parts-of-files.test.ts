import { mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ServerRequest } from 'srvx';
import { staticMiddleware } from 'srvx/static';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { partsFromOpenFiles, type ServeFile } from './parts-of-files.ts';
import { PlainResponse } from './plain-response.ts';

const bytes = Uint8Array.from({ length: 5_000 }, (_, index) => (index * 7919) % 251);

let folder: string;
let plain: ServeFile;
let parts: ServeFile;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-'));
  await mkdir(join(folder, 'audio'));
  await writeFile(join(folder, 'audio/a.mp3'), bytes);
  const middleware = staticMiddleware({ dir: folder, compress: false, maxAge: 600 });
  plain = async (request) => middleware(request, () => new Response(null, { status: 404 }));
  parts = partsFromOpenFiles(folder, plain);
});
afterEach(() => rm(folder, { recursive: true }));

const ask = (serve: ServeFile, range?: string, headers: Record<string, string> = {}, path = '/audio/a.mp3') =>
  serve({
    method: 'GET',
    headers: new Headers({ ...headers, ...(range !== undefined && { range }) }),
    _url: { pathname: path },
  } as unknown as ServerRequest);

async function seen(response: Response) {
  const { status, headers } = response;
  return { status, headers: Object.fromEntries(headers), body: Buffer.from(await response.arrayBuffer()) };
}

test('every part has the status, the headers and the bytes that the file server gives it', async () => {
  const place = fc.integer({ min: 0, max: 6_000 });
  await fc.assert(
    fc.asyncProperty(place, place, async (from, to) => {
      const range = `bytes=${from}-${to}`;
      expect(await seen(await ask(parts, range))).toEqual(await seen(await ask(plain, range)));
    }),
    { numRuns: 60 },
  );
});

test.each([
  'bytes=-10',
  'bytes=10-',
  'bytes=0-0,5-9',
  'bytes=9-5',
  'bytes=9000-9100',
  'pagine=1-2',
  undefined,
])('what is not one part (%s) is left to the file server', async (range) => {
  expect(await seen(await ask(parts, range))).toEqual(await seen(await ask(plain, range)));
});

test('a part with a condition is left to the file server', async () => {
  const { headers } = await seen(await ask(plain));
  for (const [name, value] of [
    ['if-range', 'Mon, 01 Jan 1990 00:00:00 GMT'],
    ['if-none-match', headers.etag ?? ''],
    ['if-modified-since', headers['last-modified'] ?? ''],
  ] as const) {
    const answer = await seen(await ask(parts, 'bytes=0-9', { [name]: value }));
    expect(answer.status, name).not.toBe(206);
    expect(answer).toEqual(await seen(await ask(plain, 'bytes=0-9', { [name]: value })));
  }
});

test('a file that is replaced, changed or deleted is not sent from the one that was open', async () => {
  const file = join(folder, 'audio/a.mp3');
  const first = await ask(parts, 'bytes=0-3');
  expect(first).toBeInstanceOf(PlainResponse);
  await writeFile(join(folder, 'altro'), 'nuovo!');
  await rename(join(folder, 'altro'), file);
  expect((await seen(await ask(parts, 'bytes=0-3'))).body.toString()).toBe('nuov');
  await writeFile(file, 'ancora');
  await utimes(file, 1_000, 1_000);
  const changed = await seen(await ask(parts, 'bytes=0-3'));
  expect(changed.body.toString()).toBe('anco');
  expect(changed.headers['last-modified']).toBe(new Date(1_000_000).toUTCString());
  await rm(file);
  expect((await ask(parts, 'bytes=0-3')).status).toBe(404);
});

test('what leads out of the folder, or is hidden, is not found', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'fuori-'));
  await writeFile(join(outside, 'segreto.mp3'), 'segreto');
  await symlink(join(outside, 'segreto.mp3'), join(folder, 'audio/b.mp3'));
  await writeFile(join(folder, '.nascosto.mp3'), 'nascosto');
  for (const path of ['/audio/b.mp3', '/.nascosto.mp3', `/../${outside.split('/').at(-1)}/segreto.mp3`])
    expect((await ask(parts, 'bytes=0-3', {}, path)).status, path).toBe(404);
  await rm(outside, { recursive: true });
});

test('many at once, of many files, get each their own bytes', async () => {
  const names = Array.from({ length: 80 }, (_, index) => `f${index}.mp3`);
  await Promise.all(names.map((name, index) => writeFile(join(folder, name), `${index}`.padStart(8, '0'))));
  const asked = [...names, ...names.toReversed(), ...names];
  const bodies = await Promise.all(
    asked.map(async (name) => seen(await ask(parts, 'bytes=0-7', {}, `/${name}`))),
  );
  expect(bodies.map(({ body }) => `f${Number(body.toString())}.mp3`)).toEqual(asked);
});
