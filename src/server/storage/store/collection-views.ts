import type { StoredChatMessage } from '#shared/contracts/chat.ts';
import { codeKey, unaccentedCodeKey } from '#shared/contracts/codes.ts';
import type { CollectionSet } from './collections.ts';
import type { GroupIndex, RecordTable, Slot, UniqueIndex } from './table.ts';
import type { Collection, Records, Store } from './types.ts';

interface Source {
  readonly collections: CollectionSet;
}

/**
 * The collections as their readers see them: nothing on a view changes anything.
 *
 * @param source its `collections` are looked up at each call, because a replacement brings new ones
 */
export function collectionViews(source: Source): Records {
  const tables = () => source.collections.tables;
  return {
    sections: Object.assign(
      view(() => tables().sections),
      {
        byNumber: (number: number) => tables().sections.at(source.collections.sectionByNumber.slotOf(number)),
      },
    ),
    unlockCodes: Object.assign(
      view(() => tables().unlockCodes),
      {
        byCode: (code: string) =>
          tables().unlockCodes.at(slotOfCode(source.collections.unlockCodeByKey, code)),
        bySubmitted(code: string) {
          const { unlockCodeByKey, unlockCodesUnaccented } = source.collections;
          return tables().unlockCodes.at(slotOfSubmitted(unlockCodeByKey, unlockCodesUnaccented, code));
        },
      },
    ),
    musicCodes: Object.assign(
      view(() => tables().musicCodes),
      {
        byCode: (code: string) => tables().musicCodes.at(slotOfCode(source.collections.musicCodeByKey, code)),
        bySubmitted(code: string) {
          const { musicCodeByKey, musicCodesUnaccented } = source.collections;
          return tables().musicCodes.at(slotOfSubmitted(musicCodeByKey, musicCodesUnaccented, code));
        },
      },
    ),
    galleryImages: view(() => tables().galleryImages),
    users: view(() => tables().users),
    chatMessages: messagesView(source),
    settings: view(() => tables().settings),
    mirrorTasks: view(() => tables().mirrorTasks),
    memoryCards: Object.assign(
      view(() => tables().memoryCards),
      {
        bySection: (sectionId: string | null) =>
          source.collections.cardsBySection
            .slotsOf(sectionId)
            .map((slot) => tables().memoryCards.at(slot))
            .filter((card) => card !== undefined)
            .sort((a, b) => a.position - b.position),
      },
    ),
    binEntries: view(() => tables().binEntries),
    sectionVersions: view(() => tables().sectionVersions),
    erasures: view(() => tables().erasures),
    sessions: view(() => tables().sessions),
  };
}

function messagesView(source: Source): Store['chatMessages'] {
  /** Of one moment: a replacement meanwhile has other slots. */
  function* inOrder(readerId: string, newestFirst: boolean): IterableIterator<StoredChatMessage> {
    const { messagesByReader, chatMessages } = source.collections;
    const slots = messagesByReader.slotsOf(readerId);
    const count = slots.length;
    for (let index = 0; index < count; index += 1) {
      const message = chatMessages.at(slots[newestFirst ? count - 1 - index : index]);
      if (message) yield message;
    }
  }
  return {
    get size() {
      return source.collections.chatMessages.size;
    },
    get: (id) => source.collections.chatMessages.get(id),
    values: () => source.collections.chatMessages.values(),
    get bytes() {
      return source.collections.chatMessages.bytes;
    },
    byReader: (readerId) => [...inOrder(readerId, false)],
    newestByReader: (readerId) => inOrder(readerId, true),
    oldestByReader: (readerId) => inOrder(readerId, false),
    countByReader: (readerId) => source.collections.messagesByReader.slotsOf(readerId).length,
    readerIds: () => source.collections.messagesByReader.keys(),
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

/** The code that a reader means: the one they wrote, or else the only one that differs in accents alone. */
function slotOfSubmitted(
  exact: Pick<UniqueIndex<never, string>, 'slotOf'>,
  unaccented: Pick<GroupIndex<never, string>, 'slotsOf'>,
  code: string,
): Slot | undefined {
  const written = slotOfCode(exact, code);
  const key = unaccentedCodeKey(code);
  if (written !== undefined || key === '') return written;
  const [slot, ...others] = unaccented.slotsOf(key);
  return others.length === 0 ? slot : undefined;
}
