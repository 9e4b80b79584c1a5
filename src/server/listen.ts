import { createServer, type RequestListener, type Server } from 'node:http';

/** How long open requests may take to finish once the site is closing. */
const graceMs = 10_000;
const sweepMs = 50;

/**
 * Listens at the address. Slow senders are cut: headers within 15 s; a whole request within 30 minutes,
 * which an upload over a slow line needs.
 *
 * @throws the system's error when the address cannot be had (EADDRINUSE, EACCES)
 */
export async function listen(handle: RequestListener, port: number, host: string): Promise<Server> {
  const server = createServer(
    { headersTimeout: 15_000, requestTimeout: 30 * 60_000, keepAliveTimeout: 65_000 },
    handle,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}

/** Stops accepting, lets open requests finish, cuts those that do not within the grace. */
export async function stopListening(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection whose request has just been answered would stay open for the next one.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
