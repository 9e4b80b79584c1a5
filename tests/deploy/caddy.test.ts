import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, constants } from 'node:http2';
import { request, type RequestOptions } from 'node:https';
import { connect as tlsConnect, type ConnectionOptions } from 'node:tls';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminPassword } from '../support/admin-password.ts';
import { caddy, deploySite, domain, type DeployedSite } from '../support/deployed-site.ts';
import { startFakeGroq, type FakeGroq } from '../support/fake-groq.ts';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Names as they came, repeated ones included. */
  names: string[];
  body: Buffer;
}

describe.skipIf(!caddy)('the site behind Caddy', () => {
  let site: DeployedSite;
  let groq: FakeGroq;

  beforeAll(async () => {
    groq = await startFakeGroq();
    site = await deploySite({ GROQ_API_KEY: 'chiave', GROQ_BASE_URL: groq.url });
  }, 60_000);
  afterAll(async () => {
    await site.close();
    await groq.close();
  }, 60_000);

  function ask(path: string, options: RequestOptions = {}, body?: string | Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: site.httpsPort,
          path,
          servername: domain,
          ca: site.ca,
          agent: false,
          ...options,
          headers: { host: domain, ...options.headers },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              names: response.rawHeaders
                .filter((_, index) => index % 2 === 0)
                .map((name) => name.toLowerCase()),
              body: Buffer.concat(chunks),
            }),
          );
          response.on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** A connection as browsers make it: over HTTP/1.1 whoever sends on past a refusal may be cut off before reading it. */
  const browserSession = () =>
    connect(`https://${domain}:${site.httpsPort}`, {
      ca: site.ca,
      createConnection: () =>
        tlsConnect({
          port: site.httpsPort,
          host: '127.0.0.1',
          servername: domain,
          ca: site.ca,
          ALPNProtocols: ['h2'],
        }),
    });

  async function postAsBrowser(path: string, headers: Record<string, string>, body: string | Buffer) {
    const session = browserSession();
    const stream = session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: path,
      'content-length': String(Buffer.byteLength(body)),
      ...headers,
    });
    stream.end(body);
    const [{ ':status': status }] = (await once(stream, 'response')) as [IncomingHttpHeaders];
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    session.close();
    return { status: Number(status), body: JSON.parse(text) as unknown };
  }

  const post = (path: string, value: unknown, options: RequestOptions = {}) =>
    ask(
      path,
      { method: 'POST', ...options, headers: { 'content-type': 'application/json', ...options.headers } },
      JSON.stringify(value),
    );

  async function signIn(): Promise<string> {
    const { status, headers } = await post('/api/admin/login', { password: adminPassword });
    expect(status).toBe(204);
    return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  }

  test('a page: compressed, with the headers of the site, each once', async () => {
    const plain = await ask('/');
    expect(plain.status).toBe(200);
    expect(plain.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(plain.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(plain.headers['content-security-policy']).toContain("default-src 'self'");
    expect(plain.names).not.toContain('server');
    expect(plain.names.length).toBe(new Set(plain.names).size);
    const compressed = await ask('/', { headers: { 'accept-encoding': 'gzip' } });
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(compressed.headers.vary).toMatch(/accept-encoding/i);
    expect(compressed.body.length).toBeLessThan(plain.body.length);
    expect(gunzipSync(compressed.body).equals(plain.body)).toBe(true);
    expect((await ask('/nessuna-pagina')).status).toBe(404);
  });

  test('what is compressed already, or cannot be made smaller, passes as it is', async () => {
    const html = (await ask('/')).body.toString();
    const script = /data-entry="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
    const file = await readFile(`dist/client${script}`);
    const compressed = await ask(script, { headers: { 'accept-encoding': 'br, gzip, zstd' } });
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(compressed.headers['cache-control']).toContain('immutable');
    expect(brotliDecompressSync(compressed.body).equals(file)).toBe(true);
    const image = await ask('/public-objects/gallery/03-ferro.webp', {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(image.headers['content-encoding']).toBeUndefined();
    expect(image.body.equals(await readFile('src/content/media/gallery/03-ferro.webp'))).toBe(true);
  });

  test('a piece of the audiobook, as a player asks for it', async () => {
    const whole = await readFile('src/content/media/audio/estratto-ferro.mp3');
    const headers = { range: 'bytes=1000-1999', 'accept-encoding': 'gzip, zstd' };
    const piece = await ask('/public-objects/audio/estratto-ferro.mp3', { headers });
    expect(piece.status).toBe(206);
    expect(piece.headers['content-range']).toBe(`bytes 1000-1999/${whole.length}`);
    expect(piece.headers['content-encoding']).toBeUndefined();
    expect(piece.body.equals(whole.subarray(1000, 2000))).toBe(true);
  });

  test('the first words of a reply arrive while the rest is not written yet', async () => {
    groq.next.push({ kind: 'hang', pieces: ['Sono qui. ', 'Aspetta'] });
    const session = browserSession();
    const stream = session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: '/api/chat',
      'content-type': 'application/json',
      'accept-encoding': 'gzip, br, zstd',
      accept: 'text/event-stream',
    });
    stream.end(JSON.stringify({ message: 'Ci sei?' }));
    const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
    expect(headers['content-type']).toContain('text/event-stream');
    expect(headers['content-encoding']).toBeUndefined();
    let text = '';
    // The model is silent and stays so: these words can come only if nobody keeps them back.
    for await (const chunk of stream) {
      text += String(chunk);
      if (text.includes('Sono qui.') && !text.includes('event: reset')) await groq.close();
    }
    expect(text.indexOf('Sono qui.')).toBeGreaterThan(0);
    expect(text).toContain('event: done');
    session.close();
  });

  test('a large picture is stored; a call that is too large is refused in words', async () => {
    const cookie = await signIn();
    const side = 1600;
    const noise = Buffer.from(Array.from({ length: 4096 }, () => Math.floor(Math.random() * 256)));
    const pixels = Buffer.alloc(side * side * 3, noise);
    const picture = await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    // More than any other call may send.
    expect(picture.length).toBeGreaterThan(6_000_000);
    const form = new Request('http://form.test', { method: 'POST', body: formOf(picture) });
    const stored = await ask(
      '/api/admin/uploads',
      { method: 'POST', headers: { cookie, 'content-type': form.headers.get('content-type') ?? '' } },
      Buffer.from(await form.arrayBuffer()),
    );
    expect(stored.status).toBe(201);
    const { url, width } = JSON.parse(stored.body.toString()) as { url: string; width: number };
    expect(width).toBe(side);
    expect((await ask(url, { headers: { cookie } })).body.equals(picture)).toBe(true);

    const message = 'a'.repeat(100_000);
    const refused = await post('/api/chat', { message });
    expect(refused.status).toBe(413);
    expect(JSON.parse(refused.body.toString())).toMatchObject({ code: 'TOO_LARGE' });
  });

  test('what is past Caddy’s own limit is refused in words too, whichever of the two is faster', async () => {
    const monster = JSON.stringify({ message: 'a'.repeat(6_000_000) });
    for (let turn = 0; turn < 10; turn += 1) {
      const refused = await postAsBrowser('/api/chat', { 'content-type': 'application/json' }, monster);
      expect(refused).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } });
    }
  });

  test('a file that is too large is refused in words while it still arrives, and the site goes on', async () => {
    const form = new Request('http://form.test', { method: 'POST', body: formOf(Buffer.alloc(40_000_000)) });
    const headers = { cookie: await signIn(), 'content-type': form.headers.get('content-type') ?? '' };
    const body = Buffer.from(await form.arrayBuffer());
    for (let turn = 0; turn < 3; turn += 1) {
      const refused = await postAsBrowser('/api/admin/uploads', headers, body);
      expect(refused).toMatchObject({ status: 413, body: { message: 'Il file supera i 25 MB.' } });
    }
  });

  test('attempts are counted for each address, whatever a caller says of itself', async () => {
    const attempt = (localAddress: string, forwarded: string) =>
      post(
        '/api/redeem-code',
        { code: 'sbagliato' },
        { localAddress, headers: { 'x-forwarded-for': forwarded } },
      );
    const statuses: number[] = [];
    for (let turn = 0; turn < 25; turn += 1) {
      statuses.push((await attempt('127.0.0.1', `198.51.100.${turn}`)).status);
    }
    expect(statuses[0]).toBe(400);
    expect(statuses.at(-1)).toBe(429);
    expect((await attempt('127.0.0.2', '127.0.0.1')).status).toBe(400);
  });

  test('another name is not served; plain http leads pages to https, and serves no call', async () => {
    await expect(ask('/', { servername: 'altro.test', headers: { host: 'altro.test' } })).rejects.toThrow();
    // The certificate's name, but another Host.
    const smuggled = await ask('/', { headers: { host: 'altro.test' } });
    expect(smuggled.body.toString()).not.toContain('<html');
    const inTheClear = (path: string, method = 'GET') =>
      new Promise<{ status: number | undefined; location: string | undefined }>((resolve, reject) =>
        httpRequest(
          { host: '127.0.0.1', port: site.httpPort, path, method, headers: { host: domain } },
          (response) => {
            response.resume();
            resolve({ status: response.statusCode, location: response.headers.location });
          },
        )
          .on('error', reject)
          .end(),
      );
    expect(await inTheClear('/chat')).toEqual({ status: 308, location: `https://${domain}/chat` });
    // A password that was sent in the clear must not seem to have been sent well.
    const call = { status: 400, location: undefined };
    expect(await inTheClear('/api/admin/login', 'POST')).toEqual(call);
    expect(await inTheClear('/trpc/auth.login', 'POST')).toEqual(call);
  });

  test('TLS 1.3 first, 1.2 with strong ciphers, nothing older', async () => {
    const shakeHands = (options: ConnectionOptions) =>
      new Promise<{ protocol: string | null; cipher: string }>((resolve, reject) => {
        const to = { host: '127.0.0.1', port: site.httpsPort, servername: domain, ca: site.ca };
        const socket = tlsConnect({ ...to, ...options }, () => {
          resolve({ protocol: socket.getProtocol(), cipher: socket.getCipher().standardName });
          socket.destroy();
        }).on('error', reject);
      });
    expect((await shakeHands({})).protocol).toBe('TLSv1.3');
    const before = await shakeHands({ maxVersion: 'TLSv1.2' });
    expect(before.protocol).toBe('TLSv1.2');
    expect(before.cipher).toMatch(/^TLS_ECDHE_.*(?:GCM|CHACHA20)/);
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    await expect(shakeHands(old)).rejects.toThrow(/protocol version/);
    const weak = { maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA:@SECLEVEL=0' } as const;
    const refusal = await shakeHands(weak).catch((error: unknown) => error);
    if (!(refusal instanceof Error)) expect(refusal).toMatchObject({ cipher: expect.stringMatching(/GCM/) });
  });

  test('while the site is started again readers wait; a message is not lost without a word', async () => {
    const pages: Promise<Answer>[] = [];
    let redeemed: Promise<Answer> | undefined;
    await site.restart(async () => {
      for (let turn = 0; turn < 5; turn += 1) pages.push(ask('/api/health'), ask('/chat'));
      redeemed = post('/api/redeem-code', { code: 'hb6t-2wvk' }, { localAddress: '127.0.0.3' });
    });
    expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(pages.map(() => 200));
    // Caddy 2.6 cannot send a body twice, not even one that nobody has read.
    const answer = await redeemed;
    if (answer?.status === 503) expect(answer.body.toString()).toContain('riprova fra poco');
    else expect(answer?.status).toBe(200);
  });

  test('while it does not come back a reader is told so, in Italian, and a call in its own form', async () => {
    await site.withoutSite(async (port, ca) => {
      const alone = { port, ca };
      const [page, call] = await Promise.all([ask('/chat', alone), ask('/api/gallery-images', alone)]);
      expect([page.status, call.status]).toEqual([503, 503]);
      expect(page.headers['retry-after']).toBe('10');
      for (const { headers } of [page, call]) {
        expect(headers['x-content-type-options']).toBe('nosniff');
        expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
        expect(headers['strict-transport-security']).toBe('max-age=31536000');
      }
      expect(page.body.toString()).toContain('Torniamo subito');
      expect(JSON.parse(call.body.toString())).toMatchObject({ code: 'UNAVAILABLE' });
    });
  });
});

function formOf(picture: Buffer): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'grande.png');
  return form;
}
