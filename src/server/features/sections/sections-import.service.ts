import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { CopyReason } from '#shared/contracts/copies.ts';
import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { ImportOutcome, importSections } from '#shared/contracts/sections-import.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { AppError } from '#shared/errors.ts';
import { hidesMore } from '#shared/witnessed.ts';
import { moveToBin, type BinRecord } from '#server/storage/records/bin.ts';
import { momentAfter } from '#server/storage/records/records.ts';
import type { Operation, Store } from '#server/storage/store/types.ts';
import { changesText, keepVersions, shutCards } from '#server/storage/records/versions.ts';
import { keptForms } from './sections.service.ts';

export interface SectionsImportServices {
  store: Pick<
    Store,
    'sections' | 'memoryCards' | 'sectionVersions' | 'unlockCodes' | 'users' | 'chatMessages' | 'mutate'
  >;
  summaries: { wake(sectionId?: string): void };
  /** Makes the copy of the whole site that the import is gone back from. */
  copies: { copyBefore(reason: Extract<CopyReason, 'import'>): Promise<void> };
}

/**
 * Stores a manuscript in one write, once the site is copied: all of it or nothing. A section with an id is changed where it
 * stands, so its cards and its short forms stay as they would at an edit, and its text of before among its versions; what
 * goes lies in the bin.
 *
 * @throws AppError DUPLICATE for a number that is taken, or a section changed since it was compared; NOT_FOUND; UNAVAILABLE
 *   without a copy
 */
export async function importManuscript(
  { store, summaries, copies }: SectionsImportServices,
  manuscript: z.output<typeof importSections>,
): Promise<ImportOutcome> {
  // What is refused needs no copy; and what is read before one may have changed since.
  planImport(store, manuscript);
  await copies.copyBefore('import');
  const { operations, touched } = planImport(store, manuscript);
  await store.mutate(operations);
  for (const { record } of touched) summaries.wake(record.id);
  return {
    created: touched.filter(({ before }) => before === undefined).length,
    updated: touched.filter(({ before }) => before !== undefined).length,
    removed: manuscript.remove.length,
  };
}

interface Replacement {
  before?: Section;
  record: Section;
}

/** @throws AppError DUPLICATE for a section changed since it was compared; NOT_FOUND */
function planImport(
  store: SectionsImportServices['store'],
  { sections, remove, moveLevels }: z.output<typeof importSections>,
): { operations: Operation[]; touched: Replacement[] } {
  const now = new Date().toISOString();
  const shut: Operation[] = [];
  const touched = sections.map(({ id, updatedAt, ...fields }): Replacement => {
    if (id === undefined) return { record: { id: randomUUID(), ...fields, createdAt: now, updatedAt: now } };
    const before = requireSection(store, id, updatedAt);
    if (hidesMore(fields.content, before.content)) shut.push(...shutCards(store, id));
    const forms = before.generated && keptForms(before, fields);
    return {
      before,
      record: {
        ...before,
        ...fields,
        ...forms,
        correctedAt: undefined,
        updatedAt: momentAfter(before.updatedAt),
      },
    };
  });
  const removedSections = remove.map((id) => requireSection(store, id, undefined));
  const removedCards = remove.flatMap((id) => store.memoryCards.bySection(id));
  const rewritten = touched.flatMap(({ before, record }) =>
    before && changesText(before, record) ? [before] : [],
  );
  const operations = [
    ...(remove.length === 0 ? [] : moveToBin(randomUUID(), binRecordsOf(removedSections, removedCards))),
    ...keepVersions(store, rewritten),
    ...replaceSections(touched),
    ...shut,
    ...(moveLevels ? moveLevelsOf(store, touched, remove, shut) : []),
  ];
  return { operations, touched };
}

/**
 * Where a level goes when sections change numbers: it opens what it opened of them, what was put in between, and nothing
 * that was locked. A level beyond the last section stays beyond it.
 *
 * @param places numbers of the sections before and after; none after for one that goes
 */
export function levelMap(
  places: readonly { before: number; after: number | undefined }[],
): (level: number) => number {
  const ordered = places
    .flatMap(({ before, after }) => (after === undefined ? [] : [{ before, after }]))
    .toSorted((a, b) => a.after - b.after);
  const last = Math.max(0, ...places.map(({ before }) => before));
  return (level) => {
    if (level < 1 || level > last) return Math.max(level, level > last ? (ordered.at(-1)?.after ?? 0) : 0);
    const firstLocked = ordered.findIndex(({ before }) => before > level);
    return ordered[(firstLocked === -1 ? ordered.length : firstLocked) - 1]?.after ?? 0;
  };
}

/**
 * Moves codes, readers, their messages and the ends of cards with the sections.
 *
 * @param shut what the import itself does to cards
 */
function moveLevelsOf(
  store: SectionsImportServices['store'],
  touched: readonly Replacement[],
  remove: readonly string[],
  shut: readonly Operation[],
): Operation[] {
  const numbers = new Map(touched.map(({ record }) => [record.id, record.sectionNumber]));
  const newLevel = levelMap(
    [...store.sections.values()].map(({ id, sectionNumber }) => ({
      before: sectionNumber,
      after: remove.includes(id) ? undefined : (numbers.get(id) ?? sectionNumber),
    })),
  );
  const updatedAt = (record: { updatedAt: string }) => momentAfter(record.updatedAt);
  const operations: Operation[] = [];
  for (const code of store.unlockCodes.values()) {
    // A code opens one section at least.
    const maxSection = Math.max(1, newLevel(code.maxSection));
    if (maxSection !== code.maxSection)
      operations.push({
        type: 'put',
        collection: 'unlockCodes',
        record: { ...code, maxSection, updatedAt: updatedAt(code) },
      });
  }
  const cards = new Map([...store.memoryCards.values()].map((card) => [card.id, card]));
  for (const operation of shut)
    if (operation.type === 'put' && operation.collection === 'memoryCards')
      cards.set(operation.record.id, operation.record);
  for (const card of cards.values()) {
    const until = card.until === undefined ? undefined : newLevel(card.until);
    if (until !== card.until && !(card.sectionId && remove.includes(card.sectionId)))
      operations.push({
        type: 'put',
        collection: 'memoryCards',
        record: { ...card, until, updatedAt: updatedAt(card) },
      });
  }
  for (const user of store.users.values()) {
    const maxSection = newLevel(user.maxSection);
    const chosenSection = user.chosenSection === undefined ? undefined : newLevel(user.chosenSection);
    if (maxSection !== user.maxSection || chosenSection !== user.chosenSection)
      operations.push({
        type: 'put',
        collection: 'users',
        record: { ...user, maxSection, chosenSection, updatedAt: updatedAt(user) },
      });
  }
  for (const message of store.chatMessages.values()) {
    const level = newLevel(message.level);
    if (level !== message.level)
      operations.push({ type: 'put', collection: 'chatMessages', record: { ...message, level } });
  }
  return operations;
}

/**
 * The operations that put every section at its number. One that takes another's number first leaves its own: numbers are
 * unique after each operation.
 */
function replaceSections(touched: readonly Replacement[]): Operation[] {
  const leaving = touched.flatMap(({ before, record }): Operation[] =>
    before && before.sectionNumber !== record.sectionNumber
      ? [{ type: 'delete', collection: 'sections', id: before.id }]
      : [],
  );
  return [
    ...leaving,
    ...touched.map(({ record }): Operation => ({ type: 'put', collection: 'sections', record })),
  ];
}

const binRecordsOf = (sections: readonly Section[], cards: readonly MemoryCard[]): BinRecord[] => [
  ...sections.map((record): BinRecord => ({ collection: 'sections', record })),
  ...cards.map((record): BinRecord => ({ collection: 'memoryCards', record })),
];

function requireSection(
  { sections }: Pick<Store, 'sections'>,
  id: string,
  updatedAt: string | undefined,
): Section {
  const section = sections.get(id);
  if (!section) {
    throw new AppError(
      'NOT_FOUND',
      'Una sezione da cambiare non c’è più: rileggi il manoscritto. Non è cambiato nulla.',
    );
  }
  if (updatedAt !== undefined && updatedAt !== section.updatedAt) {
    throw new AppError(
      'DUPLICATE',
      `La sezione ${section.sectionNumber}, «${section.title}», è cambiata nel frattempo: rileggi il manoscritto. Non è cambiato nulla.`,
    );
  }
  return section;
}
