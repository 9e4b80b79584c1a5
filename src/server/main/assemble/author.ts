import { join } from 'node:path';
import type { Logger } from 'pino';
import { modelPrices } from '#content/model-prices.ts';
import { siteTextsOf } from '#content/site-texts.ts';
import { createMaintenanceGate } from '../../api/maintenance-gate.ts';
import type { BookService } from '../../features/book/book.service.ts';
import { createKeeping } from '../../features/keeping/keeping.service.ts';
import { createBookPackage } from '../../features/book-package/book-package.service.ts';
import { createCopies } from '../../features/backup/copies.ts';
import { createRestoreService } from '../../features/backup/restore.service.ts';
import { startMonitor } from '../../features/health/monitor.ts';
import { createCardsWriting } from '../../features/memory-cards/writing/cards-writing.ts';
import { createRehearsal } from '../../features/rehearsal/rehearsal.service.ts';
import { createSpoilerCheck } from '../../features/spoiler-check/spoiler-check.service.ts';
import { createSummaries } from '../../features/summaries/summaries.service.ts';
import { sweepUnsaved } from '../../storage/files/unsaved.ts';
import type { Shutdown } from '../shutdown.ts';
import { type Env, keepingEnvironment } from '../env.ts';
import { mediaOf, type Data } from './data.ts';
import type { Encoding } from './encoder.ts';
import { addMissingCards } from '../demo.ts';
import type { Talk } from './talk.ts';

/** What the author works with beside the records: what is made, tried, checked, watched and put back for them. */
export type AuthorTools = Awaited<ReturnType<typeof openAuthorTools>>;

interface AuthorToolsOptions {
  data: Data;
  book: BookService;
  encoding: Encoding;
  talk: Talk;
  log: Logger;
  build: string | undefined;
}

export async function openAuthorTools(
  env: Env,
  { data, book, encoding, talk, log, build }: AuthorToolsOptions,
  shutdown: Shutdown,
) {
  const { store, files, images, passedTime } = data;
  const passed = () => passedTime.now();
  const maintenanceGate = createMaintenanceGate();
  const monitor = startMonitor(env.DATA_DIR);
  shutdown.add(() => monitor.close());
  const summaries = createSummaries({
    store,
    enterGate: maintenanceGate.enter,
    get model() {
      return talk.provider.writing;
    },
    health: talk.health,
    get allowed() {
      return [talk.speaker.persona.name];
    },
    get spoken() {
      return talk.speaker.spoken;
    },
    onFailure: (failure) => log.warn({ failure }, 'summary failed'),
  });
  const cardsWriting = createCardsWriting({
    store,
    enterGate: maintenanceGate.enter,
    get model() {
      return talk.provider.writing;
    },
    health: talk.health,
    get name() {
      return talk.speaker.persona.name;
    },
    get spoken() {
      return talk.speaker.spoken;
    },
    prices: modelPrices,
    onFailure: (failure) => log.warn({ failure }, 'memory cards failed'),
  });
  const spoilerCheck = createSpoilerCheck({
    store,
    speaker: () => talk.speaker,
    site: () => siteTextsOf(book.published),
    onFailure: (err) => log.error({ err }, 'spoiler check failed'),
  });
  shutdown.add(() => Promise.all([summaries.stop(), cardsWriting.stop(), spoilerCheck.cancel()]));
  const folders = { dataDir: env.DATA_DIR, uploadsDir: env.UPLOADS_DIR };
  const copies = createCopies({
    store,
    files,
    passed,
    folder: env.COPIES_DIR ?? join(env.DATA_DIR, 'copie'),
    onFailure: (err) => log.error({ err }, 'a copy failed'),
    build,
  });
  shutdown.add(() => copies.close());
  const restore = createRestoreService({
    ...folders,
    store,
    files,
    book,
    copies,
    images,
    maintenanceGate,
    waitForReplies: () => talk.chat.settled(),
    // Restored sections may have no cards and no summaries, or those of another text.
    onRestored: async () => {
      await addMissingCards(store);
      await book.refresh();
      summaries.wake();
      encoding.compareTexts();
    },
  });
  await restore.tidy();
  const bookPackage = createBookPackage({
    ...folders,
    store,
    files,
    images,
    book,
    copies,
    summaries,
    mediaDir: mediaOf(env),
  });
  await bookPackage.tidy();
  const keeping = createKeeping({
    store,
    passedTime,
    ...keepingEnvironment(env),
    get bucketDays() {
      return data.mirror.settings && env.KEEP_DAYS;
    },
    dataDir: env.DATA_DIR,
    sweepFiles: (now) => sweepUnsaved(store, images, now),
    eraseReader: (readerId) => talk.chat.forget(readerId, 'all'),
    onError: (err) => log.warn({ err }, 'old conversations could not be deleted'),
  });
  shutdown.add(() => keeping.close());
  return {
    maintenanceGate,
    monitor,
    summaries,
    cardsWriting,
    spoilerCheck,
    restore,
    copies,
    bookPackage,
    keeping,
    spoken: () => talk.speaker.spoken,
    rehearse: createRehearsal({ store, talk, prices: modelPrices }),
  };
}
