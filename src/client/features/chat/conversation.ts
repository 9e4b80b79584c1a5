import type { ChatMessage } from '#shared/contracts/chat.ts';

/** What the server's history was when something was said here; `undefined` while it was not known. */
type HistoryMark = { count: number; last: ChatMessage | undefined } | undefined;

/** One message of the reader and its reply, as this tab knows them before the server's history does. */
export interface Turn {
  id: number;
  message: string;
  /** What the server knows the message by when it is sent again; absent of one that only its reply is followed of. */
  sentId?: string;
  sentAt: string;
  after: HistoryMark;
  /** `refused`: the server said no; `cut`: the transmission broke, and the server may have finished the reply. */
  state: 'waiting' | 'writing' | 'done' | 'refused' | 'cut';
  chunks: readonly string[];
  repliedAt?: string;
  /** What of the reply is read out of the book. */
  quotes?: ChatMessage['quotes'];
  /** What the page says beneath the reply. */
  pageLine?: ChatMessage['pageLine'];
  /** The reader stopped the reply. */
  stopped?: true;
  /** The server already had the message: this tab only listens to its reply. */
  resumed?: true;
}

/** What the terminal says by itself, such as "access extended to section n": the server's history does not hold it. */
export interface PrintedLine {
  id: number;
  text: string;
  /** A recap is in the protagonist's words. */
  speaker: 'assistant' | 'system';
  at: string;
  /** How many messages stood above it; `undefined` when the history was not known. */
  place: number | undefined;
}

export interface LogItem {
  key: string;
  speaker: 'user' | 'assistant' | 'system';
  at: string;
  text: string;
  state?: 'writing' | 'undelivered' | 'interrupted' | 'stopped';
  /** The pieces in which a reply being written has arrived. */
  chunks?: readonly string[];
  /** What of the text is read out of the book. */
  quotes?: ChatMessage['quotes'];
  /** What the page says beneath it. */
  pageLine?: ChatMessage['pageLine'];
}

type History = readonly ChatMessage[] | undefined;

/** For a turn sent before the history was known: how far the two clocks may disagree, in milliseconds. */
const clockTolerance = 120_000;

/** How long an unanswered message in the history is taken for one whose reply is being written, in milliseconds. */
const replyPatience = 90_000;

export const isPending = (turn: Turn) => turn.state === 'waiting' || turn.state === 'writing';
export const isUndelivered = (turn: Turn) => turn.state === 'refused' || turn.state === 'cut';

export function markHistory(history: History): HistoryMark {
  return history && { count: history.length, last: history.at(-1) };
}

function firstIndexAfter(turn: Turn, history: readonly ChatMessage[]): number {
  const { after, sentAt } = turn;
  if (!after) {
    const earliest = Date.parse(sentAt) - clockTolerance;
    const index = history.findIndex((message) => Date.parse(message.timestamp) >= earliest);
    return index === -1 ? history.length : index;
  }
  if (!after.last) return 0;
  const { role, timestamp } = after.last;
  // Where it was, unless the server has dropped old messages since.
  for (let index = Math.min(after.count, history.length) - 1; index >= 0; index -= 1) {
    const message = history[index];
    if (message?.timestamp === timestamp && message.role === role) return index + 1;
  }
  return 0;
}

/** Which parts of each turn the server's history already holds. */
interface HistoryMatch {
  message: boolean;
  reply: boolean;
}

/**
 * Finds the turns in the history. Turns are sought in order, each after the one before, so that the same
 * words said twice are never taken for one another.
 */
export function matchHistory(history: History, turns: readonly Turn[]): HistoryMatch[] {
  let cursor = 0;
  return turns.map((turn) => {
    if (!history) return { message: false, reply: false };
    const start = Math.max(cursor, firstIndexAfter(turn, history));
    const at = history.findIndex(
      (message, index) => index >= start && message.role === 'user' && message.content === turn.message,
    );
    if (at === -1) {
      const reply = history.some(isReplyTo(turn));
      return { message: reply, reply };
    }
    const isNext = history[at + 1]?.role === 'assistant';
    // Where another tab wrote meanwhile, its message stands between this one and its reply.
    const reply = isNext || history.findIndex(isReplyTo(turn)) > at;
    cursor = at + (isNext ? 2 : 1);
    return { message: true, reply };
  });
}

const isReplyTo =
  ({ repliedAt }: Turn) =>
  ({ role, timestamp }: ChatMessage) =>
    role === 'assistant' && timestamp === repliedAt;

/** A message of the history in the log. */
export function messageItem(key: string, message: ChatMessage): LogItem {
  return {
    key,
    speaker: message.role,
    at: message.timestamp,
    text: message.content,
    quotes: message.quotes,
    pageLine: message.pageLine,
    ...(message.interrupted && { state: 'stopped' }),
  };
}

/** The delivered messages, the server's first, with keys that a message keeps when the history catches up with it. */
function deliveredMessages(history: History, turns: readonly Turn[]): LogItem[] {
  const items = (history ?? []).map((message, index) => messageItem(`m${index}`, message));
  const matches = matchHistory(history, turns);
  turns.forEach((turn, index) => {
    const match = matches[index];
    if (isUndelivered(turn)) return;
    if (!match?.message) {
      items.push({ key: `m${items.length}`, speaker: 'user', at: turn.sentAt, text: turn.message });
    }
    if (match?.reply || turn.state === 'waiting') return;
    items.push({
      key: `m${items.length}`,
      speaker: 'assistant',
      at: turn.repliedAt ?? turn.sentAt,
      text: turn.chunks.join(''),
      quotes: turn.quotes,
      pageLine: turn.pageLine,
      ...(turn.state === 'writing' && { state: 'writing' as const, chunks: turn.chunks }),
      ...(turn.stopped && { state: 'stopped' as const }),
    });
  });
  return items;
}

/** How many messages a line printed now would stand under; `undefined` while the history is not known. */
export function placeNow(history: History, turns: readonly Turn[]): number | undefined {
  return history && deliveredMessages(history, turns).length;
}

/**
 * What the log shows, top to bottom: the server's history, the turns it does not hold yet, and in their
 * place in time the terminal's own lines and the messages that were not delivered.
 */
export function buildLog(
  history: History,
  turns: readonly Turn[],
  printed: readonly PrintedLine[],
): LogItem[] {
  const items = deliveredMessages(history, turns);
  const insertions = [
    ...undeliveredMessages(history, turns, items.length),
    ...printed.map(({ id, place, ...line }) => ({
      place: place ?? placeInTime(items, line.at),
      item: { key: `n${id}`, ...line },
    })),
  ];
  // From the bottom up, so that each insertion leaves the places above it as they were.
  insertions.sort((a, b) => a.place - b.place || a.item.at.localeCompare(b.item.at));
  for (const { place, item } of insertions.reverse()) items.splice(Math.min(place, items.length), 0, item);
  return items;
}

/** An item of the log that is no delivered message, and how many of those stand above it. */
interface Insertion {
  place: number;
  item: LogItem;
}

/** The messages that failed, as far as the server's history does not hold them, with what had come of the reply. */
function undeliveredMessages(history: History, turns: readonly Turn[], count: number): Insertion[] {
  const matches = matchHistory(history, turns);
  return turns.flatMap((turn, index) => {
    if (!isUndelivered(turn)) return [];
    const { message = false, reply = false } = matches[index] ?? {};
    const place = (turn.after?.count ?? count) + (message ? 1 : 0);
    const insertions: Insertion[] = [];
    const insert = (item: LogItem) => insertions.push({ place, item });
    if (!message)
      insert({
        key: `t${turn.id}`,
        speaker: 'user',
        at: turn.sentAt,
        text: turn.message,
        state: 'undelivered',
      });
    if (!reply && turn.chunks.length > 0) {
      const at = turn.repliedAt ?? turn.sentAt;
      insert({
        key: `r${turn.id}`,
        speaker: 'assistant',
        at,
        text: turn.chunks.join(''),
        state: 'interrupted',
      });
    }
    return insertions;
  });
}

function placeInTime(items: readonly LogItem[], at: string): number {
  const index = items.findIndex((item) => Date.parse(item.at) > Date.parse(at));
  return index === -1 ? items.length : index;
}

/**
 * Whether the server is still writing a reply that this tab does not stream: the page was reloaded half-way, or
 * the transmission was cut. Then the history ends with a recent message of the reader, and none that was refused.
 *
 * @param unanswered the time of a message of which the server says that nobody is answering it
 */
export function replyIsElsewhere(
  history: History,
  turns: readonly Turn[],
  now: number,
  unanswered?: string,
): boolean {
  const last = history?.at(-1);
  if (last?.role !== 'user' || turns.some(isPending) || last.timestamp === unanswered) return false;
  if (turns.some((turn) => turn.state === 'refused' && turn.message === last.content)) return false;
  return Math.abs(now - Date.parse(last.timestamp)) < replyPatience;
}

/** The message whose reply can be asked for again: it has none, or one that was stopped. */
export function retriableMessage(
  history: History,
  turns: readonly Turn[],
  isElsewhere: boolean,
): ChatMessage | undefined {
  if (!history || isElsewhere || turns.some(isPending)) return undefined;
  const last = history.at(-1);
  const question = last?.role === 'user' ? last : last?.interrupted ? history.at(-2) : undefined;
  return question?.role === 'user' ? question : undefined;
}
