import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

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
export interface Patience {
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
): Promise<Server> {
  const server = createServer(
    {
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.checkMs,
      keepAliveTimeout: 65_000,
    },
    handle,
  );
  server.timeout = patience.stalledMs;
  const open = new Map<Socket, IncomingMessage | undefined>();
  connections.set(server, open);
  server.on('connection', (socket) => {
    open.set(socket, undefined);
    socket.once('close', () => open.delete(socket));
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
