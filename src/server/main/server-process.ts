import type { RequestListener, Server } from 'node:http';
import type { Logger } from 'pino';
import { nodeHandler } from '../http/node-handler.ts';
import type { Takeover } from '../storage/mirror/mirror.ts';
import { announce } from './cli-output.ts';
import { bucketSettings, type Env } from './env.ts';
import { listen, stopListening } from './listen.ts';
import type { Site } from './site.ts';

/**
 * The process that serves the site, from its first signal to its last. On SIGTERM and SIGINT, or when the lease is lost: finishes
 * open requests, closes the site, exits.
 */
export function createServerProcess(env: Env, log: Logger) {
  const leaving = new AbortController();
  let handle: RequestListener | undefined;
  let server: Server | undefined;
  let running: Site | undefined;

  async function closeAndExit(reason: string, status: number): Promise<void> {
    if (leaving.signal.aborted) return;
    leaving.abort();
    log.info({ reason }, 'closing');
    if (server) await stopListening(server);
    await running?.close();
    log.info('closed');
    process.exit(status);
  }
  process.on('SIGTERM', (signal) => void closeAndExit(signal, 0));
  process.on('SIGINT', (signal) => void closeAndExit(signal, 0));

  async function startListening(): Promise<void> {
    server ??= await listen((request, response) => handle?.(request, response), env.PORT, env.HOST);
  }

  return {
    /** On a machine with FAILOVER=on: answers that it waits, until the bucket's lease is its own. */
    async waitForLease(): Promise<Takeover | undefined> {
      const settings = bucketSettings(env);
      if (!env.FAILOVER || !settings) return undefined;
      // The only import of storage/failover, which can go with this method.
      const [{ standBy }, { answerStandingBy }] = await Promise.all([
        import('../storage/failover/standby.ts'),
        import('../storage/failover/standby-page.ts'),
      ]);
      handle = answerStandingBy;
      await startListening();
      announce.standingBy();
      return standBy({
        settings,
        leaseMs: env.LEASE_SECONDS * 1000,
        dataDir: env.DATA_DIR,
        // The service manager starts this process again, as the one that waits.
        onLost: () => void closeAndExit('another machine took over', 1),
        onEvent: (event, message) => log.warn(event, message),
        signal: leaving.signal,
      });
    },

    /** Answers with the site from now on. */
    async serve(site: Site): Promise<void> {
      running = site;
      handle = nodeHandler(site.app);
      await startListening().catch(async (error: unknown) => {
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
