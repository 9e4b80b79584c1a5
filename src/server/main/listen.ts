import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { BlockList, createServer as createSocketServer, isIPv6, type Socket } from 'node:net';
import { once } from 'node:events';
import { AppError } from '#shared/errors.ts';

/** How long calls (`/api`, `/trpc`) that arrived whole may take to be answered once the site is closing. */
const graceMs = 10_000;
/**
 * And whatever else is open: a file can be asked for again from where it stopped, a body that is still
 * arriving may never end. One listener on a slow line must not keep everybody waiting for the new start.
 */
const shortGraceMs = 500;
const sweepMs = 50;
/** Connections that may wait to be taken: a book club that comes at once, or a machine that is busy for a second. */
const backlog = 4_096;
const calls = /^\/(?:api|trpc)\//;

/** Against those who send or read slowly, or not at all. */
interface Patience {
  /** For a request's head. */
  headersMs: number;
  /** For a whole request, which an upload over a slow line needs. */
  requestMs: number;
  /**
   * For a connection on which nothing moves, one whose other end stopped reading included. Longer than the longest wait for
   * a reply without a stream; one that streams shows that it lives every ten seconds.
   */
  stalledMs: number;
  /** How often the first two are looked at. */
  checkMs: number;
}

const ordinary: Patience = {
  headersMs: 15_000,
  requestMs: 30 * 60_000,
  stalledMs: 3 * 60_000,
  checkMs: 5_000,
};

/**
 * Connections of one address at once. Behind one address may be a school, each pupil with a browser's six; this machine itself,
 * where a proxy stands that bounds its own, has no limit.
 */
const ordinaryCrowd = { most: 2_000, isExempt: isLoopback };
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Each server's open connections, with the request that is being answered on it. */
const connections = new WeakMap<Server, Map<Socket, IncomingMessage | undefined>>();

/**
 * Listens at the address. Who sends or reads too slowly is cut, see {@link Patience}.
 *
 * @throws the system's error when the address cannot be had (EADDRINUSE, EACCES)
 */
export async function listen(
  handle: RequestListener,
  port: number,
  host: string,
  patience: Patience = ordinary,
  crowd: { most: number; isExempt(address: string): boolean } = ordinaryCrowd,
): Promise<Server> {
  const server = createServer(
    {
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.checkMs,
      keepAliveTimeout: 65_000,
    },
    (request, response) => (hasOneHost(request) ? handle(request, response) : refuseHosts(response)),
  );
  server.timeout = patience.stalledMs;
  const open = new Map<Socket, IncomingMessage | undefined>();
  connections.set(server, open);
  const addresses = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const others = addresses.get(address) ?? 0;
    if (others >= crowd.most && !crowd.isExempt(address)) return void socket.destroy();
    addresses.set(address, others + 1);
    open.set(socket, undefined);
    socket.once('close', () => {
      open.delete(socket);
      const remaining = (addresses.get(address) ?? 1) - 1;
      if (remaining > 0) addresses.set(address, remaining);
      else addresses.delete(address);
    });
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    open.set(socket, request);
    response.once('close', () => open.has(socket) && open.set(socket, undefined));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog }, resolve);
  });
  return server;
}

/** Two `Host` headers are read as one by some and as the other by others: refused (RFC 9112, 3.2). */
function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts < 2;
}

function refuseHosts(response: ServerResponse): void {
  const { message, code } = new AppError('INVALID', 'La richiesta ha più di un’intestazione Host.');
  response.writeHead(400, {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    Connection: 'close',
  });
  response.end(JSON.stringify({ message, code }));
}

function isLoopback(address: string): boolean {
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Stops accepting, lets open requests finish, cuts those that do not within their grace. */
export async function stopListening(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection whose request has just been answered would stay open for the next one.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  const shortCut = setTimeout(() => {
    for (const [socket, request] of connections.get(server) ?? []) {
      if (!request?.complete || !calls.test(request.url ?? '')) socket.destroy();
    }
  }, shortGraceMs);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(shortCut);
  clearTimeout(cut);
}

/** Before anything is opened or written: another program may have the port. @throws the operating system's error */
export async function refuseTakenPort(port: number, host: string): Promise<void> {
  const probe = createSocketServer().listen(port, host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
