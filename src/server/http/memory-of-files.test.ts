import { H3 } from 'h3';
import { expect, test } from 'vitest';
import { keepInMemory } from './memory-of-files.ts';

/** A file server that counts how often it is asked, and answers with what it was asked. */
function site(answer: (path: string) => Response | undefined) {
  const asked: string[] = [];
  const serve = keepInMemory((event) => {
    asked.push(`${event.req.method} ${event.url.pathname}`);
    return Promise.resolve(answer(event.url.pathname));
  });
  const app = new H3();
  app.all('/**', async (event) => (await serve(event)) ?? new Response(null, { status: 404 }));
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    Promise.resolve(app.request(path, { method, headers }));
  return { asked, get };
}

const file = () =>
  new Response('contenuto', { headers: { 'Content-Length': '9', ETag: '"1"', Vary: 'Accept-Encoding' } });

test('a file is read once, and goes out with its own headers each time', async () => {
  const { asked, get } = site(file);
  for (let time = 0; time < 3; time++) {
    const response = await get('/assets/a.js');
    expect(await response.text()).toBe('contenuto');
    expect(response.headers.get('etag')).toBe('"1"');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
  }
  expect(asked).toHaveLength(1);
});

test('what a browser takes compressed is kept apart from what it takes as it is', async () => {
  const { asked, get } = site(file);
  for (const encoding of ['br', 'gzip, deflate, br, zstd', 'gzip', 'identity', 'br'])
    await get('/assets/a.js', { 'accept-encoding': encoding });
  expect(asked).toHaveLength(4);
});

test.each([
  ['a range', { range: 'bytes=0-1' }, 'GET'],
  ['a condition', { 'if-none-match': '"1"' }, 'GET'],
  ['weights', { 'accept-encoding': 'br;q=0' }, 'GET'],
  ['a wildcard', { 'accept-encoding': '*' }, 'GET'],
  ['HEAD', {}, 'HEAD'],
])('%s is for the file server each time', async (_what, headers, method) => {
  const { asked, get } = site(file);
  await get('/assets/a.js');
  await get('/assets/a.js', headers, method);
  await get('/assets/a.js', headers, method);
  expect(asked).toHaveLength(3);
});

test('what is not there is not remembered, nor what is too large', async () => {
  const large = () => new Response('x', { headers: { 'Content-Length': String(600 * 1024) } });
  const { asked, get } = site((path) => (path.endsWith('big.js') ? large() : undefined));
  for (const path of ['/assets/none.js', '/assets/big.js']) {
    await get(path);
    await get(path);
  }
  expect(asked).toHaveLength(4);
});

test('memory has an end: files past it are read each time', async () => {
  const half = 512 * 1024;
  const { asked, get } = site(
    () => new Response('x'.repeat(half), { headers: { 'Content-Length': String(half) } }),
  );
  const paths = Array.from({ length: 40 }, (_, index) => `/assets/${index}.js`);
  for (const path of [...paths, ...paths]) await get(path);
  expect(asked).toHaveLength(40 + 8);
});
