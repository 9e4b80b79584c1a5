import type { CreateSection, Section, UpdateSection } from '#shared/contracts/sections.ts';
import { summaryFields, summaryForms } from '#shared/contracts/summaries.ts';
import { AppError } from '#shared/errors.ts';
import type { Unchanging } from '#shared/unchanging.ts';
import { insert, update } from '#server/storage/store/records.ts';
import type { Operation, Store } from '#server/storage/store/types.ts';
import { unchanged } from '#server/storage/store/unchanged.ts';

/** What the author's sections need; a changed text wakes whoever writes its summaries. */
export interface SectionsServices {
  store: Pick<Store, 'sections' | 'memoryCards' | 'mutate'>;
  summaries: { wake(sectionId: string): void };
}

/** All sections in story order. They hold the whole book: for the author only. */
export function listSections({ store }: Pick<SectionsServices, 'store'>): Unchanging<Section[]> {
  const sections = [...store.sections.values()];
  return unchanged(store.sections, sections, () =>
    sections.toSorted((a, b) => a.sectionNumber - b.sectionNumber),
  );
}

/** @throws AppError DUPLICATE when the number is other */
export async function createSection(
  { store, summaries }: SectionsServices,
  input: CreateSection,
): Promise<Section> {
  refuseTakenNumber(store, input.sectionNumber);
  const created = await insert(store, 'sections', input);
  summaries.wake(created.id);
  return created;
}

/**
 * Changes the fields that were sent. A shorter form that is written by hand becomes the author's; one that is cleared goes
 * back to the generator. @throws AppError NOT_FOUND, DUPLICATE
 */
export async function updateSection(
  { store, summaries }: SectionsServices,
  { id, ...changes }: UpdateSection,
): Promise<Section> {
  refuseTakenNumber(store, changes.sectionNumber, id);
  const current = store.sections.get(id);
  const edited = summaryForms.filter((form) => {
    const field = summaryFields[form];
    return field in changes && changes[field] !== current?.[field];
  });
  const generatedForms = Object.entries(current?.generated ?? {}).filter(
    ([form]) => !edited.some((editedForm) => editedForm === form),
  );
  const generated = generatedForms.length > 0 ? Object.fromEntries(generatedForms) : undefined;
  const updated = await update(store, 'sections', id, {
    ...changes,
    ...(current?.generated && { generated }),
  });
  summaries.wake(id);
  return updated;
}

/** Deletes a section and the memory cards that open with it. @throws AppError NOT_FOUND */
export async function deleteSection({ store }: Pick<SectionsServices, 'store'>, id: string): Promise<void> {
  if (!store.sections.get(id)) throw new AppError('NOT_FOUND', 'La sezione non esiste più.');
  const cards = store.memoryCards.bySection(id).map((card): Operation => {
    return { type: 'delete', collection: 'memoryCards', id: card.id };
  });
  await store.mutate([{ type: 'delete', collection: 'sections', id }, ...cards]);
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
