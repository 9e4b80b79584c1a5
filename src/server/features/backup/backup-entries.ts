import { isDeepStrictEqual } from 'node:util';
import {
  listedEntries,
  type BackupEntries,
  type BackupEntry,
  type bookTaken,
  type EntryState,
  type entryTaken,
  type takeBook,
} from '#shared/contracts/backup-entries.ts';
import { binKinds, type BinKind } from '#shared/contracts/bin.ts';
import type { BookContent } from '#shared/contracts/book.ts';
import { never } from '#shared/contracts/visibility.ts';
import type { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import type { FileStore } from '#server/storage/files/types.ts';
import { uploadsOfText } from '#server/storage/files/uses.ts';
import { nameOfRecord, putInBin, type BinRecord } from '#server/storage/records/bin.ts';
import { doubtAbout } from '#server/storage/records/doubts.ts';
import { obstacleTo } from '#server/storage/records/obstacles.ts';
import { momentAfter } from '#server/storage/records/records.ts';
import type { Collections, Operation, Store } from '#server/storage/store/types.ts';
import { followTextChange } from '#server/storage/records/versions.ts';
import type { RestoreService } from './restore.service.ts';

export interface BackupEntriesServices {
  store: Store;
  files: Pick<FileStore, 'stat' | 'receive'>;
  restore: Pick<RestoreService, 'opened' | 'planAgain'>;
  summaries: { wake(sectionId: string): void };
  book: { save(saved: { draft: BookContent }): Promise<unknown> };
}

/** The fields of each kind that the author did not write, or that say nothing beside the others. */
interface Unlabelled {
  sections: 'generated' | 'correctedAt';
  unlockCodes: 'usedCount' | 'lastUsedAt';
  musicCodes: never;
  galleryImages: 'width' | 'height';
  memoryCards: 'sectionId' | 'position' | 'generated' | 'seen';
}
type RecordFields = 'id' | 'createdAt' | 'updatedAt';

/** Every field is here or among the {@link Unlabelled}: of one that is in neither the comparison would say nothing. */
const labels: {
  [N in BinKind]: Record<Exclude<keyof Collections[N], RecordFields | Unlabelled[N]>, string>;
} = {
  sections: {
    sectionNumber: 'Numero',
    title: 'Titolo',
    content: 'Contenuto',
    contentReduced70: 'Riassunto al 70 %',
    contentReduced30: 'Riassunto al 30 %',
    contentLine: 'Una frase',
    visibleFrom: 'Per i lettori',
  },
  unlockCodes: {
    code: 'Codice',
    maxSection: 'Sblocca fino a',
    label: 'Etichetta',
    uses: 'Lettori al massimo',
    expiresAt: 'Scade',
    visibleFrom: 'Per i lettori',
  },
  musicCodes: {
    code: 'Codice',
    trackTitle: 'Traccia',
    artist: 'Artista',
    description: 'Descrizione',
    spotifyUrl: 'Spotify',
    expiresAt: 'Scade',
    visibleFrom: 'Per i lettori',
  },
  galleryImages: {
    title: 'Titolo',
    description: 'Descrizione',
    imageUrl: 'Immagine',
    displayOrder: 'Ordine',
    visibleFrom: 'Per i lettori',
  },
  memoryCards: {
    asks: 'Domande',
    says: 'Risposta',
    more: 'Il seguito',
    back: 'Domanda di ritorno',
    about: 'Nomi',
    kind: 'Tipo',
    until: 'Fino al livello',
    chip: 'Domanda suggerita',
    mood: 'Umore',
  },
};

type Shown = Record<string, unknown>;
/** What is none of the author's doing, and stays as it is here. */
const uncounted = ['updatedAt', 'correctedAt', 'usedCount', 'lastUsedAt'];

const countMessages = (record: object): Shown => {
  const copy = JSON.parse(JSON.stringify(record)) as Shown;
  for (const field of uncounted) delete copy[field];
  return copy;
};

function stateOf(then: object | undefined, now: object | undefined): EntryState {
  if (!then) return 'gone';
  if (!now) return 'missing';
  return isDeepStrictEqual(countMessages(then), countMessages(now)) ? 'same' : 'changed';
}

function textOf(value: unknown): string {
  if (value === never) return 'bozza';
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const foldForSearch = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function matches({ collection, record }: BinRecord, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const fields = Object.keys(labels[collection]).map((field) => textOf((record as unknown as Shown)[field]));
  const text = foldForSearch([nameOfRecord({ collection, record } as BinRecord), ...fields].join('\n'));
  return words.every((word) => text.includes(word));
}

/** What the backup and the site have of the author's things, as far as they differ. @throws AppError NOT_FOUND */
export function listBackupEntries(
  { store, restore }: Pick<BackupEntriesServices, 'store' | 'restore'>,
  { id, search, all }: { id: string; search: string; all?: string | undefined },
): BackupEntries {
  const { tables } = restore.opened(id);
  const words = foldForSearch(search).split(/\s+/).filter(Boolean);
  const entries: BackupEntries['entries'] = [];
  let total = 0;
  const look = (kind: BinKind, record: Collections[BinKind], state: EntryState) => {
    const each = { collection: kind, record } as BinRecord;
    if ((state === 'same' && !all) || !matches(each, words)) return;
    total += 1;
    if (entries.length < listedEntries)
      entries.push({ kind, id: record.id, name: nameOfRecord(each), state });
  };
  for (const kind of binKinds) {
    for (const then of tables[kind].values()) look(kind, then, stateOf(then, store[kind].get(then.id)));
    for (const now of store[kind].values()) if (!tables[kind].get(now.id)) look(kind, now, 'gone');
  }
  return { entries, total };
}

interface Address {
  id: string;
  kind: BinKind;
  entry: string;
}

/** One thing of the backup, side by side with what is there now. @throws AppError NOT_FOUND */
export async function readBackupEntry(
  services: BackupEntriesServices,
  { id, kind, entry }: Address,
): Promise<BackupEntry> {
  const { store, restore } = services;
  const then = restore.opened(id).tables[kind].get(entry);
  const now = store[kind].get(entry);
  const record = then ?? now;
  if (!record) throw new AppError('NOT_FOUND', 'Nel backup questo non c’è.');
  const each = { collection: kind, record } as BinRecord;
  const obstacle = then && (obstacleTo(store, each) ?? doubtAbout(each));
  const fields = Object.entries(labels[kind]).flatMap(([field, label]) => {
    const side = (of: object | undefined) => textOf((of as Shown | undefined)?.[field]);
    return side(then) === side(now) ? [] : [{ field, label, then: side(then), now: side(now) }];
  });
  return {
    kind,
    id: entry,
    name: nameOfRecord(each),
    state: stateOf(then, now),
    fields,
    ...(now && { updatedAt: now.updatedAt }),
    ...(obstacle !== undefined && { obstacle }),
    ...(then && (await noteOfFile(services, id, each))),
  };
}

const uploadsOf = ({ collection, record }: BinRecord): string[] =>
  collection === 'galleryImages' ? uploadsOfText(record.imageUrl) : [];

/** Of some uploads those that are missing here. */
async function missingUploads(
  { files }: Pick<BackupEntriesServices, 'files'>,
  names: readonly string[],
): Promise<string[]> {
  const areHere = await Promise.all(names.map((name) => files.stat(name)));
  return names.filter((_, at) => !areHere[at]);
}

async function noteOfFile(
  services: BackupEntriesServices,
  planId: string,
  each: BinRecord,
): Promise<{ note?: string }> {
  const [name] = await missingUploads(services, uploadsOf(each));
  if (name === undefined) return {};
  const isStaged = services.restore.opened(planId).uploadOf(name) !== undefined;
  return {
    note: isStaged
      ? 'Il suo file qui non c’è più: torna dall’archivio, insieme a lei.'
      : 'Il suo file qui non c’è più, e senza l’archivio dei file non torna: aggiungilo al backup, oppure caricala di nuovo dopo.',
  };
}

/**
 * Puts one thing of the backup where it was, and nothing else. What it replaces stays: a section's text among its versions,
 * anything else in the bin under an id of its own.
 *
 * @throws AppError NOT_FOUND; DUPLICATE for a number or code that is taken; IMPOSSIBLE for what could not be written today;
 *   CHANGED when `updatedAt` is not that of what is there
 */
export async function takeBackupEntry(
  services: BackupEntriesServices,
  { id, kind, entry, updatedAt }: Address & { updatedAt?: string | undefined },
): Promise<z.infer<typeof entryTaken>> {
  const { store, restore, summaries } = services;
  const then = restore.opened(id).tables[kind].get(entry);
  if (!then) throw new AppError('NOT_FOUND', 'Nel backup questo non c’è.');
  const each = { collection: kind, record: then } as BinRecord;
  const doubt = doubtAbout(each);
  if (doubt !== undefined) throw new AppError('IMPOSSIBLE', `Com’è nel backup non si può salvare: ${doubt}`);
  await bringUploads(services, id, uploadsOf(each));
  // From here to the write nothing waits: what is looked at is what is replaced.
  const obstacle = obstacleTo(store, each);
  if (obstacle !== undefined) throw new AppError('DUPLICATE', obstacle);
  const now = store[kind].get(entry);
  if (now && updatedAt !== undefined && updatedAt !== now.updatedAt) {
    throw new AppError(
      'CHANGED',
      'Intanto è stato cambiato altrove: guardalo di nuovo. Qui non è cambiato nulla.',
    );
  }
  await store.mutate([
    { type: 'put', collection: kind, record: asOfToday(then, now) } as Operation,
    ...(now ? keepReplaced(store, { collection: kind, record: now } as BinRecord, then) : []),
  ]);
  if (kind === 'sections') summaries.wake(entry);
  const replaced = !now ? 'nothing' : kind === 'sections' ? 'versions' : 'bin';
  // It is taken, whatever becomes of the plan.
  const plan = await restore.planAgain(id).catch(() => undefined);
  return { name: nameOfRecord(each), replaced, plan };
}

/** The backup's record, saved now; how often a code was used since is no matter of the backup's. */
function asOfToday(then: Collections[BinKind], now: Collections[BinKind] | undefined) {
  const { usedCount, lastUsedAt } = (now ?? then) as Partial<Collections['unlockCodes']>;
  return {
    ...then,
    ...('usedCount' in then || usedCount !== undefined ? { usedCount, lastUsedAt } : {}),
    updatedAt: momentAfter((now ?? then).updatedAt),
  };
}

function keepReplaced(
  store: Store,
  { collection, record }: BinRecord,
  then: Collections[BinKind],
): Operation[] {
  if (collection !== 'sections') {
    const copy = { collection, record: { ...record, id: crypto.randomUUID() } } as BinRecord;
    return [putInBin(crypto.randomUUID(), [copy], new Date().toISOString())];
  }
  return followTextChange(store, record, then as Collections['sections']);
}

/** Brings from the archive of a plan what is missing here. */
async function bringUploads(
  services: BackupEntriesServices,
  planId: string,
  names: readonly string[],
): Promise<void> {
  for (const name of await missingUploads(services, names)) {
    const upload = services.restore.opened(planId).uploadOf(name);
    if (upload) await services.files.receive(upload.open(), upload.bytes, () => Promise.resolve(name));
  }
}

/**
 * Saves a draft of «Il libro» in which parts are those of the backup, with the uploads that it speaks of; the draft of before
 * stays among the versions. @throws AppError NOT_FOUND
 */
export async function takeBackupBook(
  services: BackupEntriesServices,
  { id, draft }: z.infer<typeof takeBook>,
): Promise<z.infer<typeof bookTaken>> {
  const { book, restore } = services;
  restore.opened(id);
  await bringUploads(services, id, uploadsOfText(JSON.stringify(draft)));
  await book.save({ draft });
  return { plan: await restore.planAgain(id).catch(() => undefined) };
}
