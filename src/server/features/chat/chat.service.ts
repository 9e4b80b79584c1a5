import { randomUUID } from 'node:crypto';
import type { ChatMessage, ChatReplyEvent, StoredChatMessage } from '../../../shared/contracts/chat.ts';
import { AppError } from '../../../shared/errors.ts';
import { openMessages, openSections, type Visible } from '../../../shared/gate.ts';
import { ModelError } from '../../model/types.ts';
import type { Operation, Store } from '../../store/types.ts';
import { replay } from './replay.ts';
import type { ChatEngine } from './reply.ts';

export interface ChatServiceOptions {
  store: Pick<Store, 'sections' | 'users' | 'chatMessages' | 'mutate'>;
  engine: ChatEngine;
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
   * Throws `TOO_MANY_REQUESTS` when several messages of the reader are already waiting. The iteration
   * throws `UPSTREAM_FAILED` when no model could answer; the message stays stored.
   */
  send(readerId: string, message: string): AsyncIterable<ChatReplyEvent>;
  /** Everything the reader wrote and was answered, oldest first. */
  history(readerId: string): ChatMessage[];
  /** Questions whose reply is being written or waited for. */
  readonly active: number;
  /** Resolves when no reply is being written: for a clean stop. */
  settled(): Promise<void>;
}

/** Messages of one reader that may wait for their reply, the one being answered included. */
const mostWaiting = 4;
/** Messages before the question that are looked at for the prompt. */
const remembered = 40;

export function createChatService(options: ChatServiceOptions): ChatService {
  const { store, engine, clock = Date.now, newId = randomUUID, onError } = options;
  /** For each reader with work under way: the end of it, and the questions that still have no reply. */
  const busy = new Map<string, { end: Promise<void>; waiting: Set<string> }>();
  const lastTimes = new Map<string, number>();

  const levelOf = (readerId: string) => store.users.get(readerId)?.maxSection ?? 0;

  /** Now, but after the reader's latest message: two in one millisecond keep their order. */
  function nextTimestamp(readerId: string): string {
    const stored = store.chatMessages.byReader(readerId).at(-1)?.timestamp;
    const latest = Math.max(stored ? Date.parse(stored) : 0, lastTimes.get(readerId) ?? 0);
    const time = Math.max(clock(), latest + 1);
    lastTimes.set(readerId, time);
    return new Date(time).toISOString();
  }

  function persist(record: StoredChatMessage): Promise<void> {
    const operations: Operation[] = [{ type: 'put', collection: 'chatMessages', record }];
    // Whoever writes is a reader, with a record of their own, even before the first code.
    if (!store.users.get(record.readerId)) {
      const { readerId: id, timestamp: at } = record;
      const user = { id, maxSection: 0, email: null, createdAt: at, updatedAt: at };
      operations.push({ type: 'put', collection: 'users', record: user });
    }
    return store.mutate(operations);
  }

  async function answer(
    readerId: string,
    question: StoredChatMessage,
    waiting: ReadonlySet<string>,
    emit: (event: ChatReplyEvent) => void,
  ): Promise<void> {
    // The level of the moment: a code redeemed while the message waited counts.
    const level = levelOf(readerId);
    const input = {
      level,
      sections: openSections(store.sections.values(), level),
      history: conversation(store.chatMessages.byReader(readerId), level, waiting),
      question: question.content,
    };
    for await (const step of engine.reply(input)) {
      if (step.type !== 'done') {
        emit(step);
        continue;
      }
      const timestamp = nextTimestamp(readerId);
      await persist({ id: newId(), readerId, role: 'assistant', content: step.text, level, timestamp });
      emit({ type: 'done', response: step.text, timestamp });
    }
  }

  function send(readerId: string, message: string): AsyncIterable<ChatReplyEvent> {
    const work = busy.get(readerId) ?? { end: Promise.resolve(), waiting: new Set<string>() };
    if (work.waiting.size >= mostWaiting) {
      throw new AppError('TOO_MANY_REQUESTS', 'Una cosa per volta: aspetta che risponda alla precedente.', {
        retryAfter: 5,
      });
    }
    const question: StoredChatMessage = {
      id: newId(),
      readerId,
      role: 'user',
      content: message,
      level: levelOf(readerId),
      timestamp: nextTimestamp(readerId),
    };
    work.waiting.add(question.id);
    busy.set(readerId, work);
    const events = replay<ChatReplyEvent>();

    const stored = persist(question);
    // It may fail while the message before it is still being answered, when nobody is waiting for it yet.
    stored.catch(() => undefined);
    work.end = work.end.then(async () => {
      try {
        await stored;
        await answer(readerId, question, work.waiting, events.push);
        events.end();
      } catch (error) {
        onError?.(error);
        events.fail(asAppError(error));
      } finally {
        work.waiting.delete(question.id);
        if (work.waiting.size === 0) {
          busy.delete(readerId);
          lastTimes.delete(readerId);
        }
      }
    });
    return events;
  }

  return {
    send,
    history: (readerId) =>
      store.chatMessages
        .byReader(readerId)
        .map(({ role, content, timestamp }) => ({ role, content, timestamp })),
    get active() {
      return [...busy.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
    },
    settled: async () => {
      while (busy.size > 0) await Promise.all([...busy.values()].map(({ end }) => end));
    },
  };
}

/**
 * The newest messages the gate opens at `level`, without those still waiting for their reply. Read from the end in
 * slices, so that neither the length of a history nor what is locked in it changes what is taken.
 */
function conversation(
  messages: readonly StoredChatMessage[],
  level: number,
  waiting: ReadonlySet<string>,
): Visible<StoredChatMessage>[] {
  let open: Visible<StoredChatMessage>[] = [];
  for (let to = messages.length; to > 0 && open.length < remembered; to -= remembered) {
    const slice = messages.slice(Math.max(0, to - remembered), to).filter(({ id }) => !waiting.has(id));
    open = [...openMessages(slice, level), ...open];
  }
  return open.slice(-remembered);
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
    {
      cause: error,
    },
  );
}
