import type { CreateSection, Section, UpdateSection } from '#shared/contracts/sections.ts';
import type { SectionVersion, SectionVersionText } from '#shared/contracts/versions.ts';
import { summaryFields, summaryForms } from '#shared/contracts/summaries.ts';
import { AppError } from '#shared/errors.ts';
import { withoutMarks, witnessedText } from '#shared/witnessed.ts';
import { insert, remove, repeatedRecord, update } from '#server/storage/records/records.ts';
import type { Store } from '#server/storage/store/types.ts';
import { followTextChange, listVersions, openVersion } from '#server/storage/records/versions.ts';

export interface SectionsServices {
  store: Pick<Store, 'sections' | 'memoryCards' | 'sectionVersions' | 'mutate'>;
  summaries: { wake(sectionId: string): void };
}

/** All sections in story order. They hold the whole book: for the author only. */
export function listSections({ store }: SectionsServices): Section[] {
  return [...store.sections.values()].sort((a, b) => a.sectionNumber - b.sectionNumber);
}

/** Adds a section; with a chosen id that is there already, answers that one. @throws AppError DUPLICATE when the number is other */
export async function createSection(
  { store, summaries }: SectionsServices,
  input: CreateSection,
): Promise<Section> {
  const earlierSection = repeatedRecord(store, 'sections', input.id);
  if (earlierSection) return earlierSection;
  refuseTakenNumber(store, input.sectionNumber);
  const created = await insert(store, 'sections', input);
  summaries.wake(created.id);
  return created;
}

/**
 * Changes the fields that were sent. A shorter form that is written by hand becomes the author's; one that is cleared goes
 * back to the generator. What was generated from another text is not said any more: shorter forms are made anew, cards wait for
 * the author where passages are newly marked as unwitnessed. The text of before stays among the versions.
 *
 * @throws AppError NOT_FOUND, DUPLICATE; CHANGED when `updatedAt` is not that of the section
 */
export async function updateSection(
  { store, summaries }: SectionsServices,
  { id, ...changes }: UpdateSection,
): Promise<Section> {
  refuseTakenNumber(store, changes.sectionNumber, id);
  const current = store.sections.get(id);
  const forms = current?.generated && keptForms(current, changes);
  const following = current && followTextChange(store, current, changes);
  const correction = current && correctionOf(current, changes);
  const updated = await update(store, 'sections', id, { ...changes, ...forms, ...correction }, following);
  summaries.wake(id);
  return updated;
}

/**
 * Of the forms that were generated those that still may be said, and who made them: none of a text that was changed. Until they
 * are made anew, if ever, the character has the section's own sentences.
 */
export function keptForms(current: Section, changes: Partial<Section>): Partial<Section> {
  const { content = current.content } = changes;
  const isRewritten = witnessedText(content) !== witnessedText(current.content);
  const generated: NonNullable<Section['generated']> = {};
  const outdatedForms: Partial<Section> = {};
  for (const form of summaryForms) {
    const field = summaryFields[form];
    const isEdited = field in changes && changes[field] !== current[field];
    const origin = current.generated?.[form];
    if (!origin || isEdited) continue;
    if (isRewritten) outdatedForms[field] = undefined;
    else generated[form] = origin;
  }
  return { ...outdatedForms, generated: Object.keys(generated).length > 0 ? generated : undefined };
}

/** Notes that the author changed title or words herself: a manuscript may not have the correction. */
function correctionOf(current: Section, changes: Partial<Section>): Pick<Section, 'correctedAt'> {
  const { title = current.title, content = current.content } = changes;
  const isCorrected = title !== current.title || withoutMarks(content) !== withoutMarks(current.content);
  return isCorrected ? { correctedAt: new Date().toISOString() } : {};
}

/** Deletes a section and the memory cards that open with it: both lie in the bin. @throws AppError NOT_FOUND */
export async function deleteSection({ store }: Pick<SectionsServices, 'store'>, id: string): Promise<void> {
  const cards = store.memoryCards.bySection(id);
  await remove(
    store,
    'sections',
    id,
    cards.map((record) => ({ collection: 'memoryCards', record })),
  );
}

/** The texts that a section had, the newest first. @throws AppError NOT_FOUND */
export function listSectionVersions({ store }: SectionsServices, id: string): SectionVersion[] {
  if (!store.sections.get(id)) throw new AppError('NOT_FOUND', 'La sezione non esiste più.');
  return listVersions(store, id);
}

/** One of them with its words. @throws AppError NOT_FOUND */
export function readSectionVersion(
  { store }: SectionsServices,
  { id, version }: { id: string; version: string },
): SectionVersionText {
  const { generated: _, ...shown } = requireVersion(store, id, version);
  return shown;
}

/**
 * Puts an older text in the place of the section's, which stays among the versions; the number stays.
 *
 * @throws AppError NOT_FOUND; CHANGED when `updatedAt` is not that of the section
 */
export async function takeBackSection(
  { store, summaries }: SectionsServices,
  { id, version, updatedAt }: { id: string; version: string; updatedAt?: string | undefined },
): Promise<Section> {
  const current = store.sections.get(id);
  if (!current) throw new AppError('NOT_FOUND', 'La sezione non esiste più.');
  const { title, content, contentReduced70, contentReduced30, contentLine, generated } = requireVersion(
    store,
    id,
    version,
  );
  const texts = { title, content, contentReduced70, contentReduced30, contentLine, generated };
  const following = followTextChange(store, current, texts);
  const correction = correctionOf(current, texts);
  const updated = await update(store, 'sections', id, { ...texts, ...correction, updatedAt }, following);
  summaries.wake(id);
  return updated;
}

function requireVersion(store: Pick<Store, 'sectionVersions'>, id: string, version: string) {
  const versionText = openVersion(store, id, version);
  if (!versionText) throw new AppError('NOT_FOUND', 'Questa versione non c’è più.');
  return versionText;
}

function refuseTakenNumber(
  store: Pick<Store, 'sections'>,
  sectionNumber: number | undefined,
  exceptId?: string,
): void {
  const other = sectionNumber === undefined ? undefined : store.sections.byNumber(sectionNumber);
  if (other && other.id !== exceptId) {
    throw new AppError('DUPLICATE', `Esiste già una sezione numero ${sectionNumber}: «${other.title}».`);
  }
}
