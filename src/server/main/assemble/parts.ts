import type { Logger } from 'pino';
import { version } from '../../../../package.json';
import { openApiDocument } from '../../api/rest/openapi.ts';
import { createAppRouter, describeCalls, type AppRouter, type SiteParts } from '../../api/router.ts';
import { createArticles, type DrawArticle } from '../../features/articles/articles.service.ts';
import { openPasskeys } from '../../features/auth/passkeys.ts';
import { openSessions } from '../../features/auth/sessions.ts';
import type { BookService } from '../../features/book/book.service.ts';
import { availableMemoryBytes } from '../../features/keeping/policy.ts';
import { createModelSettings, modelNotices } from '../../features/model-settings/model-settings.service.ts';
import { createSiteSettings } from '../../features/site-settings/site-settings.service.ts';
import { createPairingCodes } from '../../features/readers/pairing-codes.ts';
import { createRefusalWatch } from '../../http/refusal-watch.ts';
import { writeBucketFile } from '../../storage/mirror/bucket-file.ts';
import { publishedCodes } from '../demo.ts';
import { bucketSettings, type Env } from '../env.ts';
import type { AuthorTools } from './author.ts';
import { mediaOf, type Data } from './data.ts';
import type { Encoding } from './encoder.ts';
import { modelEnvironment, type Talk } from './talk.ts';

interface Parts {
  data: Data;
  book: BookService;
  drawArticle: DrawArticle | undefined;
  encoding: Encoding;
  talk: Talk;
  tools: AuthorTools;
  log: Logger;
}

export function joinParts(
  env: Env,
  { data, book, drawArticle, encoding, talk, tools, log }: Parts,
): SiteParts {
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
    articles: createArticles({ store, images, files, book, draw: drawArticle }),
    book,
    chat,
    pairingCodes: createPairingCodes(),
    model: {
      get name() {
        return talk.model.name;
      },
      get offline() {
        return provider.chat === undefined;
      },
      health,
      notices: () => [...modelNotices(provider), ...encoding.notices()],
    },
    modelSettings: createModelSettings(provider, modelEnvironment(env)),
    siteSettings: openSiteSettings(env, data),
    mediaDir: mediaOf(env),
    version,
    refusals: createRefusalWatch(log),
    publishedCodes: () => publishedCodes(store),
    startedAt: performance.now(),
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
      tryOut: async (settings) =>
        (await import('../../storage/mirror/try-bucket.ts')).tryBucket(settings, env.DATA_DIR),
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
