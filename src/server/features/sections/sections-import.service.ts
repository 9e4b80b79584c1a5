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
  store: Pick<Store, 'sections' | 'memoryCards' | 'sectionVersions' | 'mutate'>;
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
  { sections, remove }: z.output<typeof importSections>,
): { operations: Operation[]; touched: Replacement[] } {
  const now = new Date().toISOString();
  const shut: Operation[] = [];
  const touched = sections.map(({ id, updatedAt, ...fields }): Replacement => {
    if (id === undefined) return { record: { id: randomUUID(), ...fields, createdAt: now, updatedAt: now } };
    const before = requireSection(store, id, updatedAt);
    if (hidesMore(fields.content, before.content)) shut.push(...shutCards(store, id));
    const forms = before.generated && keptForms(before, fields);
    return { before, record: { ...before, ...fields, ...forms, updatedAt: momentAfter(before.updatedAt) } };
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
  ];
  return { operations, touched };
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
