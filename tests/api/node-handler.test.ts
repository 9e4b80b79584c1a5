import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { H3 } from 'h3';
import { FastResponse } from 'srvx';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen, stopListening } from '#server/main/listen.ts';
import { nodeHandler } from '#server/http/node-handler.ts';
import { promisify } from 'node:util';

async function serve(app: H3): Promise<Server> {
  const server = await listen(nodeHandler(app), 0, '127.0.0.1');
  onTestFinished(() => stopListening(server));
  return server;
}

async function connection(server: Server) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let said = '';
  socket.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(socket, 'connect');
  return { socket, said: () => said };
}

const openConnections = (server: Server) => promisify(server.getConnections.bind(server))();
const getRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

test('of requests one behind the other each is begun when the one before has been answered', async () => {
  const begun: string[] = [];
  const answers = new Map<string, () => void>();
  const app = new H3().all('/**', async (event) => {
    const { pathname } = event.url;
    begun.push(pathname);
    await new Promise<void>((resolve) => answers.set(pathname, resolve));
    return new FastResponse(`ecco ${pathname}`);
  });
  const server = await serve(app);
  const { socket, said } = await connection(server);
  socket.write(getRequest('/1') + getRequest('/2') + getRequest('/3'));
  await vi.waitFor(() => expect(begun).toEqual(['/1']));
  answers.get('/1')?.();
  await vi.waitFor(() => expect(begun).toEqual(['/1', '/2']));
  answers.get('/2')?.();
  await vi.waitFor(() => expect(said()).toContain('ecco /2'));
  // Who goes away has the rest begun for nobody.
  const { length } = begun;
  socket.destroy();
  answers.get('/3')?.();
  await expect.poll(() => openConnections(server)).toBe(0);
  expect(begun.length).toBeLessThanOrEqual(length + 1);
});

test.each([
  ['one of srvx', () => new FastResponse('troppo', { status: 413 })],
  ['one of fetch', () => new Response('troppo', { status: 413 })],
])('who is refused while still sending may send on and reads the refusal: %s', async (_kind, refuse) => {
  const app = new H3().all('/**', refuse);
  const { socket, said } = await connection(await serve(app));
  const failures: Error[] = [];
  socket.on('error', (error) => failures.push(error));
  const body = Buffer.alloc(6_000_000, 'a');
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`);
  await vi.waitFor(() => expect(said()).toContain('troppo'));
  expect(said()).toContain('Connection: close');
  socket.write(body);
  await once(socket, 'close');
  expect(failures).toEqual([]);
});

test('a body in memory goes out with its length and the headers that were added to it', async () => {
  const app = new H3().all('/**', () => {
    const response = new FastResponse('perché', { status: 201, headers: { 'Content-Type': 'text/plain' } });
    for (const cookie of ['a=1', 'b=2']) response.headers.append('Set-Cookie', cookie);
    return response;
  });
  const { socket, said } = await connection(await serve(app));
  socket.write(getRequest('/'));
  await vi.waitFor(() => expect(said()).toContain('perché'));
  expect(said()).toMatch(/^HTTP\/1\.1 201 /);
  expect(said()).toContain('content-length: 7\r\n');
  expect(said()).toContain('set-cookie: a=1\r\nset-cookie: b=2\r\n');
  socket.destroy();
});

test('an answer that breaks off half-way ends the connection: nobody takes it for the whole', async () => {
  const app = new H3().all('/**', () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('prima '));
        controller.error(new Error('rotto'));
      },
    });
    return new Response(body);
  });
  const { socket, said } = await connection(await serve(app));
  socket.on('error', () => undefined);
  socket.write(getRequest('/'));
  await once(socket, 'close');
  expect(said()).not.toContain('\r\n0\r\n\r\n');
});
