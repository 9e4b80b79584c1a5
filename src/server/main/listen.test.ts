import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { listen, refuseTakenPort, stopListening } from './listen.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Opens a connection, sends the words and waits until the server has taken them. */
async function send(server: Server, words: string): Promise<{ socket: Socket; said: () => string }> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
  // A cut is what these tests look for.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const taken = words.includes('\r\n\r\n') ? once(server, 'request') : undefined;
  socket.write(words);
  await taken;
  return { socket, said: () => said };
}

/** Resolves when it is closed, by whatever means. */
const closing = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

test('a stop waits for a call, not for a slow reader of a file or a body that does not end', async () => {
  let answer: () => void = () => undefined;
  const server = await listen(
    (request, response) => {
      response.writeHead(200);
      response.write('prima');
      if (request.url === '/api/chat') answer = () => response.end(' e dopo');
    },
    0,
    '127.0.0.1',
  );
  const call = await send(server, 'GET /api/chat HTTP/1.1\r\nHost: a\r\n\r\n');
  const file = await send(server, 'GET /public-objects/audio/a.mp3 HTTP/1.1\r\nHost: a\r\n\r\n');
  const body = await send(server, 'POST /api/sections HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{');
  const headers = await send(server, 'GET /api/health HTTP/1.1\r\nHos');
  await vi.waitFor(() => expect(call.said()).toContain('prima'));

  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  const stopped = stopListening(server);
  const cut = [file, body, headers].map(({ socket }) => closing(socket));
  vi.advanceTimersByTime(500);
  await Promise.all(cut);
  expect(call.socket.destroyed).toBe(false);
  const ended = once(call.socket, 'end');
  answer();
  vi.advanceTimersByTime(50);
  await Promise.all([stopped, ended]);
  expect(call.said()).toContain(' e dopo');
});

test('a call that is never answered is cut at the end of the grace', async () => {
  const server = await listen(() => undefined, 0, '127.0.0.1');
  const { socket } = await send(server, 'GET /api/chat HTTP/1.1\r\nHost: a\r\n\r\n');
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  const stopped = stopListening(server);
  vi.advanceTimersByTime(9_999);
  expect(socket.destroyed).toBe(false);
  const closed = closing(socket);
  vi.advanceTimersByTime(1);
  await Promise.all([stopped, closed]);
});

/** Milliseconds instead of minutes. */
const hurried = { headersMs: 150, requestMs: 400, stalledMs: 300, checkMs: 25 };

test.each([
  ['a head that never ends', 'GET / HTTP/1.1\r\nHost: a\r\nX-A: '],
  ['a body that never ends', 'POST /api/chat HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\n{'],
])('%s is cut however long it drips, and others are answered meanwhile', async (_what, words) => {
  const server = await listen(
    (request, response) => void (request.url === '/x' && response.end('ecco')),
    0,
    '127.0.0.1',
    hurried,
  );
  const { socket } = await send(server, words);
  const drip = setInterval(() => socket.writable && socket.write('a'), 20);
  const { said } = await send(server, 'GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  await closing(socket);
  clearInterval(drip);
  expect(said()).toContain('ecco');
  await stopListening(server);
});

test('who asks and never reads is cut, and what was to be sent waits no longer', async () => {
  let ended = false;
  const server = await listen(
    (_request, response) => {
      response.once('close', () => (ended = true));
      // More than the two systems keep between them.
      response.end(Buffer.alloc(64 * 1024 * 1024));
    },
    0,
    '127.0.0.1',
    hurried,
  );
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.on('error', () => undefined);
  socket.write('GET /x HTTP/1.1\r\nHost: a\r\n\r\n');
  await vi.waitFor(() => expect(ended).toBe(true), { timeout: 10_000 });
  socket.destroy();
  await stopListening(server);
});

test('a connection on which nothing was ever said is let go', async () => {
  const server = await listen(() => undefined, 0, '127.0.0.1', hurried);
  const { socket } = await send(server, '');
  socket.resume();
  await closing(socket);
  await stopListening(server);
});

test('one address has so many connections and no more, until one of them is closed', async () => {
  const crowd = { most: 2, isExempt: () => false };
  const server = await listen((_, response) => response.end('ciao'), 0, '127.0.0.1', undefined, crowd);
  onTestFinished(() => stopListening(server));
  const words = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  const first = await send(server, words);
  await send(server, words);
  const third = connect((server.address() as AddressInfo).port, '127.0.0.1');
  third.on('error', () => undefined);
  await closing(third);
  first.socket.destroy();
  await vi.waitFor(
    () =>
      new Promise<number>((resolve, reject) => {
        server.getConnections((error, count) =>
          error || count !== 1 ? reject(new Error('open')) : resolve(count),
        );
      }),
    10_000,
  );
  const { said } = await send(server, words);
  await vi.waitFor(() => expect(said()).toContain('ciao'));
});

test('a proxy on this machine brings everybody’s connections', async () => {
  const crowd = { most: 1, isExempt: (address: string) => address === '127.0.0.1' };
  const server = await listen((_, response) => response.end('ciao'), 0, '127.0.0.1', undefined, crowd);
  onTestFinished(() => stopListening(server));
  for (let number = 0; number < 5; number += 1) {
    const { said } = await send(server, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await vi.waitFor(() => expect(said()).toContain('ciao'));
  }
});

test('a request with two Host headers is refused before anybody reads one of them', async () => {
  const handle = vi.fn((_: unknown, response: ServerResponse) => void response.end('ciao'));
  const server = await listen(handle, 0, '127.0.0.1');
  onTestFinished(() => stopListening(server));
  const { said, socket } = await send(server, 'GET / HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n');
  await closing(socket);
  expect(said()).toMatch(
    /^HTTP\/1\.1 400 [^]*\{"message":"La richiesta ha più di un’intestazione Host\.","code":"INVALID"\}/,
  );
  expect(handle).not.toHaveBeenCalled();
});

test('a port that another program has is told before anything is opened', async () => {
  const server = await listen(() => undefined, 0, '127.0.0.1');
  const { port } = server.address() as AddressInfo;
  await expect(refuseTakenPort(port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await stopListening(server);
  await refuseTakenPort(port, '127.0.0.1');
  const again = await listen(() => undefined, port, '127.0.0.1');
  await stopListening(again);
});
