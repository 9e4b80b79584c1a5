import { codeKey } from '#shared/contracts/codes.ts';
import type { CollectionSet } from './collections.ts';
import type { RecordTable, Slot, UniqueIndex } from './table.ts';
import type { Collection, CollectionName, Store } from './types.ts';

/**
 * The collections as their readers see them: nothing on a view changes anything.
 *
 * @param current the records of now, asked for at each call
 */
export function collectionViews(current: () => CollectionSet): Pick<Store, CollectionName> {
  const tables = () => current().tables;
  return {
    sections: Object.assign(
      view(() => tables().sections),
      { byNumber: (number: number) => tables().sections.at(current().sectionByNumber.slotOf(number)) },
    ),
    unlockCodes: Object.assign(
      view(() => tables().unlockCodes),
      { byCode: (code: string) => tables().unlockCodes.at(slotOfCode(current().unlockCodeByKey, code)) },
    ),
    musicCodes: Object.assign(
      view(() => tables().musicCodes),
      { byCode: (code: string) => tables().musicCodes.at(slotOfCode(current().musicCodeByKey, code)) },
    ),
    galleryImages: view(() => tables().galleryImages),
    users: view(() => tables().users),
    chatMessages: Object.assign(
      view(() => tables().chatMessages),
      {
        byReader: (readerId: string) =>
          current()
            .messagesByReader.slotsOf(readerId)
            .map((slot) => tables().chatMessages.at(slot))
            .filter((message) => message !== undefined),
        *newestByReader(readerId: string) {
          // Of one moment: a replacement meanwhile has other slots.
          const { messagesByReader, tables } = current();
          const slots = messagesByReader.slotsOf(readerId);
          for (let index = slots.length - 1; index >= 0; index -= 1) {
            const message = tables.chatMessages.at(slots[index]);
            if (message) yield message;
          }
        },
      },
    ),
    settings: view(() => tables().settings),
    mirrorTasks: view(() => tables().mirrorTasks),
    memoryCards: Object.assign(
      view(() => tables().memoryCards),
      {
        bySection: (sectionId: string | null) =>
          current()
            .cardsBySection.slotsOf(sectionId)
            .map((slot) => tables().memoryCards.at(slot))
            .filter((card) => card !== undefined)
            .sort((a, b) => a.position - b.position),
      },
    ),
  };
}

function view<T extends { id: string }>(table: () => RecordTable<T>): Collection<T> {
  return {
    get size() {
      return table().size;
    },
    get: (id) => table().get(id),
    values: () => table().values(),
  };
}

/** A code without a letter or digit, which only an altered backup can hold, is nobody's: an empty one would find it. */
function slotOfCode(index: Pick<UniqueIndex<never, string>, 'slotOf'>, code: string): Slot | undefined {
  const key = codeKey(code);
  return key === '' ? undefined : index.slotOf(key);
}
