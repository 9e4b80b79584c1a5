import { toNodeHandler } from 'h3';
import pino from 'pino';
import { announce } from './src/server/announce.ts';
import { EnvError, readEnv } from './src/server/env.ts';
import { builtPages } from './src/server/http/pages.ts';
import { listen, stopListening } from './src/server/listen.ts';
import { folders, openSite } from './src/server/site.ts';
import { StoreError } from './src/server/store/store-error.ts';

/** Reads the environment, opens the site, listens; on SIGTERM or SIGINT finishes, folds and closes. */
async function main(): Promise<void> {
  const env = readEnv(process.env);
  const log = pino({ level: env.LOG_LEVEL });
  const site = await openSite(env, { log, renderPage: await builtPages(folders.client, env.PUBLIC_URL) });
  const server = await listen(toNodeHandler(site.app), env.PORT, env.HOST).catch(async (error: unknown) => {
    await site.close();
    throw error;
  });
  if (site.newPassword !== undefined) announce.password(site.newPassword);
  announce.online(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`);

  let closing = false;
  const close = async (signal: string) => {
    if (closing) return;
    closing = true;
    log.info({ signal }, 'closing');
    await stopListening(server);
    await site.close();
    log.info('closed');
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void close(signal));
  process.on('SIGINT', (signal) => void close(signal));
}

/** One clear line for what the author can mend; the whole error for what only we can. */
function explain(error: unknown): string {
  if (error instanceof EnvError || error instanceof StoreError) return error.message;
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
  announce.failure(explain(error));
  process.exit(1);
});
