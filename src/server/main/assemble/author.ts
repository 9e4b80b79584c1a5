import { join } from 'node:path';
import type { Logger } from 'pino';
import { modelPrices } from '#content/model-prices.ts';
import { siteTextsOf } from '#content/site-texts.ts';
import { perRecord } from '#shared/per-record.ts';
import { createMaintenanceGate, type MaintenanceGate } from '../../api/maintenance-gate.ts';
import type { SiteParts } from '../../api/router.ts';
import type { BookService } from '../../features/book/book.service.ts';
import { createKeeping } from '../../features/keeping/keeping.service.ts';
import { createBookPackage } from '../../features/book-package/book-package.service.ts';
import { createDailyCopies } from '../../features/backup/daily-copies.ts';
import { createRestoreService } from '../../features/backup/restore.service.ts';
import { startMonitor } from '../../features/health/monitor.ts';
import {
  createCardsWriting,
  type CardsWritingService,
} from '../../features/memory-cards/writing/cards-writing.ts';
import { createRehearsal, type Rehearse } from '../../features/rehearsal/rehearsal.service.ts';
import {
  createSpoilerCheck,
  type SpoilerCheckService,
} from '../../features/spoiler-check/spoiler-check.service.ts';
import { createSummaries, type SummariesService } from '../../features/summaries/summaries.service.ts';
import { createCardCheck, type CheckCards } from '../../spoilers/hindsight.ts';
import { sweepUnsaved } from '../../storage/files/unsaved.ts';
import type { Closing } from '../closing.ts';
import { type Env, keepingEnvironment } from '../env.ts';
import { mediaOf, type Data } from './data.ts';
import { addMissingCards } from '../demo.ts';
import type { Talk } from './talk.ts';

/** What the author works with beside the records: what is made, tried, checked, watched and put back for them. */
export type AuthorTools = Pick<
  SiteParts,
  | 'maintenanceGate'
  | 'summaries'
  | 'checkCards'
  | 'cardsWriting'
  | 'rehearse'
  | 'spoilerCheck'
  | 'monitor'
  | 'restore'
  | 'dailyCopies'
  | 'bookPackage'
  | 'keeping'
>;

export async function openAuthorTools(
  env: Env,
  { data, book, talk, log }: { data: Data; book: BookService; talk: Talk; log: Logger },
  closing: Closing,
): Promise<AuthorTools> {
  const { store, files, images, passedTime } = data;
  const maintenanceGate = createMaintenanceGate();
  const monitor = startMonitor(env.DATA_DIR);
  closing.add(() => monitor.close());
  const summaries = openSummaries(data, talk, maintenanceGate, log);
  const cardCheckOf = perRecord(createCardCheck);
  const checkCards: CheckCards = (cards, sections) => cardCheckOf(talk.speaker.spoken)(cards, sections);
  const cardsWriting = openCardsWriting(data, talk, maintenanceGate, log);
  const spoilerCheck = openSpoilerCheck(data, book, talk, log);
  closing.add(() => Promise.all([summaries.stop(), cardsWriting.stop(), spoilerCheck.cancel()]));
  const restore = createRestoreService({
    store,
    files,
    images,
    maintenanceGate,
    waitForReplies: () => talk.chat.settled(),
    // Restored sections may have no cards and no summaries, or those of another text.
    onRestored: async () => {
      await addMissingCards(store);
      await book.refresh();
      summaries.wake();
    },
    dataDir: env.DATA_DIR,
    uploadsDir: env.UPLOADS_DIR,
    passed: () => passedTime.now(),
  });
  await restore.tidy();
  const dailyCopies = createDailyCopies({
    store,
    files,
    folder: env.COPIES_DIR ?? join(env.DATA_DIR, 'copie'),
    passed: () => passedTime.now(),
    onFailure: (err) => log.error({ err }, 'the daily copy failed'),
  });
  closing.add(() => dailyCopies.close());
  const bookPackage = createBookPackage({
    ...{ store, files, images, book, summaries },
    dataDir: env.DATA_DIR,
    uploadsDir: env.UPLOADS_DIR,
    mediaDir: mediaOf(env),
  });
  await bookPackage.tidy();
  const rehearse = openRehearsal(data, talk);
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
  closing.add(() => keeping.close());
  return {
    keeping,
    maintenanceGate,
    summaries,
    checkCards,
    cardsWriting,
    rehearse,
    spoilerCheck,
    monitor,
    restore,
    dailyCopies,
    bookPackage,
  };
}

function openSummaries(
  { store }: Data,
  talk: Talk,
  maintenanceGate: MaintenanceGate,
  log: Logger,
): SummariesService {
  return createSummaries({
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
}

function openCardsWriting(
  { store }: Data,
  talk: Talk,
  maintenanceGate: MaintenanceGate,
  log: Logger,
): CardsWritingService {
  return createCardsWriting({
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
}

function openRehearsal({ store }: Data, talk: Talk): Rehearse {
  return createRehearsal({
    sections: () => store.sections.values(),
    memoryCards: () => store.memoryCards.values(),
    get persona() {
      return talk.speaker.persona;
    },
    get model() {
      return talk.model;
    },
    freeModel: talk.speaker.offline.name,
    engineWith: talk.engineWith,
    prices: modelPrices,
  });
}

function openSpoilerCheck({ store }: Data, book: BookService, talk: Talk, log: Logger): SpoilerCheckService {
  return createSpoilerCheck({
    store,
    get persona() {
      return talk.speaker.persona;
    },
    get offline() {
      return talk.speaker.offline;
    },
    get guard() {
      return talk.speaker.guard;
    },
    get site() {
      return siteTextsOf(book.published);
    },
    get spoken() {
      return talk.speaker.spoken;
    },
    onFailure: (error) => log.error({ err: error }, 'spoiler check failed'),
  });
}
