import type { CreateSection, Section, UpdateSection } from '#shared/contracts/sections.ts';
import { summaryFields, summaryForms } from '#shared/contracts/summaries.ts';
import { AppError } from '#shared/errors.ts';
import type { Unchanging } from '#shared/unchanging.ts';
import { insert, remove, update } from '#server/storage/store/records.ts';
import type { Store } from '#server/storage/store/types.ts';
import { unchanged } from '#server/storage/store/unchanged.ts';

/** All sections in story order. They hold the whole book: for the author only. */
export function listSections(store: Store): Unchanging<Section[]> {
  const sections = [...store.sections.values()];
  return unchanged(store.sections, sections, () =>
    sections.toSorted((a, b) => a.sectionNumber - b.sectionNumber),
  );
}

/** @throws AppError DUPLICATE when the number is taken */
export async function createSection(store: Store, input: CreateSection): Promise<Section> {
  refuseTakenNumber(store, input.sectionNumber);
  return insert(store, 'sections', input);
}

/**
 * Changes the fields that were sent. A shorter form that is written by hand becomes the author's; one that is cleared goes
 * back to the generator. @throws AppError NOT_FOUND, DUPLICATE
 */
export async function updateSection(store: Store, { id, ...changes }: UpdateSection): Promise<Section> {
  refuseTakenNumber(store, changes.sectionNumber, id);
  const current = store.sections.get(id);
  const edited = summaryForms.filter((form) => {
    const field = summaryFields[form];
    return field in changes && changes[field] !== current?.[field];
  });
  const kept = Object.entries(current?.generated ?? {}).filter(
    ([form]) => !edited.some((one) => one === form),
  );
  const generated = kept.length > 0 ? Object.fromEntries(kept) : undefined;
  return update(store, 'sections', id, { ...changes, ...(current?.generated && { generated }) });
}

/** @throws AppError NOT_FOUND */
export function deleteSection(store: Store, id: string): Promise<void> {
  return remove(store, 'sections', id);
}

function refuseTakenNumber(store: Store, sectionNumber: number | undefined, exceptId?: string): void {
  const taken = sectionNumber === undefined ? undefined : store.sections.byNumber(sectionNumber);
  if (taken && taken.id !== exceptId) {
    throw new AppError('DUPLICATE', `Esiste già una sezione numero ${sectionNumber}: «${taken.title}».`);
  }
}
