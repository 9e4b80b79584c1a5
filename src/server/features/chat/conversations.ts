import { createHash, randomUUID } from 'node:crypto';
import type { Role, StoredChatMessage } from '#shared/contracts/chat.ts';
import { levelInForce } from '#shared/contracts/readers.ts';
import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import { unlockedCards, unlockedMessages, unlockedSections, type Visible } from '#shared/gate.ts';
import type { ToldMessage } from '#server/model/types.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { Operation, Store } from '#server/storage/store/types.ts';

export interface ConversationsOptions {
  store: Pick<Store, 'sections' | 'users' | 'chatMessages' | 'mutate'>;
  /** All memory cards, locked ones included; none when a book has none. */
  memoryCards?: () => Iterable<MemoryCard>;
  /** Milliseconds since the epoch. */
  clock?: () => number;
  newId?: () => string;
  /** Messages of one reader that are kept at most; as many as there are without it. */
  mostKept?: () => number;
  /** What notes, with the deletion, that a reader was erased up to a moment. */
  noteErasure?: NoteErasure;
  /** Whether replies of this reader are being written or waited for. */
  isBusy: (readerId: string) => boolean;
}

/** `all`: the reader's record too. Times in milliseconds since the epoch. */
export type Erasable = 'messages' | 'all';
type NoteErasure = (readerId: string, what: Erasable, at: number) => Operation[];

/** Messages that go at once where a reader has too many: the daily sweep takes the rest. */
const mostRemoved = 20;
/** Messages before the question that enter the prompt. */
const mostRemembered = 200;
/** Messages that are read for what the reader told of themselves. */
const mostListenedTo = 600;

/** The stored messages of every reader, read through the gate at the reader's level. */
export type Conversations = ReturnType<typeof createConversations>;

export function createConversations({
  store,
  memoryCards = () => [],
  clock = Date.now,
  newId = randomUUID,
  mostKept,
  noteErasure = () => [],
  isBusy,
}: ConversationsOptions) {
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

  function newestOpen(
    readerId: string,
    level: number,
    waiting: ReadonlySet<string> = new Set(),
    most = mostRemembered,
  ): Visible<StoredChatMessage>[] {
    const open: Visible<StoredChatMessage>[] = [];
    for (const message of store.chatMessages.newestByReader(readerId)) {
      if (open.length === most) break;
      if (!waiting.has(message.id)) open.push(...unlockedMessages([message], level));
    }
    return open.reverse();
  }

  return {
    levelOf,

    /** A message that was sent before with this id, at whatever level. */
    sentMessage: (readerId: string, sentId: string): StoredChatMessage | undefined =>
      store.chatMessages.get(sentMessageId(readerId, sentId)),

    /** At whatever level. */
    replyTo: (question: StoredChatMessage): StoredChatMessage | undefined =>
      store.chatMessages.get(replyIdOf(question)),

    /** None where a reply is asked for again at a level that does not show the first, which has it. */
    freeReplyId: (question: StoredChatMessage): string | undefined =>
      store.chatMessages.get(replyIdOf(question)) ? undefined : replyIdOf(question),

    /** The sections and cards the gate opens at a level, now. */
    openAt(level: number): { sections: Visible<Section>[]; cards: Visible<MemoryCard>[] } {
      const sections = unlockedSections(store.sections.values(), level, clock());
      return { sections, cards: unlockedCards(memoryCards(), sections, level) };
    },

    /** What was told at or below the level, the question last; without ids, which tell how many messages there are. */
    toldBefore(question: StoredChatMessage, level: number, waiting: ReadonlySet<string>): ToldMessage[] {
      return [...newestOpen(question.readerId, level, waiting, mostListenedTo), question].map(toldMessage);
    },

    /** What was told at or below the level. */
    toldAt: (readerId: string, level: number): ToldMessage[] =>
      newestOpen(readerId, level, undefined, mostListenedTo).map(toldMessage),

    /** Which of the reader's notes were erased, and when. */
    erasedNotesOf: (readerId: string) => store.users.get(readerId)?.erasedNotes ?? [],

    /** When the newest message of the reader was written, in milliseconds since the epoch; 0 without any. */
    latestTimeOf(readerId: string): number {
      const [newest] = store.chatMessages.newestByReader(readerId);
      return newest ? Date.parse(newest.timestamp) : 0;
    },

    newMessage(readerId: string, role: Role, content: string, level = levelOf(readerId), id = newId()) {
      return { id, readerId, role, content, level, timestamp: nextTimestamp(readerId) };
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
      let tooMany = mostKept
        ? Math.min(store.chatMessages.countByReader(id) + 1 - mostKept(), mostRemoved)
        : 0;
      for (const oldest of tooMany > 0 ? store.chatMessages.oldestByReader(id) : []) {
        operations.push(deletion(oldest));
        if (--tooMany <= 0) break;
      }
      return store.mutate(operations);
    },

    /** Stores a message at another level, so that a question and its reply are seen together or not at all. */
    async moveTo(message: StoredChatMessage, level: number): Promise<StoredChatMessage> {
      const record = { ...message, level };
      await store.mutate([{ type: 'put', collection: 'chatMessages', record }]);
      return record;
    },

    remove: (messages: readonly StoredChatMessage[]): Promise<void> => store.mutate(messages.map(deletion)),

    /**
     * Deletes all that was said with a reader, and what it left on the reader's record or the record itself, in one step. That is
     * noted where nothing is here, too: what a restore has replaced may hold them, and can be put back.
     */
    async removeAllOf(readerId: string, what: Erasable): Promise<void> {
      const messages = store.chatMessages.byReader(readerId);
      const user = store.users.get(readerId);
      const newest = messages.at(-1);
      // Not before what it takes away, where the machine's clock was set back meanwhile.
      const times = [newest?.timestamp, user?.createdAt].flatMap((time) => (time ? [Date.parse(time)] : []));
      const latest = Math.max(clock(), ...times);
      const operations = [...noteErasure(readerId, what, latest), ...messages.map(deletion)];
      if (user && what === 'all') operations.push({ type: 'delete', collection: 'users', id: readerId });
      else if (user) {
        const { erasedNotes: _, ...record } = user;
        // The time in which they may come back counts from their last message, which is no longer there to tell.
        if (newest && newest.timestamp > user.updatedAt) record.updatedAt = newest.timestamp;
        operations.push({ type: 'put', collection: 'users', record });
      }
      await store.mutate(operations);
    },

    /** The newest messages the gate opens at `level`, of those before a moment if one is given; oldest first. */
    pageOf(readerId: string, level: number, most: number, before = '') {
      const page: Visible<StoredChatMessage>[] = [];
      const end = Date.parse(before);
      for (const message of store.chatMessages.newestByReader(readerId)) {
        if (Date.parse(message.timestamp) >= end) continue;
        const [open] = unlockedMessages([message], level);
        if (!open) continue;
        if (page.length === most) return { page: page.reverse(), hasMore: true };
        page.push(open);
      }
      return { page: page.reverse(), hasMore: false };
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
    newestOpen,
  };
}

/**
 * The id under which a message is stored that was sent with one: sent again it is found, and so is its reply, with no list beside
 * the database. The reader's secret id is in it, so that nobody meets the messages of others.
 *
 * @param sentId the browser's UUID
 */
export const sentMessageId = (readerId: string, sentId: string): string =>
  derivedId(readerId, sentId.toLowerCase());

const replyIdOf = ({ id }: StoredChatMessage): string => derivedId(id, 'reply');

/** A UUID of our own making (version 8): the database packs those. */
function derivedId(from: string, name: string): string {
  const hex = createHash('sha256').update(`${from}:${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const deletion = ({ id }: StoredChatMessage): Operation => ({
  type: 'delete',
  collection: 'chatMessages',
  id,
});

const toldMessage = ({ role, content, level, timestamp }: StoredChatMessage): ToldMessage => ({
  role,
  content,
  level,
  timestamp,
});
