import type { Opening } from '#shared/contracts/book.ts';
import { deleteSetting, putSetting } from '#server/storage/records/settings.ts';
import type { Store } from '#server/storage/store/types.ts';

/** Both are of this installation, not of the book: a restore leaves them. */
const arrivingId = 'arriving';
const suspendedId = 'suspended';

type OpeningStore = Pick<Store, 'sections' | 'unlockCodes' | 'musicCodes' | 'settings' | 'mutate'>;

/** Whether readers see the pages: not before the first «Pubblica» of a site that began empty, nor while the author suspends it. */
export function createOpening(store: OpeningStore, isPublished: () => boolean) {
  const { sections, unlockCodes, musicCodes, settings } = store;
  const read = (): Opening => {
    if (settings.get(suspendedId)) return 'suspended';
    return settings.get(arrivingId) && !isPublished() ? 'arriving' : 'open';
  };
  let current = read();
  const refresh = () => void (current = read());
  return {
    get current() {
      return current;
    },
    /** Call it when what is published changes. */
    refresh,
    /** Lets the pages of a site with nothing in it wait for the first «Pubblica». */
    async awaitPublishing(): Promise<void> {
      const isEmpty = sections.size + unlockCodes.size + musicCodes.size === 0;
      if (!isEmpty || isPublished() || settings.get(arrivingId)) return;
      await store.mutate([putSetting(arrivingId, true)]);
      refresh();
    },
    /** Closes the pages to readers, or opens them again. */
    async suspend(isSuspended: boolean): Promise<void> {
      await store.mutate([isSuspended ? putSetting(suspendedId, true) : deleteSetting(suspendedId)]);
      refresh();
    },
  };
}
