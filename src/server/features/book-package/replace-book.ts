import { randomUUID } from 'node:crypto';
import { packageCollections, type PackageTexts } from '#shared/contracts/book-package.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { moveToBin, type BinRecord } from '#server/storage/records/bin.ts';
import { deletion } from '#server/storage/records/deletion.ts';
import { deleteSetting } from '#server/storage/records/settings.ts';
import type { Operation } from '#server/storage/store/types.ts';
import { changesText, keepVersions } from '#server/storage/records/versions.ts';
import {
  asStored,
  isSameRecord,
  recordingId,
  recordsById,
  type BookState,
  type BookStore,
} from './book-state.ts';

type CollectionName = (typeof packageCollections)[number];
type Entry = Readonly<{ id: string }>;

interface Steps {
  collection: CollectionName;
  removed: Entry[];
  changed: { before: Entry; record: Entry }[];
  added: Entry[];
}

function stepsOf(store: BookStore, next: BookState): Steps[] {
  return packageCollections.map((collection) => {
    const then = recordsById<Entry>(next[collection]);
    const now: Entry[] = [...store[collection].values()];
    const records = [...then.values()].map((record) => ({
      before: store[collection].get(record.id),
      record,
    }));
    return {
      collection,
      removed: now.filter(({ id }) => !then.get(id)),
      changed: records.flatMap(({ before, record }) =>
        before && !isSameRecord(before, record) ? [{ before, record }] : [],
      ),
      added: records.flatMap(({ before, record }) => (before ? [] : [record])),
    };
  });
}

/**
 * What puts another book in the place of the one there is, without the author's record: what goes lies in the bin, one entry
 * for each kind, and the texts that change are kept as versions.
 */
export function replaceBook(
  store: BookStore,
  next: BookState,
): { operations: Operation[]; changedSections: string[] } {
  const steps = stepsOf(store, next);
  const stepsIn = (collection: CollectionName) => steps.find((step) => step.collection === collection);
  const rewritten = (stepsIn('sections')?.changed ?? []).flatMap(({ before, record }) =>
    changesText(before as Section, record as Section) ? [before as Section] : [],
  );
  const operations = [
    ...binsOf(steps).flatMap((records) => moveToBin(randomUUID(), records)),
    ...(rewritten.length > 0 ? keepVersions(store, rewritten) : []),
    // Numbers and codes are unique after each operation: what changes leaves its own first.
    ...steps.flatMap(({ collection, changed }) =>
      changed.map(({ before }) => deletion(collection, before.id)),
    ),
    ...steps.flatMap(({ collection, changed, added }) =>
      [...changed.map(({ record }) => record), ...added].map(
        (record) => ({ type: 'put', collection, record }) as Operation,
      ),
    ),
    ...replaceRecordings(store, next.recordings),
  ];
  const { changed = [], added = [] } = stepsIn('sections') ?? {};
  const changedSections = [...changed.map(({ record }) => record.id), ...added.map(({ id }) => id)];
  return { operations, changedSections };
}

/** The cards of a section that goes lie in its entry. */
function binsOf(steps: readonly Steps[]): BinRecord[][] {
  const removals = (collection: CollectionName) =>
    (steps.find((step) => step.collection === collection)?.removed ?? []).map(
      (record) => ({ collection, record }) as BinRecord,
    );
  const sectionIds = new Set(removals('sections').map(({ record }) => record.id));
  const cards = removals('memoryCards');
  const isOfGone = ({ record }: BinRecord) =>
    'sectionId' in record && record.sectionId !== null && sectionIds.has(record.sectionId);
  return [
    [...removals('sections'), ...cards.filter(isOfGone)],
    cards.filter((card) => !isOfGone(card)),
    removals('unlockCodes'),
    removals('musicCodes'),
    removals('galleryImages'),
    removals('articles'),
  ].filter((records) => records.length > 0);
}

function replaceRecordings({ settings }: BookStore, recordings: PackageTexts['recordings']): Operation[] {
  const then = new Set(recordings.map(({ id }) => recordingId(id)));
  const prefix = recordingId('');
  return [
    ...[...settings.values()].flatMap(({ id }): Operation[] =>
      id.startsWith(prefix) && !then.has(id) ? [deleteSetting(id)] : [],
    ),
    ...recordings.flatMap(({ id, ...value }): Operation[] => {
      const record = { id: recordingId(id), value: asStored<unknown>(value) };
      const before = settings.get(record.id);
      return before && isSameRecord(before, record) ? [] : [{ type: 'put', collection: 'settings', record }];
    }),
  ];
}
