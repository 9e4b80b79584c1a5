import { readdir } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { createTRPCClient, httpBatchLink, httpBatchStreamLink, httpLink } from '@trpc/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppRouter } from '#server/api/router.ts';
import { nodeHandler } from '#server/http/node-handler.ts';
import { listen, stopListening } from '#server/main/listen.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let author: Person;
let server: Server;
beforeAll(async () => {
  site = await openTestSite();
  author = await site.administrator();
  server = await listen(nodeHandler(site.app), 0, '127.0.0.1');
}, 60_000);
afterAll(async () => {
  await stopListening(server);
  await site.close();
});

interface TrpcRefusal {
  error: { message: string; data: { code: string; httpStatus: number } };
}

const batchOf = (name: string, calls: number) => Array<string>(calls).fill(name).join();

describe('several calls in one request', () => {
  test('ten are answered, eleven refused before the first is done', async () => {
    const path = (calls: number) => `/trpc/${batchOf('gallery.list', calls)}?batch=1`;
    const ten = (await (await site.visitor().request('GET', path(10))).json()) as unknown[];
    expect(ten).toHaveLength(10);
    const refused = await site.visitor().request('GET', path(11));
    expect(refused.status).toBe(400);
    const { error } = (await refused.json()) as TrpcRefusal;
    expect(error.message).toBe('Al massimo 10 chiamate in una richiesta.');

    const tries = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [i, { code: 'qr4n-7mdx' }]));
    const before = site.store.users.size;
    const mutations = `/trpc/${batchOf('readers.redeem', 11)}?batch=1`;
    expect((await site.visitor().request('POST', mutations, tries)).status).toBe(400);
    expect(site.store.users.size).toBe(before);
  });

  test('a comma that is written as an escape divides calls too', async () => {
    const path = `/trpc/${Array(11).fill('gallery.list').join('%2C')}?batch=1`;
    expect((await site.visitor().request('GET', path)).status).toBe(400);
  });
});

describe('with each of tRPC’s links', () => {
  const links = { httpLink, httpBatchLink, httpBatchStreamLink };

  test.each(Object.entries(links))('%s: a redemption and a sign-in are remembered', async (_name, link) => {
    const cookies = new Map<string, string>();
    const client = createTRPCClient<AppRouter>({
      links: [
        link({
          url: 'http://ferro.test/trpc',
          fetch: async (address, request) => {
            const message = new Request(address, request);
            message.headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
            const response = await site.app.request(message);
            for (const line of response.headers.getSetCookie()) {
              const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
              cookies.set(name, value);
            }
            return response;
          },
        }),
      ],
    });
    expect(await client.readers.redeem.mutate({ code: 'qr4n-7mdx' })).toEqual({ maxSection: 1 });
    expect((await client.readers.progress.query()).maxSection).toBe(1);
    expect((await client.chat.send.mutate({ message: 'Ciao' })).response).not.toBe('');
    expect((await client.chat.history.query()).messages).toHaveLength(2);
    await expect(client.auth.login.mutate({ password: 'sbagliata' })).rejects.toThrow('Password errata.');
    expect(await client.auth.session.query()).toEqual({ authenticated: false });
  });
});

describe('what does not pass there', () => {
  test.each(['backup.database', 'backup.files', 'backup%2Edatabase'])(
    'a file (%s) is refused with its address, and nothing stays open',
    async (name) => {
      const folder = join(site.folder, 'data');
      const before = await readdir(folder);
      for (let time = 0; time < 5; time += 1) {
        const response = await author.request('GET', `/trpc/${name}`);
        expect(response.status).toBe(415);
        const { error } = (await response.json()) as TrpcRefusal;
        expect(error.message).toMatch(/^I file non passano da \/trpc: questa chiamata è GET \/api\/admin\//);
        expect(error.data.code).toBe('WRONG_TYPE');
      }
      expect(await readdir(folder)).toEqual(before);
      expect((await site.visitor().request('GET', `/trpc/${name}`)).status).toBe(401);
    },
  );

  test('a call that streams is refused before anything is done for it', async () => {
    const reader = await site.reader('qr4n-7mdx');
    const refused = await reader.request('POST', '/trpc/chat.stream', { message: 'Ciao' });
    expect(refused.status).toBe(415);
    expect(((await refused.json()) as TrpcRefusal).error.message).toContain('httpBatchStreamLink');
    expect(await (await reader.request('GET', '/api/chat/history')).json()).toEqual({ messages: [] });
  });

  test.each(['multipart/form-data; boundary=x', 'application/octet-stream'])(
    'a body of %s is not read',
    async (type) => {
      const answer = await answerToHead('/trpc/readers.redeem', type, 'Content-Length: 30000');
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(answer).toMatch(/^Connection: close\r$/im);
    },
  );
});

/** Sends a head and one byte of the body; gives what is answered as soon as something is. */
async function answerToHead(path: string, type: string, length: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const head = [`POST ${path} HTTP/1.1`, 'Host: ferro.test', `Content-Type: ${type}`, length];
  socket.write([...head, '', '{'].join('\r\n'));
  const [answer] = (await once(socket.setEncoding('latin1'), 'data')) as [string];
  socket.destroy();
  return answer;
}

describe('bodies', () => {
  const json = 'application/json';

  test.each([
    ['one larger than the call takes', '/trpc/readers.redeem', 413],
    ['one for the author, by somebody else', '/trpc/sections.create', 401],
    [
      'one of several, which the author’s would let be larger',
      '/trpc/readers.redeem,sections.create?batch=1',
      413,
    ],
  ])('%s is refused from its head alone', async (_title, path, status) => {
    const answer = await answerToHead(path, json, 'Content-Length: 3000000');
    expect(answer).toContain(path.includes('batch') ? `"httpStatus":${status}` : `HTTP/1.1 ${status} `);
  });

  test('one without a length is read as far as the call takes', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const head = ['POST /trpc/readers.redeem HTTP/1.1', 'Host: ferro.test', 'Content-Type: application/json'];
    socket.write([...head, 'Transfer-Encoding: chunked', '', ''].join('\r\n'));
    const piece = 'a'.repeat(16_000);
    for (let time = 0; time < 10; time += 1) socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
    const [answer] = (await once(socket.setEncoding('latin1'), 'data')) as [string];
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/^Connection: close\r$/im);
  });

  test('the author’s may be as large as under /api', async () => {
    const section = { sectionNumber: 90, title: 'Lunga', content: 'neve '.repeat(30_000) };
    expect((await author.request('POST', '/trpc/sections.create', section)).status).toBe(200);
  });
});

test.each(['/api', '/trpc'])(
  '%s: large bodies that never end take so much memory and no more, and ordinary ones are read',
  async (mount) => {
    const path = mount === '/api' ? '/api/redeem-code' : '/trpc/readers.redeem';
    const { port } = server.address() as AddressInfo;
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`;
    const refused: string[] = [];
    const sockets = Array.from({ length: 200 }, () => {
      const socket = connect(port, '127.0.0.1', () => socket.write(head));
      socket.setEncoding('latin1').on('data', (text: string) => void refused.push(text));
      socket.on('error', () => undefined);
      return socket;
    });
    // A busy machine takes its time to accept two hundred.
    await expect
      .poll(() => refused.length, { timeout: 20_000 })
      .toBe(200 - Math.floor((8 * 1024 * 1024) / 60_000));
    for (const answer of refused) {
      expect(answer).toMatch(/^HTTP\/1\.1 503 /);
      expect(answer).toMatch(/^Retry-After: \d+\r$/im);
    }
    const ordinary = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'qr4n-7mdx' }),
    });
    expect(ordinary.status).toBe(200);
    for (const socket of sockets) socket.destroy();
    // What the vanished held is free again.
    await expect
      .poll(
        async () => {
          const big = { code: 'x'.repeat(5_000) };
          return (await site.visitor().request('POST', '/api/redeem-code', big)).status;
        },
        { timeout: 20_000 },
      )
      .toBe(400);
  },
);
