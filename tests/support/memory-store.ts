import type { StoredChatMessage } from '#shared/contracts/chat.ts';
import type { User } from '#shared/contracts/readers.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { Collection, Operation, Store } from '#server/storage/store/types.ts';

/** The part of the store that the chat uses, in memory; `durable` lets a test hold or fail the disk. */
export function memoryStore(durable: (operations: Operation[]) => Promise<void> = () => Promise.resolve()) {
  const sections = new Map<string, Section>();
  const users = new Map<string, User>();
  const messages = new Map<string, StoredChatMessage>();

  const collection = <T extends { id: string }>(records: Map<string, T>): Collection<T> => ({
    get size() {
      return records.size;
    },
    get: (id) => records.get(id),
    values: () => records.values(),
  });

  const store: Pick<Store, 'sections' | 'users' | 'chatMessages' | 'mutate'> = {
    sections: Object.assign(collection(sections), {
      byNumber: (number: number) =>
        [...sections.values()].find((section) => section.sectionNumber === number),
    }),
    users: collection(users),
    chatMessages: Object.assign(collection(messages), {
      byReader: (readerId: string) =>
        [...messages.values()].filter((message) => message.readerId === readerId),
      newestByReader: (readerId: string) =>
        [...messages.values()]
          .filter((message) => message.readerId === readerId)
          .reverse()
          .values(),
      oldestByReader: (readerId: string) =>
        [...messages.values()].filter((message) => message.readerId === readerId).values(),
      countByReader: (readerId: string) =>
        [...messages.values()].filter((message) => message.readerId === readerId).length,
      readerIds: () => new Set([...messages.values()].map(({ readerId }) => readerId)),
      bytes: 0,
    }),
    async mutate(operations) {
      for (const operation of operations) {
        if (operation.type === 'delete')
          (operation.collection === 'users' ? users : messages).delete(operation.id);
        if (operation.type !== 'put') continue;
        if (operation.collection === 'chatMessages') messages.set(operation.record.id, operation.record);
        if (operation.collection === 'sections') sections.set(operation.record.id, operation.record);
        if (operation.collection === 'users') users.set(operation.record.id, operation.record);
      }
      try {
        await durable(operations);
      } catch (error) {
        for (const operation of operations)
          if (operation.type === 'put') messages.delete(operation.record.id);
        throw error;
      }
    },
  };

  return {
    store,
    putSections: (all: readonly Section[]) => all.forEach((section) => sections.set(section.id, section)),
    putMessages: (all: readonly StoredChatMessage[]) =>
      all.forEach((message) => messages.set(message.id, message)),
    putReader(id: string, maxSection: number, chosenSection?: number) {
      const at = '2004-01-01T12:00:00.000Z';
      users.set(id, { id, maxSection, chosenSection, email: null, createdAt: at, updatedAt: at });
    },
    messages: () => [...messages.values()],
  };
}
