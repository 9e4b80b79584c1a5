import type { ChatMessage } from '#shared/contracts/chat.ts';

/** The server's history at that moment; `undefined` while loading. */
type HistoryMark = { count: number; last: ChatMessage | undefined } | undefined;

/** A message of the reader and its reply, until the server's history contains them. */
export interface Turn {
  id: number;
  message: string;
  /** Idempotency key; absent when only the reply is followed. */
  sentId?: string;
  sentAt: string;
  after: HistoryMark;
  /** `refused`: by the server; `cut`: the connection broke, the server may have finished the reply. */
  state: 'waiting' | 'writing' | 'done' | 'refused' | 'cut';
  chunks: readonly string[];
  repliedAt?: string;
  quotes?: ChatMessage['quotes'];
  pageLine?: ChatMessage['pageLine'];
  stopped?: true;
  /** The server already had the message: this tab only streams the reply. */
  resumed?: true;
}

/** A line of the terminal's own, such as "access extended to section n"; not in the server's history. */
export interface PrintedLine {
  id: number;
  text: string;
  /** `assistant` for a recap. */
  speaker: 'assistant' | 'system';
  at: string;
  /** Number of messages above it; `undefined` when the history was unknown. */
  place: number | undefined;
}

export interface LogItem {
  key: string;
  speaker: 'user' | 'assistant' | 'system';
  at: string;
  text: string;
  state?: 'writing' | 'undelivered' | 'interrupted' | 'stopped';
  chunks?: readonly string[];
  quotes?: ChatMessage['quotes'];
  pageLine?: ChatMessage['pageLine'];
}

type History = readonly ChatMessage[] | undefined;

/** Allowed clock difference for a turn sent before the history was known, in milliseconds. */
const clockTolerance = 120_000;

/** How long an unanswered message counts as being answered, in milliseconds. */
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
  // Searches backwards, because the server may have dropped old messages.
  for (let index = Math.min(after.count, history.length) - 1; index >= 0; index -= 1) {
    const message = history[index];
    if (message?.timestamp === timestamp && message.role === role) return index + 1;
  }
  return 0;
}

interface HistoryMatch {
  message: boolean;
  reply: boolean;
}

/** Matches turns with the history in order, so that repeated texts are not confused. */
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
    // A message from another tab may be between this one and its reply.
    const reply = isNext || history.findIndex(isReplyTo(turn)) > at;
    cursor = at + (isNext ? 2 : 1);
    return { message: true, reply };
  });
}

const isReplyTo =
  ({ repliedAt }: Turn) =>
  ({ role, timestamp }: ChatMessage) =>
    role === 'assistant' && timestamp === repliedAt;

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

/** Server messages first; keys stay stable when the history catches up. */
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

/** Number of messages above a line printed now; `undefined` while the history is unknown. */
export function placeNow(history: History, turns: readonly Turn[]): number | undefined {
  return history && deliveredMessages(history, turns).length;
}

/**
 * Items of the log, top to bottom: the server's history, newer turns, and by time the terminal's lines and undelivered
 * messages.
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
  // Bottom up, so that insertions keep the indices above.
  insertions.sort((a, b) => a.place - b.place || a.item.at.localeCompare(b.item.at));
  for (const { place, item } of insertions.reverse()) items.splice(Math.min(place, items.length), 0, item);
  return items;
}

interface Insertion {
  place: number;
  item: LogItem;
}

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
 * Whether the server is writing a reply that this tab does not stream (after a reload or a cut): the history ends with
 * a recent message of the reader that was not refused.
 *
 * @param unanswered timestamp of a message that the server is not answering
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

/** The message to retry: one without a reply, or with a stopped one. */
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
