import type {
  ChatHistory,
  ChatMessage,
  ChatReply,
  ChatReplyEvent,
  ChatSuggestions,
  StoredChatMessage,
} from '#shared/contracts/chat.ts';
import { AppError } from '#shared/errors.ts';
import { unlockedMessages } from '#shared/gate.ts';
import { keepLast } from '#shared/keep-last.ts';
import type { Listener } from '#server/listener/listener.ts';
import type { Narrator } from '#server/narrator/narrator.ts';
import { ModelError, type Turn } from '#server/model/types.ts';
import type { ChatEngine } from '#server/talk/reply.ts';
import {
  createConversations,
  sentMessageId,
  type Conversations,
  type ConversationsOptions,
  type Erasable,
} from './conversations.ts';
import { createNotes } from './notes.ts';
import {
  createReplyJobs,
  createReplySlots,
  createYieldToEventLoop,
  type ReplyJob,
  type ReplyJobs,
  type ReplySlotsOptions,
} from './reply-queue.ts';
import { writeReply } from './write-reply.ts';

export interface ChatServiceOptions extends Omit<ConversationsOptions, 'isBusy'> {
  engine: ChatEngine;
  /** Answers what needs no model: the notice after a code, the recap, the suggestions. */
  narrator: Narrator;
  /** Knows when the reader speaks of danger or pain: nothing of the story is suggested then. */
  isListening?: (turns: readonly Turn[], story: ReturnType<Conversations['openAt']>) => boolean;
  listener?: Pick<Listener, 'readNotes' | 'describeNote'>;
  replySlots?: ReplySlotsOptions;
  /** Throws `UNAVAILABLE` for a reader whose messages there is no room for. */
  refuseWithoutRoom?: (readerId: string) => void;
  /** Called with why a reply could not be given, for the log. */
  onError?: (error: unknown) => void;
}

export type ChatService = ReturnType<typeof createChatService>;

const mostInPage = 200;
/** Messages of one reader that may wait for their reply, the one being answered included. */
const mostWaiting = 4;
/** Replies written at once over the whole site, and waiting: a provider's free plan takes no more. */
const ordinaryTraffic: ReplySlotsOptions = { places: 24, queue: 400 };

/** Readers whose last answers are kept: a page that is reloaded or comes to the front asks for the same. */
const readersKept = 200;
type Options = ChatServiceOptions & { conversations: Conversations };

/** Conversations of the readers with the protagonist: what is sent, answered, read again and forgotten. */
export function createChatService(options: ChatServiceOptions) {
  const jobs = createReplyJobs((error) => {
    options.onError?.(error);
    return asAppError(error);
  });
  const conversations = createConversations({
    ...options,
    isBusy: (readerId) => jobs.of(readerId).length > 0,
  });
  return {
    ...createReplies({ ...options, conversations }, jobs),
    ...createViews({ ...options, conversations }),
    ...createNotes({ ...options, conversations }),
    /**
     * Deletes everything the reader wrote and was answered, at whatever level, with the marks of erased notes, or the whole record,
     * and stops what is being written.
     */
    async forget(readerId: string, what: Erasable = 'messages'): Promise<void> {
      for (const { stop } of jobs.of(readerId)) stop.abort();
      await jobs.settled(readerId);
      // Read and deleted in one tick: a message sent meanwhile belongs to the next conversation.
      await conversations.removeAllOf(readerId, what);
    },
    /** Questions whose reply is being written or waited for. */
    get active() {
      return jobs.active;
    },
    /** Resolves when no reply is being written: for a clean stop. */
    settled: () => jobs.settled(),
  };
}

/** The calls that begin, follow and end the writing of replies. */
function createReplies(
  { engine, conversations, replySlots = ordinaryTraffic, refuseWithoutRoom }: Options,
  jobs: ReplyJobs,
) {
  const slots = createReplySlots(replySlots);
  const yieldToEventLoop = createYieldToEventLoop();
  const isStranger = (readerId: string) => conversations.levelOf(readerId) === 0;
  const isAbove = ({ level = 0, question }: ReplyJob) => level > conversations.levelOf(question.readerId);

  /** The events of a job, each through the gate: once the level is below the reply's, what was shown is taken back. */
  const openEvents = (job: ReplyJob): AsyncIterable<ChatReplyEvent> => ({
    [Symbol.asyncIterator]: () => gateEvents(job),
  });

  async function* gateEvents(job: ReplyJob): AsyncGenerator<ChatReplyEvent> {
    for await (const event of job.events) {
      if (isAbove(job)) {
        yield { type: 'reset' };
        yield { type: 'stopped', response: '', timestamp: job.question.timestamp };
        return;
      }
      yield event;
    }
  }

  function enqueue(question: StoredChatMessage, stored: Promise<void>) {
    const { readerId } = question;
    // It may fail while the reply before it is still being written, when nothing awaits it yet.
    stored.catch(() => undefined);
    const isAdded = jobs.add(readerId, question, async (job) => {
      try {
        await stored;
        const release = await slots.enter(job.stop.signal, isStranger(readerId)).catch(() => undefined);
        try {
          await yieldToEventLoop();
          const waiting = new Set(jobs.of(readerId).map(({ question: { id } }) => id));
          await writeReply({ engine, conversations }, job, waiting);
        } finally {
          release?.();
        }
      } finally {
        if (jobs.of(readerId).length === 1) conversations.releaseTimestamps(readerId);
      }
    });
    return openEvents(isAdded);
  }

  /** What a message was answered that is here already, or is being answered; `undefined` where nobody answers it. */
  function replyAgain(question: StoredChatMessage): AsyncIterable<ChatReplyEvent> | undefined {
    const job = jobs.of(question.readerId).find((other) => other.question.id === question.id);
    if (job) return openEvents(job);
    const reply = conversations.replyTo(question);
    if (!reply) return undefined;
    const [open] = unlockedMessages([reply], conversations.levelOf(question.readerId));
    return replyEvents(open ?? { content: '', timestamp: question.timestamp, interrupted: true });
  }

  return {
    /**
     * Stores the message and answers it. The work begins with the call and goes on to its end whether or not the events are
     * read: a reader who closes the page finds the reply in the history.
     *
     * Throws `TOO_MANY_REQUESTS` when several messages of the reader are already waiting, `UNAVAILABLE` when too many of all
     * readers are. The iteration throws `UPSTREAM_FAILED` when no model could answer; the message stays stored.
     *
     * @param sentId whoever sends a message again with the UUID that it had before is given its reply, stored or still being
     *   written; with other words it is `IMPOSSIBLE`
     */
    send(readerId: string, message: string, sentId?: string): AsyncIterable<ChatReplyEvent> {
      // Found and listed within one tick: of equal calls that race the first stores it, the others find it.
      const earlier = sentId === undefined ? undefined : conversations.sentMessage(readerId, sentId);
      if (earlier && earlier.content !== message) {
        throw new AppError('IMPOSSIBLE', 'Con questo identificativo è già arrivato un altro messaggio.');
      }
      const earlierReply = earlier && replyAgain(earlier);
      if (earlierReply) return earlierReply;
      if (jobs.of(readerId).length >= mostWaiting) {
        throw new AppError('TOO_MANY_REQUESTS', 'Una cosa per volta: aspetta che risponda alla precedente.', {
          retryAfter: 5,
        });
      }
      slots.refuseIfFull(isStranger(readerId));
      if (earlier) return enqueue(earlier, Promise.resolve());
      refuseWithoutRoom?.(readerId);
      const id = sentId === undefined ? undefined : sentMessageId(readerId, sentId);
      const question = conversations.newMessage(readerId, 'user', message, undefined, id);
      conversations.reserveTimestamp(question);
      return enqueue(question, conversations.append(question));
    },
    /** Answers the last message anew when it has no reply, or one that was stopped. @throws AppError IMPOSSIBLE */
    retry(readerId: string): AsyncIterable<ChatReplyEvent> {
      const level = conversations.levelOf(readerId);
      const [last, before] = conversations.newestOpen(readerId, level).slice(-2).reverse();
      const question = last?.role === 'user' ? last : last?.interrupted ? before : undefined;
      if (!last || question?.role !== 'user' || jobs.of(readerId).length > 0) {
        throw new AppError('IMPOSSIBLE', 'Non c’è una risposta da rifare.');
      }
      slots.refuseIfFull(isStranger(readerId));
      return enqueue(question, last === question ? Promise.resolve() : conversations.remove([last]));
    },
    /** The reply under way from its beginning; no events when there is none. */
    pending(readerId: string): AsyncIterable<ChatReplyEvent> {
      const [job] = jobs.of(readerId);
      return job && !isAbove(job) ? openEvents(job) : noEvents();
    },
    /** Ends the reply under way; what was said so far is kept. */
    stop: (readerId: string): void => jobs.of(readerId)[0]?.stop.abort(),
    /** Ends the reply under way when it is written above the level in force: the level was lowered. */
    stopAbove(readerId: string): void {
      const [job] = jobs.of(readerId);
      if (job && isAbove(job)) job.stop.abort();
    },
  };
}

/** What is read of a conversation or said about it without a model. */
function createViews({ narrator, isListening, conversations }: Options) {
  const lastRecaps = keepLast<ChatReply>(readersKept);
  const lastSuggestions = keepLast<ChatSuggestions>(readersKept);
  return {
    /**
     * What the reader wrote and was answered at or below the level in force, oldest first: the newest page, or the one before a
     * moment (ISO 8601).
     */
    history(readerId: string, before?: string): ChatHistory {
      const level = conversations.levelOf(readerId);
      const { page, hasMore } = conversations.pageOf(readerId, level, mostInPage, before);
      return { messages: page.map(shownMessage), ...(hasMore && { more: true as const }) };
    },
    /** The same from the beginning. `hidden`: how many were written at a higher level than the one in force. */
    transcript(readerId: string) {
      const all = conversations.allOf(readerId);
      const level = conversations.levelOf(readerId);
      const messages: readonly ChatMessage[] = unlockedMessages(all, level);
      return { messages, level, hidden: all.length - messages.length };
    },
    /** Stores and returns what the protagonist notices when the level has risen since the last message. */
    async notice(readerId: string): Promise<ChatMessage | null> {
      const level = conversations.levelOf(readerId);
      const reached = conversations.highestLevelOf(readerId);
      const { sections, cards } = conversations.openAt(level);
      const text = reached < level && narrator.notice(sections, cards, reached);
      if (!text) return null;
      const message = conversations.newMessage(readerId, 'assistant', text, level);
      await conversations.append(message);
      return shownMessage(message);
    },
    recap(readerId: string | undefined): ChatReply {
      const level = conversations.levelOf(readerId);
      const { sections, cards } = conversations.openAt(level);
      return lastRecaps(String(level), [...sections, ...cards], () => ({
        response: narrator.recap(sections, cards),
      }));
    },
    suggestions(readerId: string | undefined): ChatSuggestions {
      const level = conversations.levelOf(readerId);
      const history = readerId === undefined ? [] : conversations.newestOpen(readerId, level);
      const { sections, cards } = conversations.openAt(level);
      const newest = history.at(-1);
      const parts = [...sections, ...cards, history.length, newest?.id, newest?.timestamp];
      return lastSuggestions(readerId ?? '', parts, () => {
        const isSilent = isListening?.(untilReader(history), { sections, cards });
        return { questions: isSilent ? [] : narrator.suggestions(sections, cards, history) };
      });
    },
  };
}

/** A reply once it is whole or stopped. @throws AppError UPSTREAM_FAILED when there is none */
export async function waitForReply(events: AsyncIterable<ChatReplyEvent>): Promise<ChatReply> {
  for await (const event of events) {
    if (event.type === 'done' || event.type === 'stopped') {
      const { response, quotes } = event;
      const pageLine = event.type === 'done' && event.pageLine;
      return { response, ...(quotes && { quotes }), ...(pageLine && { pageLine }) };
    }
  }
  throw new AppError('UPSTREAM_FAILED');
}

function untilReader<T extends Turn>(history: readonly T[]): readonly T[] {
  return history.slice(0, history.findLastIndex(({ role }) => role === 'user') + 1);
}

async function* replyEvents({
  content: response,
  timestamp,
  quotes,
  pageLine,
  interrupted,
}: Omit<ChatMessage, 'role'>): AsyncGenerator<ChatReplyEvent> {
  const withQuotes = { response, timestamp, ...(quotes && { quotes }) };
  if (interrupted) yield { type: 'stopped', ...withQuotes };
  else yield { type: 'done', ...withQuotes, ...(pageLine && { pageLine }) };
}

async function* noEvents(): AsyncGenerator<ChatReplyEvent> {}

function shownMessage(message: StoredChatMessage): ChatMessage {
  const { role, content, timestamp, interrupted, quotes, pageLine } = message;
  return {
    role,
    content,
    timestamp,
    ...(interrupted && { interrupted }),
    ...(quotes && { quotes }),
    ...(pageLine && { pageLine }),
  };
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
