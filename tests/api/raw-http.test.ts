import { once } from 'node:events';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeHandler } from '#server/http/node-handler.ts';
import { listen, stopListening } from '#server/main/listen.ts';
import { restTable } from '#shared/rest.ts';
import type { RestRoute } from '#shared/rest-route.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

/** Planted where no request may reach: outside what is served. */
const secret = 'segreto-che-nessuno-deve-leggere';

let site: TestSite;
let author: Person;
let server: Server;
let host: string;

beforeAll(async () => {
  site = await openTestSite();
  author = await site.administrator();
  server = await listen(nodeHandler(site.app), 0, '127.0.0.1');
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const uploads = join(site.folder, 'uploads');
  await writeFile(join(site.folder, 'data/segreto.txt'), secret);
  await writeFile(join(site.folder, 'segreto.txt'), secret);
  await writeFile(join(uploads, '.nascosto'), secret);
  await mkdir(join(uploads, 'images'), { recursive: true });
  await writeFile(join(uploads, 'images/neve.txt'), 'neve'.repeat(100));
  await symlink(join(site.folder, 'data'), join(uploads, 'cartella'));
  await symlink(join(site.folder, 'segreto.txt'), join(uploads, 'file.txt'));
}, 60_000);
afterAll(async () => {
  await stopListening(server);
  await site.close();
});

/** Bytes as they are, which no client would send; what comes back until the connection closes or falls silent. */
function raw(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1', () => socket.write(request, 'latin1'));
    socket.setTimeout(3_000, () => socket.destroy());
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    socket.once('close', () => resolve(answer));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET') resolve(answer);
      else reject(error);
    });
  });
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

function get(target: string, headers: string[] = []): Promise<string> {
  return raw(
    [`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers, '', ''].join('\r\n'),
  );
}

const climbs = [
  '../data/segreto.txt',
  '../segreto.txt',
  '%2e%2e/segreto.txt',
  '%2e%2e%2fsegreto.txt',
  '..%2fsegreto.txt',
  '..%252fsegreto.txt',
  '%252e%252e%252fsegreto.txt',
  '..%5csegreto.txt',
  '..\\segreto.txt',
  '%c0%ae%c0%ae/segreto.txt',
  '%e0%80%ae%e0%80%ae/segreto.txt',
  '..;/segreto.txt',
  '.%00./segreto.txt',
  'images/..%2f..%2fsegreto.txt',
  'images/%2e%2e/%2e%2e/segreto.txt',
  '/segreto.txt',
  '//segreto.txt',
  '.nascosto',
  '%2enascosto',
  'images/../.nascosto',
  'cartella/segreto.txt',
  'file.txt',
  'file.txt%00.webp',
  'a'.repeat(5_000),
  '%'.repeat(50),
  `${'x/'.repeat(600)}..`,
];

describe('paths that lead out of the folder of files', () => {
  test.each(climbs)('%s', async (path) => {
    for (const folder of ['/uploads/', '/public-objects/', '/', '/assets/', '/api/admin/../../uploads/']) {
      const answer = await get(folder + path);
      expect(statusOf(answer), folder).toBeGreaterThanOrEqual(200);
      expect(statusOf(answer), folder).toBeLessThan(500);
      expect(answer, folder).not.toContain(secret);
      expect(answer).not.toContain(site.folder);
    }
  });
});

describe('ranges', () => {
  test.each([
    ['bytes=0-3', 206],
    ['bytes=-3', 206],
    ['bytes=399-', 206],
    ['bytes=400-', 416],
    ['bytes=-0', 416],
    ['bytes=5-2', 200],
    ['bytes=0-1,5-6', 200],
    [`bytes=${'0-1,'.repeat(1_000)}0-1`, 200],
    ['bytes=0-99999999999999999999', 206],
    ['bytes=99999999999999999999-', 416],
    ['bytes=a-b', 200],
    ['bytes=', 200],
    ['bytes', 200],
    ['lines=0-1', 200],
    ['bytes=0-3\u00ff', 200],
  ])('%s → %i', async (range, status) => {
    const answer = await get('/uploads/images/neve.txt', [`Range: ${range}`]);
    // What is no range at all may be passed over or refused (RFC 9110, 14.2), and never more than the file comes back.
    expect([status, 416, 200]).toContain(statusOf(answer));
    if (status === 206) expect(statusOf(answer)).toBe(206);
    expect(answer.split('\r\n\r\n')[1]?.length ?? 0).toBeLessThanOrEqual(400);
  });
});

describe('requests that no browser sends', () => {
  const post = (headers: string[], body = '') =>
    raw(['POST /api/redeem-code HTTP/1.1', ...headers, 'Connection: close', '', body].join('\r\n'));
  const json = 'Content-Type: application/json';

  test.each([
    ['two lengths', () => post([`Host: ${host}`, json, 'Content-Length: 2', 'Content-Length: 30'], '{}')],
    [
      'a length and chunks',
      () => post([`Host: ${host}`, json, 'Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    ],
    ['a length that is negative', () => post([`Host: ${host}`, json, 'Content-Length: -1'], '{}')],
    ['a body shorter than its length', () => post([`Host: ${host}`, json, 'Content-Length: 900'], '{}')],
    ['no host', () => post([json, 'Content-Length: 2'], '{}')],
    ['two hosts', () => post([`Host: ${host}`, 'Host: evil.example', json, 'Content-Length: 2'], '{}')],
    ['a host of another site', () => post(['Host: evil.example/x?y#z', json, 'Content-Length: 2'], '{}')],
    ['headers of 100 kB', () => get('/api/health', [`X-Neve: ${'a'.repeat(100_000)}`])],
    [
      '3,000 headers',
      () =>
        get(
          '/api/health',
          Array.from({ length: 3_000 }, (_, i) => `X-${i}: a`),
        ),
    ],
    ['an address of 40 kB', () => get(`/api/${'a'.repeat(40_000)}`)],
    ['an absolute address', () => get('http://evil.example/api/sections')],
    ['an unknown method', () => raw(`NEVE /api/sections HTTP/1.1\r\nHost: ${host}\r\n\r\n`)],
    [
      'TRACE',
      () => raw(`TRACE /api/sections HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nCookie: a=b\r\n\r\n`),
    ],
    ['HTTP of no version', () => raw('GET /api/sections\r\n\r\n')],
    ['bytes that are no HTTP', () => raw('\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc')],
    ['a header split in two', () => get('/api/health', ['X-A: b\r\n c', 'X-B: \u0000'])],
    [
      'a cookie of 8 kB',
      () => get('/api/sections', [`Cookie: admin=${'A'.repeat(8_000)}; reader=${'%'.repeat(100)}`]),
    ],
    ['the same cookie twice', () => get('/api/sections', ['Cookie: admin=a; admin=b', 'Cookie: admin=c'])],
  ])('%s: refused, and the site goes on', async (_title, request) => {
    const before = site.store.users.size;
    const answer = await request();
    expect(statusOf(answer)).not.toBe(500);
    expect(answer).not.toContain('    at ');
    expect(answer).not.toContain(site.folder);
    expect(site.store.users.size).toBe(before);
    expect(statusOf(await get('/api/health'))).toBe(200);
  });
});

describe('a call of the author’s by somebody else, whose body never ends', () => {
  const rows = (Object.entries(restTable) as [string, RestRoute][]).filter(
    ([, { access, method }]) => access === 'author' && method !== 'GET',
  );

  /** Sends the head and the beginning of a body; gives what is answered as soon as something is. */
  async function answerToHead(head: string[], body: string): Promise<string> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write([...head, '', body].join('\r\n'));
    const [answer] = (await once(socket.setEncoding('latin1'), 'data')) as [string];
    socket.destroy();
    return answer;
  }

  test.each(rows)('%s is refused from its head alone', async (_name, { method, path, kind }) => {
    const type = kind === 'multipart' ? 'multipart/form-data; boundary=x' : 'application/json';
    const start =
      kind === 'multipart'
        ? '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc'
        : '{';
    const head = [
      `${method} /api${path.replace(/:\w+/g, 'a')} HTTP/1.1`,
      `Host: ${host}`,
      `Content-Type: ${type}`,
      'Content-Length: 30000',
    ];
    const answer = await answerToHead(head, start);
    expect(statusOf(answer)).toBe(401);
    expect(answer).toContain('UNAUTHENTICATED');
  });
});

describe('who is refused while still sending reads why, and the site goes on', () => {
  /** Sends the head and a body of so many bytes, all of it whatever is answered; gives the answer. */
  async function sendAll(head: string[], begin: string, bytes: number, isChunked: boolean): Promise<string> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    const piece = 'neve '.repeat(40_000);
    const frame = (text: string) => (isChunked ? `${text.length.toString(16)}\r\n${text}\r\n` : text);
    socket.write([...head, `Host: ${host}`, '', frame(begin)].join('\r\n'));
    for (let sent = 0; sent < bytes; sent += piece.length) {
      if (!socket.write(frame(piece))) await once(socket, 'drain');
    }
    await once(socket.end(), 'close');
    return answer;
  }

  test('of a body without a length that grows too large', async () => {
    const head = ['POST /api/chat HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
    const answer = await sendAll(head, '{"message":"', 5_000_000, true);
    expect(statusOf(answer)).toBe(413);
    expect(answer).toContain('TOO_LARGE');
    expect(statusOf(await get('/api/health'))).toBe(200);
  });

  test('of a file that grows too large', async () => {
    const begin = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
    const head = [
      'POST /api/admin/uploads HTTP/1.1',
      `Cookie: admin=${author.cookies.get('admin')}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 60000000',
    ];
    const answer = await sendAll(head, begin, 45_000_000, false);
    expect(statusOf(answer)).toBe(413);
    expect(answer).toContain('Il file supera i 25 MB.');
    expect(statusOf(await get('/api/health'))).toBe(200);
  });
});

describe('writes that another site asks for', () => {
  test.each([
    'https://example.com',
    'null',
    'http://ferro.test.evil.example',
    'http://evil-ferro.test',
    'http://ferro.test@evil.example',
    'http://ferro.test:81',
    'http://sub.ferro.test',
    'ferro.test',
    'file://',
    '',
    'http://ferro.test http://evil.example',
  ])('from «%s» are refused', async (origin) => {
    const before = JSON.stringify([...site.store.sections.values()]);
    const body = { sectionNumber: 77, title: 'a', content: 'b' };
    const response = await author.request('POST', '/api/sections', body, { origin });
    expect(response.status).toBe(403);
    expect(JSON.stringify([...site.store.sections.values()])).toBe(before);
    expect((await author.request('POST', '/trpc/sections.create', body, { origin })).status).toBe(403);
  });
});

describe('sessions', () => {
  test('a cookie planted before signing in is not the one that is signed in', async () => {
    const victim = site.visitor();
    victim.cookies.set('admin', 'piantato');
    const planted = site.visitor();
    planted.cookies.set('admin', 'piantato');
    const { cookies } = await site.administrator();
    victim.cookies.set('admin', cookies.get('admin') ?? '');
    expect((await victim.request('GET', '/api/sections')).status).toBe(200);
    expect((await planted.request('GET', '/api/sections')).status).toBe(401);
  });

  test('no single character of a cookie can be changed', async () => {
    const sealed = author.cookies.get('admin') ?? '';
    for (let at = 0; at < sealed.length - 1; at++) {
      const forger = site.visitor();
      const other = sealed[at] === 'A' ? 'B' : 'A';
      forger.cookies.set('admin', sealed.slice(0, at) + other + sealed.slice(at + 1));
      expect((await forger.request('GET', '/api/sections')).status, `character ${at}`).toBe(401);
    }
  });

  test('limits are not escaped by naming other addresses', async () => {
    const limited = await openTestSite({ env: { RATE_LIMITS: 'on' } });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 21; attempt++) {
      const headers = { 'x-forwarded-for': `10.0.0.${attempt}`, forwarded: `for=10.1.0.${attempt}` };
      const response = await limited.visitor().request('POST', '/api/redeem-code', { code: 'zzzz' }, headers);
      statuses.push(response.status);
    }
    await limited.close();
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(400));
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('files that unfold to more than they seem', () => {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    // The checksum is left wrong: libraries look at the size first.
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  /** A PNG of one grey, of so many pixels in a few kilobytes. */
  const png = (side: number) => {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(side, 0);
    header.writeUInt32BE(side, 4);
    header.set([1, 0, 0, 0, 0], 8);
    const rows = deflateSync(Buffer.alloc(Math.min(50_000_000, Math.ceil(side / 8 + 1) * side)));
    const signature = Buffer.from('89504e470d0a1a0a', 'hex');
    return Buffer.concat([
      signature,
      chunk('IHDR', header),
      chunk('IDAT', rows),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  };

  test.each([
    ['a picture of 900 million pixels', () => png(30_000)],
    ['a picture wider than any', () => png(2_000_000_000)],
    ['an archive', () => Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(2_000)])],
    ['a compressed file', () => Buffer.from('1f8b0800000000000003', 'hex')],
    [
      'entities that name entities',
      () =>
        Buffer.from(
          `<!DOCTYPE a [<!ENTITY b "${'neve'.repeat(99)}">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>`,
        ),
    ],
  ])('%s is refused', async (_title, make) => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(make())]), 'neve.png');
    const response = await author.request('POST', '/api/admin/uploads', form);
    expect([413, 415, 422]).toContain(response.status);
    expect(((await response.json()) as { message: string }).message).toMatch(/\p{L}{3}/u);
  });
});
