import type { H3 } from 'h3';
import { builtInBook } from '#content/built-in-book.ts';
import { neutralBook } from '#content/neutral-book.ts';
import type { Caller } from '../api/context.ts';
import type { AppRouter, SiteParts } from '../api/router.ts';
import type { Store } from '../storage/store/types.ts';
import { createBookService } from '../features/book/book.service.ts';
import { openAuthorTools } from './assemble/author.ts';
import { openData, type DataOptions } from './assemble/data.ts';
import { openEncoding, type Encoding } from './assemble/encoder.ts';
import { joinParts, openRouter } from './assemble/parts.ts';
import { openTalk } from './assemble/talk.ts';
import { createApp, type HttpOptions } from './app.ts';
import { createShutdown } from './shutdown.ts';
import type { DemoCode } from './demo.ts';
import type { Env } from './env.ts';

export interface Site {
  app: H3;
  store: Store;
  services: SiteParts;
  encoding: Encoding;
  /** The procedures for callers without HTTP: `site.callAs(caller).sections.list()`. */
  callAs(caller: Caller): ReturnType<AppRouter['createCaller']>;
  /** The administrator's password when this start made one: to be shown once. */
  newPassword: string | undefined;
  /** The demonstration's codes when this start made them: to be shown once. */
  newCodes: DemoCode[] | undefined;
  /** Finishes the replies being written, folds the journal and lets go of the database. */
  close(): Promise<void>;
}

interface SiteOptions extends DataOptions, HttpOptions {
  /** Which build of the site this is; another one's first start copies everything. */
  build?: string;
  /** The program of the encoder's thread; without it the site has no encoder. */
  encoderThread?: URL;
}

/** Opens the parts of the site, each of which closes after those that need it; a part that fails closes them all. */
export async function openSite(env: Env, options: SiteOptions): Promise<Site> {
  const { log, drawing, build, encoderThread: script } = options;
  const shutdown = createShutdown();
  try {
    const data = await openData(env, options, shutdown);
    const { store, images, files, newPassword, newCodes } = data;
    const book = createBookService({
      store,
      images,
      files,
      initial: env.DEMO ? builtInBook : neutralBook,
      hasEncyclopedia: env.DEMO,
      draw: drawing?.draw,
      show: drawing?.show,
    });
    if (!env.DEMO) await book.opening.awaitPublishing();
    shutdown.add(() => drawing?.close());
    // Where it is not the one that the pages were built with, they are drawn before the site answers.
    if (book.published !== builtInBook) await book.refresh();
    const encoding = await openEncoding({ store, dataDir: env.DATA_DIR, script, log }, shutdown);
    const talk = await openTalk(env, store, book, encoding, log, shutdown);
    const tools = await openAuthorTools(env, { data, book, encoding, talk, log, build }, shutdown);
    const services = joinParts(env, {
      data,
      book,
      drawArticle: drawing?.drawArticle,
      encoding,
      talk,
      tools,
      log,
    });
    const router = openRouter(services);
    const app = await createApp(env, services, router, options);
    const callAs = (caller: Caller) => router.createCaller({ caller, gate: services.maintenanceGate });
    tools.summaries.wake();
    tools.cardsWriting.wake();
    return { app, store, services, encoding, callAs, newPassword, newCodes, close: shutdown.close };
  } catch (error) {
    await shutdown.close().catch((err: unknown) => log.error({ err }, 'closing failed'));
    throw error;
  }
}
