import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type {
  ImportOutcome,
  importSections,
  LastImport,
  UndoneImport,
} from '#shared/contracts/sections-import.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { AppError } from '#shared/errors.ts';
import { hidesMore } from '#shared/witnessed.ts';
import { moveToBin, removeFromBin, type BinRecord } from '#server/storage/store/bin.ts';
import { momentAfter } from '#server/storage/store/records.ts';
import { deleteSetting, putSetting } from '#server/storage/store/settings.ts';
import type { Operation, Store } from '#server/storage/store/types.ts';
import { changesText, keepVersions, shutCards } from '#server/storage/store/versions.ts';
import { keptForms } from './sections.service.ts';

interface SectionsImportServices {
  store: Pick<Store, 'sections' | 'memoryCards' | 'settings' | 'mutate'>;
  summaries: { wake(sectionId?: string): void };
}

const settingId = 'import:last';

/** What the last import replaced, written in the same mutation: it is there exactly when the import is. */
const undoRecord = z.object({
  at: z.string(),
  /** Of every section that came or changed: how the import left it, and how it was. */
  touched: z.array(z.object({ id: z.string(), left: z.string(), before: z.custom<Section>().optional() })),
  removed: z.array(z.custom<Section>()),
  binId: z.string().optional(),
  /** As they were: those of removed sections, and those that a newly hidden passage shut. */
  cards: z.array(z.custom<MemoryCard>()),
});
type UndoRecord = z.infer<typeof undoRecord>;

/** What of a section an import writes; its short forms are made anew and do not count as an edit. */
function fingerprintOf({ sectionNumber, title, content }: Section): string {
  return createHash('sha256')
    .update(JSON.stringify([sectionNumber, title, content]))
    .digest('base64');
}

/**
 * Stores a manuscript in one write: all of it or nothing. A section with an id is changed where it stands, so its cards and
 * its short forms stay as they would at an edit, and its text of before among its versions; what goes lies in the bin.
 *
 * @throws AppError DUPLICATE for a number that is taken, or a section changed since it was compared; NOT_FOUND
 */
export async function importManuscript(
  { store, summaries }: SectionsImportServices,
  { sections, remove }: z.output<typeof importSections>,
): Promise<ImportOutcome> {
  const now = new Date().toISOString();
  const cards: MemoryCard[] = [];
  const shut: Operation[] = [];
  const touched = sections.map(({ id, updatedAt, ...fields }): Replacement => {
    if (id === undefined) return { record: { id: randomUUID(), ...fields, createdAt: now, updatedAt: now } };
    const before = requireSection(store, id, updatedAt);
    const hides = hidesMore(fields.content, before.content);
    const forms = before.generated && keptForms(before, fields);
    if (hides) {
      shut.push(...shutCards(store, id));
      cards.push(...store.memoryCards.bySection(id));
    }
    return { before, record: { ...before, ...fields, ...forms, updatedAt: momentAfter(before.updatedAt) } };
  });
  const removedSections = remove.map((id) => requireSection(store, id, undefined));
  const removedCards = remove.flatMap((id) => store.memoryCards.bySection(id));
  const binId = removedSections.length > 0 ? randomUUID() : undefined;
  const undo: UndoRecord = {
    at: now,
    touched: touched.map(({ before, record }) => ({ id: record.id, left: fingerprintOf(record), before })),
    removed: removedSections,
    binId,
    cards: [...cards, ...removedCards],
  };
  await store.mutate([
    ...(binId === undefined ? [] : moveToBin(binId, binRecordsOf(removedSections, removedCards))),
    ...keepTexts(store, touched),
    ...replaceSections(touched),
    ...shut,
    // As the file will have it: a field that is `undefined` is absent there.
    putSetting(settingId, JSON.parse(JSON.stringify(undo))),
  ]);
  for (const { record } of touched) summaries.wake(record.id);
  return outcomeOf(undo);
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

interface Replacement {
  before?: Section;
  record: Section;
}

const keepTexts = (store: Pick<Store, 'settings'>, touched: readonly Replacement[]): Operation[] =>
  keepVersions(
    store,
    touched.flatMap(({ before, record }) => (before && changesText(before, record) ? [before] : [])),
  );

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

const outcomeOf = ({ touched, removed }: UndoRecord): ImportOutcome => ({
  created: touched.filter(({ before }) => before === undefined).length,
  updated: touched.filter(({ before }) => before !== undefined).length,
  removed: removed.length,
});

function readUndo({ settings }: Pick<Store, 'settings'>): UndoRecord | undefined {
  return undoRecord.optional().catch(undefined).parse(settings.get(settingId)?.value);
}

/** What the last import did, as long as any of its sections is here. */
export function readLastImport({ store }: SectionsImportServices): LastImport {
  const undo = readUndo(store);
  const isHere = undo && (undo.removed.length > 0 || undo.touched.some(({ id }) => store.sections.get(id)));
  return { import: isHere ? { at: undo.at, ...outcomeOf(undo) } : null };
}

/**
 * Takes the last import back in one write: what came goes into the bin with its cards, what changed is as it was, what went
 * is there again. Sections edited since then stay, and are named.
 *
 * @throws AppError NOT_FOUND without an import; DUPLICATE when a number that is needed was given to another section
 */
export async function undoImport({ store, summaries }: SectionsImportServices): Promise<UndoneImport> {
  const undo = readUndo(store);
  if (!undo) throw new AppError('NOT_FOUND', 'Non c’è un’importazione da annullare.');
  const present = undo.touched.flatMap(({ id, left, before }) => {
    const record = store.sections.get(id);
    return record ? [{ record, before, isAsLeft: fingerprintOf(record) === left }] : [];
  });
  const back = present.filter(({ isAsLeft }) => isAsLeft);
  const created = back.filter(({ before }) => before === undefined).map(({ record }) => record);
  const updated = back.flatMap(({ before, record }) => (before ? [{ before: record, record: before }] : []));
  const removedSections = undo.removed.filter(({ id }) => !store.sections.get(id));
  const returned = new Set([
    ...updated.map(({ record }) => record.id),
    ...removedSections.map(({ id }) => id),
  ]);
  const cards = undo.cards.filter(({ id, sectionId, updatedAt }) => {
    const card = store.memoryCards.get(id);
    return (
      sectionId !== null && returned.has(sectionId) && (card === undefined || card.updatedAt === updatedAt)
    );
  });
  const createdCards = created.flatMap(({ id }) => store.memoryCards.bySection(id));
  const replaced = [...updated, ...removedSections.map((record) => ({ record }))];
  await store.mutate([
    ...(created.length > 0 ? moveToBin(randomUUID(), binRecordsOf(created, createdCards)) : []),
    ...(undo.binId === undefined ? [] : [removeFromBin(undo.binId)]),
    ...keepTexts(store, updated),
    ...replaceSections(replaced),
    ...cards.map((record): Operation => ({ type: 'put', collection: 'memoryCards', record })),
    deleteSetting(settingId),
  ]);
  for (const id of returned) summaries.wake(id);
  return {
    created: created.length,
    updated: updated.length,
    removed: removedSections.length,
    kept: present.filter(({ isAsLeft }) => !isAsLeft).map(({ record }) => record.title),
  };
}
