import type { CreateUnlockCodes, UnlockCode } from '#shared/contracts/unlock-codes.ts';
import { createCodes } from '#server/storage/store/code-records.ts';
import type { Store } from '#server/storage/store/types.ts';

export type UnlockCodesStore = Pick<Store, 'unlockCodes' | 'mutate'>;

/** All unlock codes, in the order in which they open the story. For the author only. */
export function listUnlockCodes({ unlockCodes }: Pick<Store, 'unlockCodes'>): UnlockCode[] {
  return [...unlockCodes.values()].sort((a, b) => a.maxSection - b.maxSection);
}

/** Makes up to ten thousand codes alike; `{n}` in the label becomes the number of each. */
export function createUnlockCodes(
  store: UnlockCodesStore,
  { id, count, label, ...fields }: CreateUnlockCodes,
): Promise<{ codes: UnlockCode[] }> {
  const width = String(count).length;
  return createCodes(store, 'unlockCodes', { id, count }, (index) => ({
    label: label?.replaceAll('{n}', String(index + 1).padStart(width, '0')),
    ...fields,
  }));
}
