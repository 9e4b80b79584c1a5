import { codeKey, unaccentedCodeKey } from '#shared/contracts/codes.ts';
import type { CollectionSet } from './collections.ts';
import type { GroupIndex, UniqueIndex } from './indexes.ts';
import type { Collection, CollectionName, Collections, Records, Store } from './types.ts';

interface Source {
  readonly collections: CollectionSet;
}

/**
 * The collections as their readers see them: nothing on a view changes anything.
 *
 * @param source its `collections` are looked up at each call, because a replacement brings new ones
 */
export function collectionViews(source: Source): Records {
  return {
    sections: Object.assign(view(source, 'sections'), {
      byNumber: (number: number) => source.collections.sectionByNumber.get(number),
    }),
    unlockCodes: Object.assign(
      view(source, 'unlockCodes'),
      codeLookup(() => [source.collections.unlockCodeByKey, source.collections.unlockCodesUnaccented]),
    ),
    musicCodes: Object.assign(
      view(source, 'musicCodes'),
      codeLookup(() => [source.collections.musicCodeByKey, source.collections.musicCodesUnaccented]),
    ),
    galleryImages: view(source, 'galleryImages'),
    users: view(source, 'users'),
    chatMessages: messagesView(source),
    settings: view(source, 'settings'),
    mirrorTasks: view(source, 'mirrorTasks'),
    memoryCards: Object.assign(view(source, 'memoryCards'), {
      bySection: (sectionId: string | null) =>
        source.collections.cardsBySection.get(sectionId).toSorted((a, b) => a.position - b.position),
    }),
    binEntries: view(source, 'binEntries'),
    sectionVersions: view(source, 'sectionVersions'),
    erasures: view(source, 'erasures'),
    sessions: view(source, 'sessions'),
    articles: Object.assign(view(source, 'articles'), {
      byName: (name: string) => source.collections.articleByName.get(name),
    }),
  };
}

function view<N extends CollectionName>(source: Source, name: N): Collection<Collections[N]> {
  const table = (): ReadonlyMap<string, Collections[N]> => source.collections.tables[name];
  return {
    get size() {
      return table().size;
    },
    get: (id) => table().get(id),
    values: () => table().values(),
  };
}

function messagesView(source: Source): Store['chatMessages'] {
  const of = (readerId: string) => source.collections.messagesByReader.get(readerId);
  /** The list changes while it is read: what is gone by then is left out. */
  function* inOrder(readerId: string, newestFirst: boolean) {
    const messages = of(readerId);
    const count = messages.length;
    for (let index = 0; index < count; index += 1) {
      const message = messages[newestFirst ? count - 1 - index : index];
      if (message) yield message;
    }
  }
  const { get, values } = view(source, 'chatMessages');
  return {
    get,
    values,
    get size() {
      return source.collections.tables.chatMessages.size;
    },
    get bytes() {
      return source.collections.messageBytes.sum;
    },
    byReader: (readerId) => [...of(readerId)],
    newestByReader: (readerId) => inOrder(readerId, true),
    oldestByReader: (readerId) => inOrder(readerId, false),
    countByReader: (readerId) => of(readerId).length,
    readerIds: () => source.collections.messagesByReader.keys(),
  };
}

type CodeIndexes<T extends { id: string }> = [UniqueIndex<T, string>, GroupIndex<T, string>];

/** @param indexes by a code's key, and by its key without accents */
function codeLookup<T extends { id: string }>(indexes: () => CodeIndexes<T>) {
  function byCode(code: string): T | undefined {
    const key = codeKey(code);
    // A code without a letter or digit, which only an altered backup can hold, is nobody's: an empty one would find it.
    return key === '' ? undefined : indexes()[0].get(key);
  }
  function bySubmitted(code: string): T | undefined {
    const written = byCode(code);
    const key = unaccentedCodeKey(code);
    if (written !== undefined || key === '') return written;
    const [record, ...others] = indexes()[1].get(key);
    return others.length === 0 ? record : undefined;
  }
  return { byCode, bySubmitted };
}
