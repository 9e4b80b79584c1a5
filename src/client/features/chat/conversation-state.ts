import type { ChatMessage, ChatReply } from '#shared/contracts/chat.ts';
import {
  isPending,
  markHistory,
  matchHistory,
  placeNow,
  type LogItem,
  type PrintedLine,
  type Turn,
} from './conversation.ts';
import { beginReveal, receiveReply, type Reveal } from './reveal.ts';

/** The part of the conversation that lives in this tab. */
export interface Conversation {
  turns: readonly Turn[];
  printed: readonly PrintedLine[];
  /** What stands in the input line. It outlives the page: leaving and returning must not lose a reader's words. */
  draft: string;
  /** What screen readers are given next: complete messages only. */
  announcement: { id: number; text: string } | undefined;
  openedAt: string;
  /** The time of a message of which the server says that nobody is answering it. */
  unanswered: string | undefined;
  /** The reply that is coming onto the screen; absent when nothing is held back. */
  reveal: Reveal | undefined;
  /** The last id given to a turn, a printed line or an announcement. */
  lastId: number;
}

type History = readonly ChatMessage[] | undefined;

export const emptyConversation = (openedAt: string): Conversation => ({
  turns: [],
  printed: [],
  draft: '',
  announcement: undefined,
  openedAt,
  unanswered: undefined,
  reveal: undefined,
  lastId: 0,
});

/** A new turn at the end. What was not delivered before is given up: its words are in the input line, or changed there. */
export function addTurn(
  state: Conversation,
  turn: Pick<Turn, 'message' | 'sentId' | 'sentAt' | 'resumed'>,
  history: History,
): Conversation {
  const id = state.lastId + 1;
  const matches = history ? matchHistory(history, state.turns) : [];
  // What was read of a reply that broke off stays, under the message that the server has.
  const delivered = state.turns.filter(
    (earlier, index) =>
      earlier.state === 'done' ||
      (earlier.state === 'cut' && earlier.chunks.length > 0 && matches[index]?.message && !turn.resumed),
  );
  const added: Turn = { ...turn, id, after: markHistory(history), state: 'waiting', chunks: [] };
  return { ...state, lastId: id, turns: [...delivered, added] };
}

export function changeTurn(
  state: Conversation,
  id: number,
  change: (turn: Turn) => Partial<Turn>,
): Conversation {
  return {
    ...state,
    turns: state.turns.map((turn) => (turn.id === id ? { ...turn, ...change(turn) } : turn)),
  };
}

export function announce(state: Conversation, text: string): Conversation {
  const id = state.lastId + 1;
  return { ...state, lastId: id, announcement: { id, text } };
}

/** Words that were answered leave the input line; those the reader wrote meanwhile stay. */
function clearDraft(state: Conversation, id: number): Conversation {
  const turn = state.turns.find((candidate) => candidate.id === id);
  return turn?.resumed && state.draft.trim() !== turn.message ? state : { ...state, draft: '' };
}

/** The reply is complete: only now are the reader's words taken out of the input line. */
export function finishReply(
  state: Conversation,
  id: number,
  reply: ChatReply & { timestamp: string },
  speaker: string,
): Conversation {
  const done = changeTurn(clearDraft(state, id), id, () => ({
    state: 'done',
    chunks: [reply.response],
    repliedAt: reply.timestamp,
    quotes: reply.quotes,
    pageLine: reply.pageLine,
  }));
  return announce(done, `${speaker}: ${reply.response} ${reply.pageLine ?? ''}`.trimEnd());
}

/** The reader stopped the reply; `response` is what had been said, and may be nothing. */
export function stopReply(
  state: Conversation,
  id: number,
  { response, timestamp, quotes }: ChatReply & { timestamp: string },
): Conversation {
  const cleared = clearDraft(state, id);
  const stopped = response
    ? changeTurn(cleared, id, () => ({
        state: 'done',
        stopped: true,
        chunks: [response],
        repliedAt: timestamp,
        quotes,
      }))
    : { ...cleared, turns: cleared.turns.filter((turn) => turn.id !== id), unanswered: timestamp };
  return announce(stopped, 'Risposta interrotta.');
}

/** The terminal's own words below what has been said so far. */
export function printLine(
  state: Conversation,
  text: string,
  speaker: PrintedLine['speaker'],
  history: History,
  at: string,
): Conversation {
  const id = state.lastId + 1;
  const line = { id, text, speaker, at, place: placeNow(history, state.turns) };
  return { ...state, lastId: id, printed: [...state.printed, line] };
}

/** Lets go of what the server's history now holds, and of words it turns out to have received after all. */
export function reconcile(
  state: Conversation,
  history: readonly ChatMessage[],
  speaker: string,
): Conversation {
  const matches = matchHistory(history, state.turns);
  const recovered = state.turns.find((turn, index) => turn.state === 'cut' && matches[index]?.reply);
  const turns = state.turns.filter((turn, index) => isPending(turn) || !matches[index]?.reply);
  if (turns.length === state.turns.length) {
    // The server has the message of which nothing was heard: sent once more it would be said twice.
    const isStored = turns.some(
      (turn, index) => turn.state === 'cut' && matches[index]?.message && turn.message === state.draft.trim(),
    );
    return isStored ? { ...state, draft: '' } : state;
  }
  const isStillThere = recovered && state.draft.trim() === recovered.message;
  const reconciled = { ...state, turns, draft: isStillThere ? '' : state.draft };
  return recovered ? announce(reconciled, `${speaker}: ${history.at(-1)?.content ?? ''}`) : reconciled;
}

/** From now on the reply to a turn comes onto the screen with a rhythm. */
export function paceReply(state: Conversation, id: number, now: number): Conversation {
  return { ...state, reveal: beginReveal(id, now) };
}

/** Brings what is held back up to what a turn is now: more of it is known, it begins again, or it has failed or was stopped. */
export function followReply(state: Conversation, id: number, now: number): Conversation {
  const { reveal } = state;
  if (reveal?.turn !== id) return state;
  const turn = state.turns.find((candidate) => candidate.id === id);
  if (turn?.state === 'waiting') return { ...state, reveal: { ...beginReveal(id, reveal.sentAt) } };
  const isHeard = turn?.state === 'writing' || (turn?.state === 'done' && !turn.stopped);
  const nextReveal = isHeard
    ? receiveReply(reveal, turn.chunks.join(''), turn.state === 'done', now)
    : undefined;
  return { ...state, reveal: nextReveal };
}

/** The log as it is seen while a reply is coming onto the screen: without what is still held back of it. */
export function withoutHeldBack(items: readonly LogItem[], reveal: Reveal | undefined): LogItem[] {
  if (!reveal || reveal.text === '') return [...items];
  const { text, shown } = reveal;
  const at = items.findLastIndex((item) => item.speaker === 'assistant' && item.text === text);
  return items.flatMap((item, index) => {
    if (index !== at) return [item];
    return shown === 0 ? [] : [{ ...item, text: text.slice(0, shown), state: 'writing', chunks: undefined }];
  });
}
