import type { H3 } from 'h3';
import type { Logger } from 'pino';
import { version } from '../../../../package.json';
import { openApiDocument } from '../../api/rest/openapi.ts';
import { createAppRouter, describeCalls, type AppRouter, type SiteParts } from '../../api/router.ts';
import { openPasskeys } from '../../features/auth/passkeys.ts';
import { openSessions } from '../../features/auth/sessions.ts';
import type { BookOptions, BookService } from '../../features/book/book.service.ts';
import { availableMemoryBytes } from '../../features/keeping/policy.ts';
import { createModelSettings, modelNotices } from '../../features/model-settings/model-settings.service.ts';
import { createSiteSettings } from '../../features/site-settings/site-settings.service.ts';
import { createHandOvers } from '../../features/readers/hand-overs.ts';
import { createLimits, noLimits } from '../../http/limits.ts';
import { createRefusalWatch } from '../../http/refusal-watch.ts';
import type { RenderPage } from '../../http/pages.ts';
import { createSealer, type Sealer } from '../../http/seal.ts';
import { writeBucketFile } from '../../storage/mirror/bucket-file.ts';
import { keyFromSecret, loadOlderKeys, loadSessionKey } from '../../storage/store/session-key.ts';
import { createApp } from '../app.ts';
import { publishedCodes } from '../demo.ts';
import { bucketSettings, type Env } from '../env.ts';
import type { PageDrawer } from '../page-drawer.ts';
import type { AuthorTools } from './author.ts';
import { mediaFolder, mediaOf, type Data } from './data.ts';
import { modelEnvironment, type Talk } from './talk.ts';

/** Paths below the project's folder, which is the working directory of every command. */
export const folders = { client: 'dist/client', media: mediaFolder } as const;

/** What draws the pages of a book, and puts them in the place of those before. */
interface Drawing extends PageDrawer {
  show: NonNullable<BookOptions['show']>;
}

export interface HttpOptions {
  log: Logger;
  renderPage: RenderPage;
  /** How pages are drawn when the author publishes, and shown; without it the browser draws them. */
  drawing?: Drawing;
  development?: boolean;
  /** Where the built client is; none in development. */
  clientDir?: string;
}

interface Parts {
  data: Data;
  book: BookService;
  talk: Talk;
  tools: AuthorTools;
  log: Logger;
}

export function joinParts(env: Env, { data, book, talk, tools, log }: Parts): SiteParts {
  const { store, files, images, mirror, scrub } = data;
  const { chat, health, provider } = talk;
  return {
    store,
    sessions: openSessions(store),
    passkeys: openPasskeys(store, () => book.published.book.title),
    bookWords: () => {
      const { book: about, character } = book.published;
      return [about.title, about.author, character.name];
    },
    files,
    images,
    mirror,
    scrub,
    ...tools,
    book,
    chat,
    handOvers: createHandOvers(),
    model: {
      get name() {
        return talk.model.name;
      },
      get offline() {
        return provider.chat === undefined;
      },
      health,
      notices: () => modelNotices(provider),
    },
    modelSettings: createModelSettings(provider, modelEnvironment(env)),
    siteSettings: openSiteSettings(env, data),
    mediaDir: mediaOf(env),
    version,
    refusals: createRefusalWatch(log),
    publishedCodes: () => publishedCodes(store),
    startedAt: Date.now(),
  };
}

function openSiteSettings(env: Env, { store, mirror }: Data) {
  return createSiteSettings({
    store,
    bucket: {
      get settings() {
        return mirror.settings;
      },
      isFixed: bucketSettings(env) !== undefined,
      tryOut: async (settings) => (await import('../../storage/mirror/try-bucket.ts')).tryBucket(settings),
      async use(settings) {
        await writeBucketFile(env.DATA_DIR, settings);
        await mirror.use(settings);
      },
    },
    machine: {
      address: env.PUBLIC_URL ?? '',
      port: env.PORT,
      isSecure: env.PUBLIC_URL?.startsWith('https:') ?? false,
      memoryBytes: availableMemoryBytes(),
      dataDir: env.DATA_DIR,
      version,
    },
  });
}

/** Every procedure, once no row of the REST table lets others in than its procedure does. */
export function openRouter(site: SiteParts): AppRouter {
  const router: AppRouter = createAppRouter(site, () => openApiDocument(calls, version));
  const calls = describeCalls(router);
  return router;
}

export async function openHttp(
  env: Env,
  site: SiteParts,
  router: AppRouter,
  { log, renderPage, development = false, clientDir = folders.client }: HttpOptions,
): Promise<H3> {
  return createApp({
    site,
    router,
    limits: env.RATE_LIMITS ? createLimits() : noLimits,
    sealer: await openSealer(env),
    log,
    renderPage,
    publicUrl: env.PUBLIC_URL,
    trustedProxies: env.TRUST_PROXY,
    development,
    folders: { client: clientDir, uploads: env.UPLOADS_DIR, media: mediaOf(env) },
  });
}

/** The keys of the environment or those of the data folder; never both, or a key that was left would open what it sealed. */
async function openSealer({ DATA_DIR, SESSION_SECRET, SESSION_SECRET_OLD }: Env): Promise<Sealer> {
  const key = await loadSessionKey(DATA_DIR, SESSION_SECRET);
  const older = SESSION_SECRET_OLD === undefined ? [] : [keyFromSecret(SESSION_SECRET_OLD)];
  if (SESSION_SECRET === undefined) older.push(...(await loadOlderKeys(DATA_DIR)).map((one) => one.key));
  return createSealer(key, older);
}
