import { demoBook } from '#content/demo.ts';
import type { Operation, Store } from '../storage/store/types.ts';

/** Whether nothing was ever written: an author who deleted everything does not want the demonstration back. */
function isNew(store: Store): boolean {
  const { sections, unlockCodes, musicCodes, galleryImages, users, chatMessages, settings } = store;
  return [sections, unlockCodes, musicCodes, galleryImages, users, chatMessages, settings].every(
    ({ size }) => size === 0,
  );
}

/** Puts the demonstration book into a database that has just been made, all of it or nothing. */
export async function addDemoBook(store: Store): Promise<void> {
  if (!isNew(store)) return;
  const book = demoBook();
  const now = new Date().toISOString();
  const stamped = <T extends object>(fields: T) => ({
    id: crypto.randomUUID(),
    ...fields,
    createdAt: now,
    updatedAt: now,
  });
  await store.mutate([
    ...book.sections.map((s): Operation => ({ type: 'put', collection: 'sections', record: stamped(s) })),
    ...book.unlockCodes.map((c): Operation => ({
      type: 'put',
      collection: 'unlockCodes',
      record: stamped(c),
    })),
    ...book.musicCodes.map((c): Operation => ({ type: 'put', collection: 'musicCodes', record: stamped(c) })),
    ...book.galleryImages.map((image, index): Operation => {
      return { type: 'put', collection: 'galleryImages', record: stamped({ displayOrder: index, ...image }) };
    }),
  ]);
}
