import { randomUUID } from 'node:crypto';
import type {
  ChatMessage,
  ChatReply,
  ChatReplyEvent,
  ChatSuggestions,
  Role,
  StoredChatMessage,
} from '#shared/contracts/chat.ts';
import { levelInForce } from '#shared/contracts/readers.ts';
import { AppError } from '#shared/errors.ts';
import type { Unchanging } from '#shared/unchanging.ts';
import { openMessages, openSections, type Visible } from '#shared/gate.ts';
import type { Narrator } from '#server/narrator/narrator.ts';
import { ModelError } from '#server/model/types.ts';
import type { Operation, Store } from '#server/storage/store/types.ts';
import { lastUnchanged } from '#server/storage/store/unchanged.ts';
import { ownTurn } from './yield-to-event-loop.ts';
import { createReaderWork, type Job } from './reply-jobs.ts';
import type { ChatEngine } from '#server/talk/reply.ts';
import { createReplyQueue, type ReplyQueueOptions } from './reply-slots.ts';

export interface ChatServiceOptions {
  store: Pick<Store, 'sections' | 'users' | 'chatMessages' | 'mutate'>;
  engine: ChatEngine;
  /** Says what needs no model: what comes back after a code, the story so far, what may be asked. */
  narrator: Narrator;
  replyQueue?: ReplyQueueOptions;
  /** Milliseconds since the epoch. */
  clock?: () => number;
  newId?: () => string;
  /** Told why a reply could not be given, for the log. */
  onError?: (error: unknown) => void;
}

export interface ChatService {
  /**
   * Stores the message and answers it. The work begins with the call and goes on to its end even if nobody
   * reads the events: a reader who closes the page finds the reply in the history.
   *
   * Throws `TOO_MANY_REQUESTS` when several messages of the reader are already waiting, `UNAVAILABLE` when too many of all
   * readers are. The iteration throws `UPSTREAM_FAILED` when no model could answer; the message stays stored.
   */
  send(readerId: string, message: string): AsyncIterable<ChatReplyEvent>;
  /** Answers the last message anew when it has no reply, or one that was stopped. @throws AppError IMPOSSIBLE */
  retry(readerId: string): AsyncIterable<ChatReplyEvent>;
  /** The reply under way from its beginning; no events when there is none. */
  pending(readerId: string): AsyncIterable<ChatReplyEvent>;
  /** Ends the reply under way; what was said so far is kept. */
  stop(readerId: string): void;
  /** What the reader wrote and was answered at or below the level in force, oldest first. */
  history(readerId: string): Unchanging<{ messages: ChatMessage[]; level: number; hidden: number }>;
  /** Deletes everything the reader wrote and was answered, at whatever level, and stops what is being written. */
  forget(readerId: string): Promise<void>;
  /** Stores and returns what the protagonist notices when the level has risen since the last message. */
  notice(readerId: string): Promise<ChatMessage | null>;
  recap(readerId: string | undefined): Unchanging<ChatReply>;
  suggestions(readerId: string | undefined): Unchanging<ChatSuggestions>;
  /** Questions whose reply is being written or waited for. */
  readonly active: number;
  /** Resolves when no reply is being written: for a clean stop. */
  settled(): Promise<void>;
}

/** Readers whose last answers are kept: a page that is opened again, or comes to the front, asks for the same. */
const readersKept = 200;

/** Messages of one reader that may wait for their reply, the one being answered included. */
const mostWaiting = 4;
/** Messages before the question that are looked at for the prompt. */
const remembered = 40;
/** Replies written at once over the whole site, and in line: a provider's free plan takes no more. */
const ordinaryTraffic: ReplyQueueOptions = { places: 24, queue: 400 };

export function createChatService(options: ChatServiceOptions): ChatService {
  const { store, engine, narrator, clock = Date.now, newId = randomUUID, onError } = options;
  const replyQueue = createReplyQueue(options.replyQueue ?? ordinaryTraffic);
  const lastTimes = new Map<string, number>();
  const work = createReaderWork((error) => {
    onError?.(error);
    return asAppError(error);
  });

  const lastHistories = lastUnchanged<{ messages: ChatMessage[]; level: number; hidden: number }>(
    readersKept,
  );
  const lastRecaps = lastUnchanged<ChatReply>(readersKept);
  const lastSuggestions = lastUnchanged<ChatSuggestions>(readersKept);

  const levelOf = (readerId: string | undefined) =>
    readerId === undefined ? 0 : levelInForce(store.users.get(readerId));
  function newest(readerId: string): StoredChatMessage | undefined {
    for (const message of store.chatMessages.newestByReader(readerId)) return message;
    return undefined;
  }

  /** Now, but after the reader's latest message: two in one millisecond keep their order. */
  function nextTimestamp(readerId: string): string {
    const stored = newest(readerId)?.timestamp;
    const latest = Math.max(stored ? Date.parse(stored) : 0, lastTimes.get(readerId) ?? 0);
    const time = Math.max(clock(), latest + 1);
    if (work.of(readerId).length > 0) lastTimes.set(readerId, time);
    return new Date(time).toISOString();
  }

  function record(readerId: string, role: Role, content: string, level = levelOf(readerId)) {
    return { id: newId(), readerId, role, content, level, timestamp: nextTimestamp(readerId) };
  }

  function persist(message: StoredChatMessage): Promise<void> {
    const operations: Operation[] = [{ type: 'put', collection: 'chatMessages', record: message }];
    // Whoever writes is a reader, with a record of their own, even before the first code.
    if (!store.users.get(message.readerId)) {
      const { readerId: id, timestamp: at } = message;
      const user = { id, maxSection: 0, email: null, createdAt: at, updatedAt: at };
      operations.push({ type: 'put', collection: 'users', record: user });
    }
    return store.mutate(operations);
  }

  const remove = (messages: readonly StoredChatMessage[]) =>
    store.mutate(messages.map(({ id }) => ({ type: 'delete', collection: 'chatMessages', id })));

  async function answer(readerId: string, { question, events, stop }: Job): Promise<void> {
    const { signal } = stop;
    // The level of the moment: a code redeemed while the message waited counts.
    const level = levelOf(readerId);
    const waiting = new Set(work.of(readerId).map((job) => job.question.id));
    const steps = engine.reply(
      {
        level,
        sections: openSections(store.sections.values(), level),
        history: conversation(store.chatMessages.newestByReader(readerId), level, waiting),
        question: question.content,
      },
      signal,
    );
    const stopped = aborted(signal);
    let said = '';
    for (;;) {
      // Stopped while it waited in line: no model is asked.
      const next = signal.aborted ? 'aborted' : await Promise.race([steps.next(), stopped]);
      if (next === 'aborted') {
        // Not waited for: a model that hangs must not hold the reader who has had enough of it.
        void steps.return(undefined).catch(() => undefined);
        const content = said.trim();
        const partial = { ...record(readerId, 'assistant', content, level), interrupted: true as const };
        if (content) await persist(partial);
        const { timestamp } = content ? partial : question;
        events.push({ type: 'stopped', response: content, timestamp });
        return;
      }
      if (next.done) return;
      const step = next.value;
      if (step.type === 'done') {
        const reply = record(readerId, 'assistant', step.text, level);
        await persist(reply);
        // To its end: what it holds open towards the provider is closed there.
        await steps.return(undefined);
        events.push({ type: 'done', response: step.text, timestamp: reply.timestamp });
        return;
      }
      said = step.type === 'delta' ? said + step.text : '';
      events.push(step);
    }
  }

  function enqueue(readerId: string, question: StoredChatMessage, stored: Promise<void>) {
    // It may fail while the message before it is still being answered, when nobody is waiting for it yet.
    stored.catch(() => undefined);
    const job = work.add(readerId, question, async (own) => {
      try {
        await stored;
        const leave = await replyQueue.enter(own.stop.signal).catch(() => undefined);
        try {
          await ownTurn();
          await answer(readerId, own);
        } finally {
          leave?.();
        }
      } finally {
        if (work.of(readerId).length === 1) lastTimes.delete(readerId);
      }
    });
    return job.events;
  }

  return {
    send(readerId, message) {
      if (work.of(readerId).length >= mostWaiting) {
        throw new AppError('TOO_MANY_REQUESTS', 'Una cosa per volta: aspetta che risponda alla precedente.', {
          retryAfter: 5,
        });
      }
      replyQueue.refuseIfFull();
      const question = record(readerId, 'user', message);
      lastTimes.set(readerId, Date.parse(question.timestamp));
      return enqueue(readerId, question, persist(question));
    },
    retry(readerId) {
      const level = levelOf(readerId);
      const [last, before] = conversation(store.chatMessages.newestByReader(readerId), level)
        .slice(-2)
        .reverse();
      const question = last?.role === 'user' ? last : last?.interrupted ? before : undefined;
      if (!last || question?.role !== 'user' || work.of(readerId).length > 0) {
        throw new AppError('IMPOSSIBLE', 'Non c’è una risposta da rifare.');
      }
      replyQueue.refuseIfFull();
      return enqueue(readerId, question, last === question ? Promise.resolve() : remove([last]));
    },
    pending: (readerId) => work.of(readerId)[0]?.events ?? nothing(),
    stop: (readerId) => work.of(readerId)[0]?.stop.abort(),
    history(readerId) {
      const all = store.chatMessages.byReader(readerId);
      const level = levelOf(readerId);
      return lastHistories(readerId, [level, ...all], () => {
        const messages = openMessages(all, level).map(asSeen);
        return { messages, level, hidden: all.length - messages.length };
      });
    },
    async forget(readerId) {
      for (const { stop } of work.of(readerId)) stop.abort();
      await work.settled(readerId);
      // Read and deleted in one tick: a message sent meanwhile is another conversation's first.
      await remove(store.chatMessages.byReader(readerId));
    },
    async notice(readerId) {
      const level = levelOf(readerId);
      let reached = 0;
      for (const message of store.chatMessages.newestByReader(readerId))
        reached = Math.max(reached, message.level);
      const sections = openSections(store.sections.values(), level);
      const text = reached < level && narrator.notice(sections, reached);
      if (!text) return null;
      const message = record(readerId, 'assistant', text, level);
      await persist(message);
      return asSeen(message);
    },
    recap(readerId) {
      const level = levelOf(readerId);
      const sections = openSections(store.sections.values(), level);
      return lastRecaps(String(level), sections, () => ({ response: narrator.recap(sections) }));
    },
    suggestions(readerId) {
      const level = levelOf(readerId);
      const said =
        readerId === undefined ? [] : conversation(store.chatMessages.newestByReader(readerId), level);
      const sections = openSections(store.sections.values(), level);
      return lastSuggestions(readerId ?? '', [level, ...sections, ...said], () => ({
        questions: narrator.suggestions(sections, said),
      }));
    },
    get active() {
      return work.active;
    },
    settled: () => work.settled(),
  };
}

async function* nothing(): AsyncGenerator<ChatReplyEvent> {}

function asSeen({ role, content, timestamp, interrupted }: StoredChatMessage): ChatMessage {
  return { role, content, timestamp, ...(interrupted && { interrupted }) };
}

function aborted(signal: AbortSignal): Promise<'aborted'> {
  if (signal.aborted) return Promise.resolve('aborted');
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });
}

/**
 * The newest messages the gate opens at `level`, oldest first, without those still waiting for their reply. Taken from the end
 * one by one, so that neither the length of a history nor what is locked in it changes what is taken.
 */
function conversation(
  newestFirst: Iterable<StoredChatMessage>,
  level: number,
  waiting: ReadonlySet<string> = new Set(),
): Visible<StoredChatMessage>[] {
  const open: Visible<StoredChatMessage>[] = [];
  for (const message of newestFirst) {
    if (open.length === remembered) break;
    if (!waiting.has(message.id)) open.unshift(...openMessages([message], level));
  }
  return open;
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ModelError) {
    return new AppError(
      'UPSTREAM_FAILED',
      'Il tuo messaggio è arrivato, la risposta no: il canale si è interrotto. Riprova fra poco.',
      { cause: error },
    );
  }
  return new AppError(
    'UNAVAILABLE',
    'Il canale non regge: il messaggio potrebbe non essere stato registrato.',
    { cause: error },
  );
}
