import type { Role, StoredChatMessage } from '#shared/contracts/chat.ts';
import { levelInForce } from '#shared/contracts/readers.ts';
import { openMessages, openSections, type Visible } from '#shared/gate.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { Operation, Store } from '#server/storage/store/types.ts';

export interface ConversationsOptions {
  store: Pick<Store, 'sections' | 'users' | 'chatMessages' | 'mutate'>;
  /** Milliseconds since the epoch. */
  clock: () => number;
  newId: () => string;
  /** Whether replies of this reader are being written or waited for. */
  isBusy: (readerId: string) => boolean;
}

/** Messages before the question that enter the prompt. */
const mostRemembered = 40;

/** The stored messages of every reader, read through the gate at the reader's level. */
export type Conversations = ReturnType<typeof createConversations>;

export function createConversations({ store, clock, newId, isBusy }: ConversationsOptions) {
  /** Timestamps given to messages of busy readers, which may not be stored yet. */
  const lastTimestamps = new Map<string, number>();

  /** Now, but later than the reader's newest message: two in one millisecond keep their order. */
  function nextTimestamp(readerId: string): string {
    const [newest] = store.chatMessages.newestByReader(readerId);
    const latest = Math.max(newest ? Date.parse(newest.timestamp) : 0, lastTimestamps.get(readerId) ?? 0);
    const time = Math.max(clock(), latest + 1);
    if (isBusy(readerId)) lastTimestamps.set(readerId, time);
    return new Date(time).toISOString();
  }

  function levelOf(readerId: string | undefined): number {
    return readerId === undefined ? 0 : levelInForce(store.users.get(readerId));
  }

  return {
    levelOf,
    openSections: (level: number): Visible<Section>[] => openSections(store.sections.values(), level),

    newMessage(readerId: string, role: Role, content: string, level = levelOf(readerId)): StoredChatMessage {
      return { id: newId(), readerId, role, content, level, timestamp: nextTimestamp(readerId) };
    },

    /** Later messages of the reader come after this one even before it is stored. */
    reserveTimestamp({ readerId, timestamp }: StoredChatMessage): void {
      lastTimestamps.set(readerId, Date.parse(timestamp));
    },

    releaseTimestamps: (readerId: string) => lastTimestamps.delete(readerId),

    /** Stores a message, and its reader with the first one. */
    append(message: StoredChatMessage): Promise<void> {
      const operations: Operation[] = [{ type: 'put', collection: 'chatMessages', record: message }];
      const { readerId: id, timestamp: at } = message;
      if (!store.users.get(id)) {
        const user = { id, maxSection: 0, email: null, createdAt: at, updatedAt: at };
        operations.push({ type: 'put', collection: 'users', record: user });
      }
      return store.mutate(operations);
    },

    remove(messages: readonly StoredChatMessage[]): Promise<void> {
      return store.mutate(messages.map(({ id }) => ({ type: 'delete', collection: 'chatMessages', id })));
    },

    allOf: (readerId: string): readonly StoredChatMessage[] => store.chatMessages.byReader(readerId),

    /** The highest level at which the reader wrote or was answered. */
    highestLevelOf(readerId: string): number {
      let highest = 0;
      for (const { level } of store.chatMessages.newestByReader(readerId)) highest = Math.max(highest, level);
      return highest;
    },

    /**
     * The newest messages the gate opens at `level`, oldest first, without those of `waiting`. Read from the end one by one,
     * so that neither the length of a history nor what is locked in it changes the result.
     */
    newestOpen(
      readerId: string,
      level: number,
      waiting: ReadonlySet<string> = new Set(),
    ): Visible<StoredChatMessage>[] {
      const open: Visible<StoredChatMessage>[] = [];
      for (const message of store.chatMessages.newestByReader(readerId)) {
        if (open.length === mostRemembered) break;
        if (!waiting.has(message.id)) open.unshift(...openMessages([message], level));
      }
      return open;
    },
  };
}
