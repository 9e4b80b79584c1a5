import type { H3 } from 'h3';
import type { Logger } from 'pino';
import { version } from '../../../package.json';
import { deflections, levelZero, nameDeflections, protagonist, unlocked } from '#content/book.ts';
import { modelPrices } from '#content/model-prices.ts';
import personaText from '#content/persona.md?raw';
import { publicLevel, publishedTexts, siteTexts } from '#content/site-texts.ts';
import * as voice from '#content/voice.ts';
import { createApp } from './app.ts';
import type { Context } from '../api/context.ts';
import { addDemoBook } from './demo.ts';
import { bucketSettings, type Env } from './env.ts';
import { preparePassword } from '../features/auth/auth.service.ts';
import { createRestoreService, finishRestore } from '../features/backup/restore.service.ts';
import { createChatService } from '../features/chat/chat.service.ts';
import { createGuard, everyLine } from '../spoilers/guard.ts';
import { createSpoilerCheck } from '../features/spoiler-check/spoiler-check.service.ts';
import { createRehearsal } from '../features/rehearsal/rehearsal.service.ts';
import { createChatEngine, type ChatEngineOptions } from '../talk/reply.ts';
import { createSummaries } from '../features/summaries/summaries.service.ts';
import { startMonitor } from '../features/health/monitor.ts';
import { openImageLibrary } from '../storage/files/images/library.ts';
import type { PicturePool } from '../storage/files/images/pool.ts';
import { openLocalFiles } from '../storage/files/local.ts';
import { startScrub } from '../storage/files/scrub.ts';
import { createLimits, noLimits } from '../http/limits.ts';
import type { RenderPage } from '../http/pages.ts';
import { createSealer } from '../http/seal.ts';
import { createGroqModel } from '../model/groq.ts';
import { createOfflineModel } from '../narrator/offline-model.ts';
import type { Mirror, MirrorOptions } from '../storage/mirror/mirror.ts';
import { createModelHealth, watchedModel } from '../model/health.ts';
import type { ChatModel, WritingModel } from '../model/types.ts';
import { createNarrator } from '../narrator/narrator.ts';
import { spokenLines } from '../narrator/voice.ts';
import { openApiDocument } from '../api/rest/openapi.ts';
import { loadSessionKey } from '../storage/store/session-key.ts';
import { realDisk } from '../storage/store/disk.ts';
import { openStore } from '../storage/store/store.ts';
import type { Store } from '../storage/store/types.ts';
import { createMaintenanceGate } from '../api/maintenance-gate.ts';

/** Paths below the project's folder, which is the working directory of every command. */
export const folders = { client: 'dist/client', media: 'src/content/media' } as const;

export interface Site {
  app: H3;
  store: Store;
  /** What procedures are called with, besides the caller: for callers without HTTP. */
  services: Omit<Context, 'caller'>;
  /** The administrator's password when this start made one: to be shown once. */
  newPassword: string | undefined;
  /** Finishes the replies being written, folds the journal and lets go of the database. */
  close(): Promise<void>;
}

export interface SiteOptions {
  log: Logger;
  renderPage: RenderPage;
  development?: boolean;
  /** Where the built client is; none in development. */
  clientDir?: string;
  /** On one of two machines with one bucket: the lease that allows this one to write. */
  failover?: MirrorOptions['failover'];
  /** Where pictures are decoded; without it in this process. */
  pictures?: PicturePool;
}

/** Opens everything the site is made of, in the order in which one needs the other. */
export async function openSite(env: Env, options: SiteOptions): Promise<Site> {
  const { log, renderPage, development = false, clientDir = folders.client, failover, pictures } = options;
  await realDisk.makeDirectory(env.DATA_DIR);
  const settings = bucketSettings(env);
  // Without a bucket neither its code nor the SDK is even loaded.
  if (settings) {
    const { refuseToCover } = await import('../storage/mirror/first-start.ts');
    await refuseToCover(env.DATA_DIR, settings);
  }
  const opened = await openStore({
    dataDir: env.DATA_DIR,
    onEvent: (event) => log.info({ event }, 'store'),
  });
  const store = failover?.fence(opened) ?? opened;
  let mirror: Mirror | undefined;
  try {
    if (env.DEMO) await addDemoBook(store);
    const newPassword = await preparePassword(store, env.ADMIN_PASSWORD);
    await finishRestore(store, env.UPLOADS_DIR);
    const local = await openLocalFiles(env.UPLOADS_DIR);
    mirror =
      settings &&
      (await import('../storage/mirror/mirror.ts')).startMirror({
        settings,
        store: opened,
        local,
        uploadsDir: env.UPLOADS_DIR,
        retention: { hours: env.KEEP_HOURS, days: env.KEEP_DAYS },
        leaseMs: env.LEASE_SECONDS * 1000,
        failover,
        onEvent: (event, message) => log.warn(event, message),
      });
    const files = mirror?.files ?? local;
    const images = await openImageLibrary({
      files,
      root: env.UPLOADS_DIR,
      work: pictures ?? (await import('../storage/files/images/work.ts')),
      onError: (err) => log.warn({ err }, 'smaller images failed'),
    });
    const key = await loadSessionKey(env.DATA_DIR, env.SESSION_SECRET);
    const lines = { ...voice, deflections, nameDeflections, levelZero, unlocked, name: protagonist.name };
    const offline = createOfflineModel(lines);
    const groq = provider(env);
    const health = createModelHealth();
    const model = groq ? watchedModel(groq, health) : offline;
    const persona = { name: protagonist.name, text: personaText };
    const guard = {
      release: createGuard(() => store.sections.values(), [personaText, spokenLines(lines)]),
      deflections,
    };
    const engineWith = (told?: ChatEngineOptions['onFailure']) =>
      createChatEngine({
        persona,
        model,
        fallback: offline,
        guard,
        onFailure: (error, failed) => {
          // Only what kind of failure it was: a provider's message may repeat the prompt.
          log.warn({ failure: error.failure, model: failed.name }, 'model failed');
          told?.(error, failed);
        },
      });
    const engine = engineWith();
    const chat = createChatService({ store, engine, narrator: createNarrator(lines) });
    const maintenanceGate = createMaintenanceGate();
    const scrub = startScrub({
      files: local,
      copyOf: mirror?.checksumOf,
      fetch: mirror?.fetch,
      onFound: ({ damaged, mended }) =>
        log.error({ damaged, mended }, 'uploaded files have changed on the disk'),
    });
    const summaries = createSummaries({
      store,
      enter: maintenanceGate.enter,
      model: groq,
      health,
      allowed: [protagonist.name],
      spoken: everyLine([personaText, spokenLines(lines)]),
      onFailure: (failure) => log.warn({ failure }, 'summary failed'),
    });
    const sections = () => store.sections.values();
    const rehearse = createRehearsal({
      sections,
      persona,
      model,
      freeModel: offline.name,
      engineWith,
      prices: modelPrices,
    });
    const spoilerCheck = createSpoilerCheck({
      store,
      persona,
      offline,
      guard,
      site: { publicLevel, published: publishedTexts, others: siteTexts },
      spoken: everyLine([personaText, spokenLines(lines)]),
      onFailure: (error) => log.error({ err: error }, 'spoiler check failed'),
    });
    const monitor = startMonitor(env.DATA_DIR);
    const restore = createRestoreService({
      store,
      files,
      images,
      maintenanceGate,
      quiet: () => chat.settled(),
      dataDir: env.DATA_DIR,
      uploadsDir: env.UPLOADS_DIR,
    });
    await restore.tidy();
    /** Sections that come back from a backup may have no summaries, or those of another text. */
    const thenSummarise = async (restored: Promise<void>) => {
      await restored;
      summaries.wake();
    };
    const services = {
      store,
      files,
      images,
      restore: {
        ...restore,
        apply: (planId: string) => thenSummarise(restore.apply(planId)),
        undo: () => thenSummarise(restore.undo()),
      },
      scrub,
      maintenanceGate,
      mirror,
      mediaDir: folders.media,
      chat,
      monitor,
      summaries,
      rehearse,
      spoilerCheck,
      model: { name: model.name, offline: groq === undefined, health },
      version,
      openApi: () => openApiDocument(version),
      startedAt: Date.now(),
    };
    const app = createApp({
      services,
      limits: env.RATE_LIMITS ? createLimits() : noLimits,
      sealer: createSealer(key),
      log,
      renderPage,
      publicUrl: env.PUBLIC_URL,
      trustedProxies: env.TRUST_PROXY,
      development,
      folders: { client: clientDir, uploads: env.UPLOADS_DIR, media: folders.media },
    });
    summaries.wake();
    const close = async () => {
      await Promise.all([summaries.stop(), spoilerCheck.cancel()]);
      monitor.close();
      await chat.settled();
      await scrub.stop();
      // The smaller file being made is made again at the next start: closing does not wait for it.
      await Promise.all([images.close(), pictures?.close()]);
      await mirror?.stop();
      await store.close();
    };
    return { app, store, services, newPassword, close };
  } catch (error) {
    await mirror?.stop();
    await store.close();
    throw error;
  }
}

function provider(env: Env): (ChatModel & WritingModel) | undefined {
  if (env.GROQ_API_KEY === undefined) return undefined;
  return createGroqModel({ apiKey: env.GROQ_API_KEY, baseUrl: env.GROQ_BASE_URL, model: env.GROQ_MODEL });
}
