import type { StoredChatMessage } from '#shared/contracts/chat.ts';
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
    chatMessages: messagesView(current),
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

function messagesView(current: () => CollectionSet): Store['chatMessages'] {
  /** Of one moment: a replacement meanwhile has other slots. */
  function* inOrder(readerId: string, newestFirst: boolean): IterableIterator<StoredChatMessage> {
    const { messagesByReader, chatMessages } = current();
    const slots = messagesByReader.slotsOf(readerId);
    const count = slots.length;
    for (let index = 0; index < count; index += 1) {
      const message = chatMessages.at(slots[newestFirst ? count - 1 - index : index]);
      if (message) yield message;
    }
  }
  return {
    get size() {
      return current().chatMessages.size;
    },
    get: (id) => current().chatMessages.get(id),
    values: () => current().chatMessages.values(),
    get bytes() {
      return current().chatMessages.bytes;
    },
    byReader: (readerId) => [...inOrder(readerId, false)],
    newestByReader: (readerId) => inOrder(readerId, true),
    oldestByReader: (readerId) => inOrder(readerId, false),
    countByReader: (readerId) => current().messagesByReader.slotsOf(readerId).length,
    readerIds: () => current().messagesByReader.keys(),
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
