import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { H3 } from 'h3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notFoundName, pageName, pages } from '#shared/pages.ts';
import { answerPage, builtPages, fillInOrigin } from './pages.ts';

const noDrawing = () => Promise.reject(new Error('nothing draws here'));

const built = `<!doctype html><html lang="it" data-origin="__SITE_ORIGIN__"><head><link rel="canonical" href="__SITE_ORIGIN__/codex"/>\
<meta property="og:url" content="__SITE_ORIGIN__/codex"/><meta property="og:image" content="__SITE_ORIGIN__/a.jpg"/></head>`;

const bootScript = 'let a = "</b>";\nstart(a);';
const boot = `<script data-entry="/assets/index-1.js">${bootScript}</script><script>evil()</script>`;

let folder: string;
let app: H3;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferro-pages-'));
  await mkdir(join(folder, 'pages'));
  for (const name of [...pages.map(pageName), notFoundName])
    await writeFile(
      join(folder, `pages/${name}.html`),
      `${built}${name === 'chat' ? boot : ''}<p>${name}</p>`,
    );
  await writeFile(join(folder, 'pages/sw.js'), 'keep();');
  const { render } = await builtPages(folder, 'https://ferro.example/sotto/', noDrawing);
  app = new H3().all('/**', (event) =>
    answerPage(event, render, (path) => (path === '/admin' ? ['https:'] : [])),
  );
});
afterAll(() => rm(folder, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(`http://ferro.test${path}`, { method, headers });

test('addresses that others read are whole where the origin is known, and left out where it is not', () => {
  expect(fillInOrigin(built, 'https://ferro.example')).toContain(
    'rel="canonical" href="https://ferro.example/codex"',
  );
  const unknown = fillInOrigin(built, '');
  expect(unknown).not.toMatch(/canonical|og:url|SITE_ORIGIN/);
  expect(unknown).toContain('content="/a.jpg"');
});

test('each page is its own file; any other path is the page that is not found', async () => {
  expect(await (await get('/codex')).text()).toContain('https://ferro.example/codex"/>');
  expect(await (await get('/codex/')).text()).toContain('<p>codex</p>');
  const lost = await get('/una/pagina');
  expect(lost.status).toBe(404);
  expect(lost.headers.has('etag')).toBe(false);
  expect(await lost.text()).toContain(`<p>${notFoundName}</p>`);
});

test.each([
  ['/Codex', '/codex'],
  ['/CODEX/?da=libro', '/codex?da=libro'],
  ['/W01F-Grizzly-Warden', '/w01f-grizzly-warden'],
  ['//codex', '/codex'],
])('%s was meant for %s', async (typed, meant) => {
  const response = await get(typed);
  expect(response.status).toBe(308);
  expect(response.headers.get('location')).toBe(meant);
});

test.each(['/Codice', '//altrove.example/codex', '/SW.JS'])(
  '%s is no page however it is written',
  async (path) => {
    expect((await get(path)).status).toBe(404);
  },
);

test('the service worker is a script, asked for anew each time, and goes and comes with its pages', async () => {
  const response = await get('/sw.js');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(await response.text()).toBe('keep();');
  const { render, show } = await builtPages(folder, undefined, noDrawing);
  await show({ [notFoundName]: 'no', [pageName('/')]: built, 'sw.js': 'keepOther();' });
  expect(String((await render('/sw.js', '')).html)).toBe('keepOther();');
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=0.8, br;q=0', 'gzip'],
  ['identity', null],
  ['', null],
])('Accept-Encoding «%s» is answered with %s', async (asked, encoding) => {
  const response = await get('/codex', { 'accept-encoding': asked });
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(response.headers.get('vary')).toBe('Accept-Encoding');
  const body = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(String(body.length));
  const html = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
  expect(html.toString()).toContain('<p>codex</p>');
});

test('a page that has not changed is not sent again', async () => {
  const first = await get('/codex');
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const tag = first.headers.get('etag') ?? '';
  expect((await get('/codex', { 'if-none-match': `"altro", ${tag}` })).status).toBe(304);
  expect((await get('/codex', { 'if-none-match': '"altro"' })).status).toBe(200);
  expect((await get('/chat', { 'if-none-match': tag })).status).toBe(200);
});

test('HEAD is the answer to GET without its body', async () => {
  const [head, whole] = [await get('/codex', {}, 'HEAD'), await get('/codex')];
  expect(await head.text()).toBe('');
  expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'));
});

test('the policy of a page allows the inline script that stands in it, and no other', async () => {
  const hash = createHash('sha256').update(bootScript).digest('base64');
  const page = await get('/chat');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'self'; /);
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(policy.match(/sha256-/g)).toHaveLength(1);
  const etag = page.headers.get('etag') ?? '';
  expect((await get('/chat', { 'if-none-match': etag })).headers.get('content-security-policy')).toBe(policy);
});

test('a page without an inline script may run none, and shows the images that its path may', async () => {
  const policyAt = async (path: string) => (await get(path)).headers.get('content-security-policy') ?? '';
  expect(await policyAt('/codex')).toContain("script-src 'self';");
  expect(await policyAt('/codex')).toContain("img-src 'self' data: blob:;");
  // The panel as it is built has none.
  expect(await policyAt('/admin')).toContain("img-src 'self' https: data: blob:;");
});
