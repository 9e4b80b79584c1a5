import type { inferRouterInputs } from '@trpc/server';
import { restTable, type ProcedureName } from '#shared/rest.ts';
import type { RestRoute } from '#shared/rest-route.ts';
import type { RefusalWatch } from '#server/http/refusal-watch.ts';
import type { ImageLibrary } from '#server/storage/files/images/library.ts';
import type { Scrub } from '#server/storage/files/scrub.ts';
import type { FileStore } from '#server/storage/files/types.ts';
import type { Mirror } from '#server/storage/mirror/mirror.ts';
import type { Store } from '#server/storage/store/types.ts';
import { authRouter } from '../features/auth/auth.router.ts';
import type { AuthServices } from '../features/auth/auth.service.ts';
import { passkeysRouter } from '../features/auth/passkeys.router.ts';
import { backupRouter, restoreRouter } from '../features/backup/backup.router.ts';
import type { Copies } from '../features/backup/copies.ts';
import type { RestoreService } from '../features/backup/restore.service.ts';
import { binRouter } from '../features/bin/bin.router.ts';
import { bookPackageRouter } from '../features/book-package/book-package.router.ts';
import type { BookPackageService } from '../features/book-package/book-package.service.ts';
import { bookRouter } from '../features/book/book.router.ts';
import type { BookService } from '../features/book/book.service.ts';
import { chatRouter } from '../features/chat/chat.router.ts';
import type { ChatService } from '../features/chat/chat.service.ts';
import { galleryRouter } from '../features/gallery/gallery.router.ts';
import { healthRouter } from '../features/health/health.router.ts';
import type { HealthServices } from '../features/health/health.service.ts';
import { keepingRouter } from '../features/keeping/keeping.router.ts';
import type { KeepingService } from '../features/keeping/keeping.service.ts';
import { mediaRouter } from '../features/media/media.router.ts';
import { memoryCardsRouter } from '../features/memory-cards/memory-cards.router.ts';
import type { MemoryCardsServices } from '../features/memory-cards/memory-cards.service.ts';
import type { CardsWritingService } from '../features/memory-cards/writing/cards-writing.ts';
import { modelSettingsRouter } from '../features/model-settings/model-settings.router.ts';
import type { ModelSettingsService } from '../features/model-settings/model-settings.service.ts';
import { musicCodesRouter } from '../features/music-codes/music-codes.router.ts';
import { numbersRouter } from '../features/numbers/numbers.router.ts';
import type { PairingCodes } from '../features/readers/pairing-codes.ts';
import { readersRouter } from '../features/readers/readers.router.ts';
import { referenceRouter } from '../features/reference/reference.router.ts';
import { rehearsalRouter } from '../features/rehearsal/rehearsal.router.ts';
import type { Rehearse } from '../features/rehearsal/rehearsal.service.ts';
import { sectionsRouter } from '../features/sections/sections.router.ts';
import { siteSettingsRouter } from '../features/site-settings/site-settings.router.ts';
import type { SiteSettingsService } from '../features/site-settings/site-settings.service.ts';
import { spoilerCheckRouter } from '../features/spoiler-check/spoiler-check.router.ts';
import type { SpoilerCheckService } from '../features/spoiler-check/spoiler-check.service.ts';
import { summariesRouter } from '../features/summaries/summaries.router.ts';
import type { SummariesService } from '../features/summaries/summaries.service.ts';
import { unlockCodesRouter } from '../features/unlock-codes/unlock-codes.router.ts';
import { uploadsRouter } from '../features/uploads/uploads.router.ts';
import type { MaintenanceGate } from './maintenance-gate.ts';
import { router, type Description } from './trpc.ts';

/** What the site is made of; each router is given what it works with, and no more. */
export interface SiteParts extends AuthServices, Omit<HealthServices, 'store'> {
  maintenanceGate: MaintenanceGate;
  refusals: RefusalWatch;
  store: Store;
  files: FileStore;
  images: ImageLibrary;
  mirror: Mirror;
  scrub: Scrub;
  mediaDir: string | undefined;
  book: BookService;
  bookPackage: BookPackageService;
  chat: ChatService;
  spoken: MemoryCardsServices['spoken'];
  cardsWriting: CardsWritingService;
  copies: Copies;
  pairingCodes: PairingCodes;
  keeping: KeepingService;
  modelSettings: ModelSettingsService;
  rehearse: Rehearse;
  restore: RestoreService;
  siteSettings: SiteSettingsService;
  spoilerCheck: SpoilerCheckService;
  summaries: SummariesService;
}

/** Every procedure of the site. @param openApi their description, as an OpenAPI document */
export function createAppRouter(site: SiteParts, openApi: () => Record<string, unknown>) {
  const { store, files, images, mirror, book, chat, keeping, modelSettings, restore, summaries } = site;
  const { sessions, passkeys, copies } = site;
  return router({
    auth: authRouter({ store, sessions, bookWords: site.bookWords }),
    backup: backupRouter({ store, files, restore, copies, scrub: site.scrub, mirror }),
    bin: binRouter({ store, summaries }),
    book: bookRouter(book),
    bookPackage: bookPackageRouter(site.bookPackage),
    chat: chatRouter({ chat, book }),
    gallery: galleryRouter({ store, images }),
    health: healthRouter(site),
    keeping: keepingRouter(keeping),
    media: mediaRouter({ store, files, mirror, mediaDir: site.mediaDir, book }),
    memoryCards: memoryCardsRouter({ store, spoken: site.spoken }, site.cardsWriting),
    modelSettings: modelSettingsRouter(modelSettings),
    musicCodes: musicCodesRouter(store),
    numbers: numbersRouter({ store, files, book, modelSettings }),
    passkeys: passkeysRouter({ passkeys, sessions }),
    readers: readersRouter({ store, chat, keeping, pairingCodes: site.pairingCodes }),
    reference: referenceRouter(openApi),
    rehearsal: rehearsalRouter(site.rehearse),
    restore: restoreRouter({ store, files, book, restore, copies, scrub: site.scrub, mirror, summaries }),
    sections: sectionsRouter({ store, summaries, copies }),
    siteSettings: siteSettingsRouter(site.siteSettings),
    spoilerCheck: spoilerCheckRouter(site.spoilerCheck),
    summaries: summariesRouter(summaries),
    unlockCodes: unlockCodesRouter(store),
    uploads: uploadsRouter({ store, files, images }),
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

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

/**
 * What each call says of itself.
 *
 * @throws Error when a procedure lets others in than its row of the REST table, by which strangers are refused unread
 */
export function describeCalls(appRouter: AppRouter): Record<ProcedureName, Description> {
  const features: Record<string, Record<string, { meta: Description }>> = appRouter as never;
  const calls = Object.entries(routes).map(([path, { access }]) => {
    const [feature = '', name = ''] = path.split('.');
    const description = features[feature]?.[name]?.meta;
    if (description?.access !== access) throw new Error(`${path} is not for ${access}, as its row says`);
    return [path, description] as const;
  });
  return Object.fromEntries(calls) as Record<ProcedureName, Description>;
}
