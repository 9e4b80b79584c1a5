import type { inferRouterInputs } from '@trpc/server';
import { restTable, type RestRoute } from '#shared/rest.ts';
import { authRouter } from '../features/auth/auth.router.ts';
import { numbersRouter } from '../features/numbers/numbers.router.ts';
import { passkeysRouter } from '../features/auth/passkeys.router.ts';
import { backupRouter, restoreRouter } from '../features/backup/backup.router.ts';
import { binRouter } from '../features/bin/bin.router.ts';
import { bookRouter } from '../features/book/book.router.ts';
import { bookPackageRouter } from '../features/book-package/book-package.router.ts';
import { chatRouter } from '../features/chat/chat.router.ts';
import { rehearsalRouter } from '../features/rehearsal/rehearsal.router.ts';
import { galleryRouter } from '../features/gallery/gallery.router.ts';
import { healthRouter } from '../features/health/health.router.ts';
import { keepingRouter } from '../features/keeping/keeping.router.ts';
import { mediaRouter } from '../features/media/media.router.ts';
import { memoryCardsRouter } from '../features/memory-cards/memory-cards.router.ts';
import { modelSettingsRouter } from '../features/model-settings/model-settings.router.ts';
import { musicCodesRouter } from '../features/music-codes/music-codes.router.ts';
import { readersRouter } from '../features/readers/readers.router.ts';
import { referenceRouter } from '../features/reference/reference.router.ts';
import { sectionsRouter } from '../features/sections/sections.router.ts';
import { siteSettingsRouter } from '../features/site-settings/site-settings.router.ts';
import { spoilerCheckRouter } from '../features/spoiler-check/spoiler-check.router.ts';
import { summariesRouter } from '../features/summaries/summaries.router.ts';
import { unlockCodesRouter } from '../features/unlock-codes/unlock-codes.router.ts';
import { uploadsRouter } from '../features/uploads/uploads.router.ts';
import { createCallerFactory, router } from './trpc.ts';

export const appRouter = router({
  auth: authRouter,
  backup: backupRouter,
  bin: binRouter,
  book: bookRouter,
  bookPackage: bookPackageRouter,
  chat: chatRouter,
  gallery: galleryRouter,
  health: healthRouter,
  keeping: keepingRouter,
  media: mediaRouter,
  memoryCards: memoryCardsRouter,
  modelSettings: modelSettingsRouter,
  musicCodes: musicCodesRouter,
  numbers: numbersRouter,
  passkeys: passkeysRouter,
  readers: readersRouter,
  reference: referenceRouter,
  rehearsal: rehearsalRouter,
  restore: restoreRouter,
  sections: sectionsRouter,
  siteSettings: siteSettingsRouter,
  spoilerCheck: spoilerCheckRouter,
  summaries: summariesRouter,
  unlockCodes: unlockCodesRouter,
  uploads: uploadsRouter,
});

export type AppRouter = typeof appRouter;

type Inputs = inferRouterInputs<AppRouter>;

/** `'sections.list' | 'sections.create' | …`: every procedure of the router. */
type ProcedurePath = {
  [F in keyof Inputs]: keyof Inputs[F] extends infer Name extends string ? `${F}.${Name}` : never;
}[keyof Inputs];

/** Takes only a table with a row for every procedure and a procedure for every row. */
function requireEveryProcedure<Table extends Record<ProcedurePath, RestRoute>>(
  table: [Exclude<keyof Table, ProcedurePath>] extends [never] ? Table : never,
): Record<ProcedurePath, RestRoute> {
  return table;
}

/** The rows of the procedures: this line does not compile while the REST table and the router do not match. */
export const routes = requireEveryProcedure<typeof restTable>(restTable);

/** Calls procedures as `/trpc` does, for the REST adapter and for tests: `createCaller(context).sections.list()`. */
export const createCaller = createCallerFactory(appRouter);
