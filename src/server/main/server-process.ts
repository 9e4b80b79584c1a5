import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { nodeHandler } from '../http/node-handler.ts';
import { announce } from './cli-output.ts';
import type { Env } from './env.ts';
import { listen, stopListening } from './listen.ts';
import type { Site } from './site.ts';

/**
 * The process that serves the site, from its first signal to its last. On SIGTERM and SIGINT: finishes open requests, closes the
 * site, exits.
 */
export function createServerProcess(env: Env, log: Logger) {
  let isLeaving = false;
  let server: Server | undefined;
  let running: Site | undefined;

  async function closeAndExit(reason: string): Promise<void> {
    if (isLeaving) return;
    isLeaving = true;
    log.info({ reason }, 'closing');
    if (server) await stopListening(server);
    await running?.close();
    log.info('closed');
    process.exit(0);
  }
  process.on('SIGTERM', (signal) => void closeAndExit(signal));
  process.on('SIGINT', (signal) => void closeAndExit(signal));

  return {
    /** Answers with the site from now on. */
    async serve(site: Site): Promise<void> {
      running = site;
      server = await listen(nodeHandler(site.app), env.PORT, env.HOST).catch(async (error: unknown) => {
        await site.close();
        throw error;
      });
      if (site.newPassword !== undefined) announce.password(site.newPassword);
      if (site.newCodes) announce.demoCodes(site.newCodes);
      const published = site.services.publishedCodes();
      if (published.length > 0 && env.DEMO_CODES !== 'published') announce.publishedCodes(published);
      announce.online(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`);
    },
  };
}
