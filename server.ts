import type { RequestListener, Server } from 'node:http';
import pino from 'pino';
import { announce } from './src/server/main/announce.ts';
import { BucketError } from './src/server/storage/bucket/types.ts';
import { bucketSettings, EnvError, readEnv } from './src/server/main/env.ts';
import { openPicturePool } from './src/server/storage/files/images/pool.ts';
import { nodeHandler } from './src/server/http/node-handler.ts';
import { builtPages } from './src/server/http/pages.ts';
import { listen, stopListening } from './src/server/main/listen.ts';
import { folders, openSite, type Site } from './src/server/main/site.ts';
import type { Takeover } from './src/server/storage/mirror/mirror.ts';
import { StoreError } from './src/server/storage/store/store-error.ts';

/** Reads the environment, opens the site, listens; on SIGTERM or SIGINT finishes, folds and closes. */
async function main(): Promise<void> {
  const env = readEnv(process.env);
  const log = pino({ level: env.LOG_LEVEL });
  let handle: RequestListener | undefined;
  const running: { site?: Site } = {};
  let server: Server | undefined;
  const leaving = new AbortController();
  const close = async (reason: string, status: number) => {
    if (leaving.signal.aborted) return;
    leaving.abort();
    log.info({ reason }, 'closing');
    if (server) await stopListening(server);
    await running.site?.close();
    log.info('closed');
    process.exit(status);
  };
  process.on('SIGTERM', (signal) => void close(signal, 0));
  process.on('SIGINT', (signal) => void close(signal, 0));
  const start = async () => {
    server = await listen((request, response) => handle?.(request, response), env.PORT, env.HOST);
  };

  const settings = bucketSettings(env);
  let failover: Takeover | undefined;
  if (env.FAILOVER && settings) {
    // The only import of storage/failover, which can go with these lines.
    const [{ standBy }, { answerStandingBy }] = await Promise.all([
      import('./src/server/storage/failover/standby.ts'),
      import('./src/server/storage/failover/standby-page.ts'),
    ]);
    handle = answerStandingBy;
    await start();
    announce.standingBy();
    failover = await standBy({
      settings,
      leaseMs: env.LEASE_SECONDS * 1000,
      dataDir: env.DATA_DIR,
      // Whoever starts us again starts us as the one that waits.
      onLost: () => void close('another machine took over', 1),
      onEvent: (event, message) => log.warn(event, message),
      signal: leaving.signal,
    });
  }
  const opened = await openSite(env, {
    log,
    renderPage: await builtPages(folders.client, env.PUBLIC_URL),
    failover,
    pictures: openPicturePool(new URL('./picture-process.js', import.meta.url), {
      onFailure: (err) => log.warn({ err }, 'the process that opens pictures failed'),
    }),
  });
  running.site = opened;
  handle = nodeHandler(opened.app);
  if (!server) {
    await start().catch(async (error: unknown) => {
      await opened.close();
      throw error;
    });
  }
  if (opened.newPassword !== undefined) announce.password(opened.newPassword);
  announce.online(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`);
}

/** One clear line for what the author can mend; the whole error for what only we can. */
function explain(error: unknown): string {
  if (error instanceof EnvError || error instanceof StoreError || error instanceof BucketError)
    return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'La porta è già occupata da un altro programma: scegline un’altra con PORT.';
  }
  // A file or a folder that this user may not read or write, that is no folder, or on a disk that is full.
  if (error instanceof Error && 'path' in error && 'syscall' in error) {
    return `Il sito non può usare ${String(error.path)}: ${error.message}`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error: unknown) => {
  // Told to end while it was waiting.
  if (error instanceof Error && error.name === 'AbortError') return;
  announce.failure(explain(error));
  process.exit(1);
});
