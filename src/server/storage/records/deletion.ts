import type { CollectionName, Operation } from '../store/types.ts';

/** The operation that deletes a record; nothing where it is not there. */
export const deletion = (collection: CollectionName, id: string): Operation => ({
  type: 'delete',
  collection,
  id,
});
