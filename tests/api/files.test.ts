import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '#shared/errors.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

const track = '/public-objects/audio/estratto-ferro.mp3';

describe('files', () => {
  let site: TestSite;
  let author: Person;
  let visitor: Person;
  /** The whole answer is read, as a browser would: what is not read keeps its file open. */
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await visitor.request('GET', path, undefined, headers);
    const bytes = Buffer.from(await response.arrayBuffer());
    return Object.assign(response, { content: bytes });
  };

  beforeAll(async () => {
    site = await openTestSite();
    author = await site.administrator();
    visitor = site.visitor();
    const assets = join(site.folder, 'client/assets');
    await mkdir(assets, { recursive: true });
    await writeFile(join(assets, 'app-1a2b.js'), 'let a;'.repeat(300));
    await writeFile(join(assets, 'app-1a2b.js.br'), 'compresso');
    await writeFile(join(site.folder, 'client/manifest.webmanifest'), '{}');
    await writeFile(join(site.folder, 'client/favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  });
  afterAll(() => site.close());

  const upload = async (bytes: BlobPart, name = 'a.png') => {
    const form = new FormData();
    form.set('file', new Blob([bytes]), name);
    return author.request('POST', '/api/admin/uploads', form);
  };
  const picture = (width = 40, height = 30) =>
    sharp({ create: { width, height, channels: 3, background: '#5cc9a7' } })
      .webp()
      .toBuffer();

  test('hashed files of the client come compressed and are kept for ever', async () => {
    const response = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br, gzip' });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
    expect((await get('/favicon.svg')).headers.get('content-type')).toContain('image/svg+xml');
    expect((await get('/manifest.webmanifest')).headers.get('content-type')).toBe(
      'application/manifest+json',
    );
  });

  test.each([
    ['/', 200],
    ['/chat', 200],
    ['/admin', 200],
    ['/l72-ironwind', 200],
    ['/l72-ironwind/', 200],
    ['/index.html', 404],
    ['/nessuna', 404],
    ['/assets/mancante.js', 404],
    ['/uploads/mancante.webp', 404],
    ['/public-objects/mancante.mp3', 404],
    ['/admin/..%2f..%2fdata/db.json', 404],
    ['/%', 404],
  ])('page %s → %i', async (path, status) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.content.toString()).toContain('<title>');
  });

  test('every answer has the security headers', async () => {
    for (const path of [
      '/',
      '/nessuna',
      '/api/health',
      '/api/nessuna',
      '/api/sections',
      '/assets/app-1a2b.js',
      track,
    ]) {
      const { headers } = await get(path);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
      expect(headers.get('content-security-policy'), path).not.toMatch(/script-src[^;]*unsafe/);
      expect(headers.get('x-frame-options'), path).toBe('DENY');
    }
  });

  test('public objects answer ranges, HEAD and validators', async () => {
    const whole = await get(track);
    const bytes = whole.content;
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    expect(whole.headers.get('content-type')).toBe('audio/mpeg');
    const range = async (header: string, more: Record<string, string> = {}) => {
      const response = await get(track, { range: header, ...more });
      return { response, bytes: response.content };
    };
    const first = await range('bytes=0-99');
    expect(first.response.status).toBe(206);
    expect(first.response.headers.get('content-range')).toBe(`bytes 0-99/${bytes.length}`);
    expect(first.bytes).toEqual(bytes.subarray(0, 100));
    expect((await range('bytes=-10')).bytes).toEqual(bytes.subarray(-10));
    expect((await range(`bytes=${bytes.length}-`)).response.status).toBe(416);
    const date = whole.headers.get('last-modified') ?? '';
    expect((await range('bytes=0-9', { 'if-range': date })).response.status).toBe(206);
    expect((await range('bytes=0-9', { 'if-range': 'Mon, 01 Jan 1990 00:00:00 GMT' })).response.status).toBe(
      200,
    );
    const etag = whole.headers.get('etag') ?? '';
    expect((await get(track, { 'if-none-match': etag })).status).toBe(304);
    const head = await visitor.request('HEAD', track);
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String(bytes.length));
    expect(await head.text()).toBe('');
    expect((await visitor.request('POST', track)).status).toBe(405);
  });

  test('an uploaded image is kept by its content, measured and served', async () => {
    const bytes = await picture();
    const response = await upload(bytes);
    expect(response.status).toBe(201);
    const stored = (await response.json()) as { url: string };
    expect(stored).toEqual({
      url: expect.stringMatching(/^\/uploads\/images\/[0-9a-f]{32}\.webp$/) as string,
      width: 40,
      height: 30,
      bytes: bytes.length,
      type: 'image/webp',
    });
    expect((await get(stored.url)).status).toBe(404);
    const entry = { title: 'Aurora', imageUrl: stored.url };
    expect((await author.request('POST', '/api/gallery-images', entry)).status).toBe(201);
    const served = await get(stored.url);
    expect(served.content).toEqual(bytes);
    expect(served.headers.get('cache-control')).toContain('immutable');
    expect(((await (await upload(bytes as BlobPart)).json()) as { url: string }).url).toBe(stored.url);
    expect((await get(stored.url.replace('/uploads', '/public-objects'))).status).toBe(200);
  });

  test.each([
    ['a text called png', () => Promise.resolve('ciao'), 415],
    [
      'a script in SVG',
      () => Promise.resolve('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      415,
    ],
    ['an empty file', () => Promise.resolve(''), 415],
    ['an iPhone’s HEIC', () => Promise.resolve('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 415],
    ['a cut image', async () => (await picture(800, 800)).subarray(0, 60) as BlobPart, 422],
    ['26 MB', () => Promise.resolve(new Uint8Array(26 * 1024 * 1024) as BlobPart), 413],
  ])('refused: %s', async (_title, make, status) => {
    const response = await upload(await make());
    expect(response.status).toBe(status);
    expect(((await response.json()) as ErrorBody).message).toMatch(/immagine|MB|HEIC.*JPEG/);
  });

  test('refused: a body that ends half-way, or without the file, or with a boundary without end', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const long = { 'content-type': `multipart/form-data; boundary=${'b'.repeat(300)}` };
    expect((await author.request('POST', '/api/admin/uploads', '', long)).status).toBe(415);
    const cut = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n\x89PNG';
    expect((await author.request('POST', '/api/admin/uploads', cut, headers)).status).toBe(400);
    expect((await author.request('POST', '/api/admin/uploads', '--x--\r\n', headers)).status).toBe(400);
    expect((await author.request('POST', '/api/admin/uploads', new FormData())).status).toBe(400);
  });

  test('what a browser could run is never served as such, links out and hidden files not at all', async () => {
    const uploads = join(site.folder, 'uploads');
    await writeFile(join(uploads, 'pagina.html'), '<script>alert(1)</script>');
    await writeFile(join(uploads, 'disegno.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(join(uploads, '.segreto'), 'x');
    await symlink(join(site.folder, 'data'), join(uploads, 'fuori'));
    for (const name of ['pagina.html', 'disegno.svg']) {
      const { headers } = await get(`/uploads/${name}`);
      expect(headers.get('content-type')).toBe('application/octet-stream');
      expect(headers.get('content-disposition')).toBe('attachment');
      expect(headers.get('content-security-policy')).toContain('sandbox');
    }
    expect((await get('/uploads/.segreto')).status).toBe(404);
    expect((await get('/uploads/fuori/db.json')).status).toBe(404);
    expect((await get('/uploads/..%2fdata%2fdb.json')).status).toBe(404);
  });
});
