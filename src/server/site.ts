import { mkdir } from 'node:fs/promises';
import type { H3 } from 'h3';
import type { Logger } from 'pino';
import { version } from '../../package.json';
import { deflections, levelZero, nameDeflections, protagonist, unlocked } from '../content/book.ts';
import personaText from '../content/persona.md?raw';
import * as voice from '../content/voice.ts';
import { createApp } from './app.ts';
import type { Context } from './context.ts';
import { addDemoBook } from './demo.ts';
import type { Env } from './env.ts';
import { preparePassword } from './features/auth/auth.service.ts';
import { createChatService } from './features/chat/chat.service.ts';
import { createGuard } from './features/chat/guard.ts';
import { createChatEngine } from './features/chat/reply.ts';
import { openLocalFiles } from './files/local.ts';
import { createLimits, noLimits } from './http/limits.ts';
import type { RenderPage } from './http/pages.ts';
import { createSealer } from './http/seal.ts';
import { createGroqModel } from './model/groq.ts';
import { createOfflineModel } from './model/offline.ts';
import { createNarrator } from './model/offline/narrator.ts';
import { spokenLines } from './model/offline/voice.ts';
import type { ChatModel } from './model/types.ts';
import { loadSessionKey } from './store/session-key.ts';
import { openStore } from './store/store.ts';
import type { Store } from './store/types.ts';

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
}

/** Opens everything the site is made of, in the order in which one needs the other. */
export async function openSite(env: Env, options: SiteOptions): Promise<Site> {
  const { log, renderPage, development = false, clientDir = folders.client } = options;
  await mkdir(env.DATA_DIR, { recursive: true });
  const store = await openStore({
    dataDir: env.DATA_DIR,
    onEvent: (event) => log.info({ event }, 'store'),
  });
  try {
    if (env.DEMO) await addDemoBook(store);
    const newPassword = await preparePassword(store, env.ADMIN_PASSWORD);
    const files = await openLocalFiles(env.UPLOADS_DIR);
    const key = await loadSessionKey(env.DATA_DIR, env.SESSION_SECRET);
    const lines = { ...voice, deflections, nameDeflections, levelZero, unlocked, name: protagonist.name };
    const offline = createOfflineModel(lines);
    const model = provider(env) ?? offline;
    const engine = createChatEngine({
      persona: { name: protagonist.name, text: personaText },
      model,
      fallback: offline,
      guard: {
        release: createGuard(() => store.sections.values(), [personaText, spokenLines(lines)]),
        deflections,
      },
      // Only what kind of failure it was: a provider's message may repeat the prompt.
      onFailure: ({ failure }, { name }) => log.warn({ failure, model: name }, 'model failed'),
    });
    const chat = createChatService({ store, engine, narrator: createNarrator(lines) });
    const services = { store, files, chat, model: { name: model.name }, version, startedAt: Date.now() };
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
    const close = async () => {
      await chat.settled();
      await store.close();
    };
    return { app, store, services, newPassword, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function provider(env: Env): ChatModel | undefined {
  if (env.GROQ_API_KEY === undefined) return undefined;
  return createGroqModel({ apiKey: env.GROQ_API_KEY, baseUrl: env.GROQ_BASE_URL, model: env.GROQ_MODEL });
}
