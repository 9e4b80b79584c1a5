import {
  binDays,
  binKinds,
  type BinEntry,
  type BinKind,
  type StoredBinEntry,
} from '#shared/contracts/bin.ts';
import { isRecord } from '../store/collections.ts';
import { deletion } from './deletion.ts';
import { packValue, unpackValue, uploadAddressesIn } from './packed-value.ts';
import type { Collections, Operation, Store } from '../store/types.ts';
import { orphanedVersions } from './versions.ts';

/* What the author deleted. Only the author's own calls of the bin open it. */
const dayMs = 24 * 60 * 60 * 1000;

/** A record of one of the bin's kinds. */
export type BinRecord = { [N in BinKind]: { collection: N; record: Collections[N] } }[BinKind];

const names: { [N in BinKind]: (record: Collections[N]) => string } = {
  sections: ({ sectionNumber, title }) => `Sezione ${sectionNumber}, ${title}`,
  unlockCodes: ({ code, label }) => `Codice di sblocco ${code}${label === undefined ? '' : `, ${label}`}`,
  musicCodes: ({ code, trackTitle }) => `Codice musicale ${code}, ${trackTitle}`,
  galleryImages: ({ title }) => `Immagine ${title}`,
  memoryCards: ({ asks: [question], says }) => `Ricordo «${question ?? says}»`,
  articles: ({ title }) => `Articolo ${title}`,
};

const manyOf: Record<BinKind, string> = {
  sections: 'sezioni',
  unlockCodes: 'codici di sblocco',
  musicCodes: 'codici musicali',
  galleryImages: 'immagini',
  memoryCards: 'ricordi',
  articles: 'articoli',
};

/** As a list names it: «Sezione 7, Il mercato». */
export const nameOfRecord = ({ collection, record }: BinRecord): string =>
  (names[collection] as (record: unknown) => string)(record);

function nameOf(kind: BinKind, records: readonly BinRecord[]): string {
  const ofKind = records.filter(({ collection }) => collection === kind);
  const [first] = ofKind;
  return first && ofKind.length === 1 ? nameOfRecord(first) : `${ofKind.length} ${manyOf[kind]}`;
}

/** Puts records into the bin as one entry, which the first of them names. @param deletedAt ISO 8601 */
export function putInBin(id: string, records: readonly BinRecord[], deletedAt: string): Operation {
  const kind = records[0]?.collection ?? 'sections';
  const sectionIds = records.flatMap(({ collection, record }) =>
    collection === 'sections' ? record.id : [],
  );
  const record: StoredBinEntry = {
    id,
    kind,
    name: nameOf(kind, records),
    count: records.filter(({ collection }) => collection === kind).length,
    deletedAt,
    ...(sectionIds.length > 0 && { sectionIds }),
    addresses: uploadAddressesIn(records),
    packed: packValue(records),
  };
  return { type: 'put', collection: 'binEntries', record };
}

/** Takes records out of their collections and puts them into the bin. */
export function moveToBin(id: string, records: readonly BinRecord[]): Operation[] {
  return [
    ...records.map(({ collection, record }) => deletion(collection, record.id)),
    putInBin(id, records, new Date().toISOString()),
  ];
}

export const removeFromBin = (id: string) => deletion('binEntries', id);

/** What lies in the bin, the newest first. */
export function listBin({ binEntries }: Pick<Store, 'binEntries'>): BinEntry[] {
  return [...binEntries.values()]
    .map(({ id, kind, name, count, deletedAt }) => {
      const until = new Date(Date.parse(deletedAt) + binDays * dayMs).toISOString();
      return { id, kind, name, count, deletedAt, until };
    })
    .sort((a, b) => b.deletedAt.localeCompare(a.deletedAt));
}

/** The records of an entry and when it was deleted; `undefined` when it is not there (any more). */
export function openBin(
  { binEntries }: Pick<Store, 'binEntries'>,
  id: string,
): { deletedAt: string; records: BinRecord[] } | undefined {
  const stored = binEntries.get(id);
  if (!stored) return undefined;
  const records = unpackValue(stored.packed) as BinRecord[];
  const isWhole = records.every(
    ({ collection, record }) => binKinds.includes(collection) && isRecord(collection, record),
  );
  if (!isWhole) throw new TypeError(`The bin's entry ${id} does not have the shape of its records.`);
  return { deletedAt: stored.deletedAt, records };
}

/** Takes these entries away for good, with the versions of the sections in them. */
export function emptyBin(
  store: Pick<Store, 'binEntries' | 'sectionVersions' | 'sections'>,
  ids: readonly string[],
): Operation[] {
  const going = new Set(ids);
  const inBin = [...store.binEntries.values()].flatMap(({ id, sectionIds = [] }) =>
    going.has(id) ? [] : sectionIds,
  );
  return [...ids.map(removeFromBin), ...orphanedVersions(store, new Set(inBin))];
}

/** Takes away what has lain in the bin for its time. @param now milliseconds since the epoch */
export function agedBin(
  store: Pick<Store, 'binEntries' | 'sectionVersions' | 'sections'>,
  now: number,
): Operation[] {
  const aged = listBin(store).filter(({ until }) => Date.parse(until) <= now);
  return aged.length > 0
    ? emptyBin(
        store,
        aged.map(({ id }) => id),
      )
    : [];
}
