import type { CreateSection, Section, UpdateSection } from '#shared/contracts/sections.ts';
import { summaryFields, summaryForms } from '#shared/contracts/summaries.ts';
import { AppError } from '#shared/errors.ts';
import { hidesMore } from '#shared/witnessed.ts';
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
 * back to the generator. Where passages are newly marked as unwitnessed, what was generated from the text before is not said
 * any more: shorter forms are made anew, cards wait for the author. @throws AppError NOT_FOUND, DUPLICATE
 */
export async function updateSection(
  { store, summaries }: SectionsServices,
  { id, ...changes }: UpdateSection,
): Promise<Section> {
  refuseTakenNumber(store, changes.sectionNumber, id);
  const current = store.sections.get(id);
  const hides = current !== undefined && hidesMore(changes.content ?? '', current.content);
  const forms = current?.generated && keptForms(current, changes, hides);
  const updated = await update(
    store,
    'sections',
    id,
    { ...changes, ...forms },
    hides ? shutCards(store, id) : [],
  );
  summaries.wake(id);
  return updated;
}

/** Of the forms that were generated those that still may be said, and who made them. */
export function keptForms(current: Section, changes: Partial<Section>, hides: boolean): Partial<Section> {
  const generated: NonNullable<Section['generated']> = {};
  const gone: Partial<Section> = {};
  for (const form of summaryForms) {
    const field = summaryFields[form];
    const isEdited = field in changes && changes[field] !== current[field];
    const origin = current.generated?.[form];
    if (!origin || isEdited) continue;
    if (hides) gone[field] = undefined;
    else generated[form] = origin;
  }
  return { ...gone, generated: Object.keys(generated).length > 0 ? generated : undefined };
}

export function shutCards({ memoryCards }: Pick<Store, 'memoryCards'>, sectionId: string): Operation[] {
  return memoryCards.bySection(sectionId).flatMap((card): Operation[] => {
    const { generated } = card;
    if (!generated) return [];
    const record = { ...card, generated: { ...generated, unread: true } };
    return [{ type: 'put', collection: 'memoryCards', record }];
  });
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
