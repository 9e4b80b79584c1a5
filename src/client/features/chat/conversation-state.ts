import type { ChatMessage } from '#shared/contracts/chat.ts';
import {
  isPending,
  markHistory,
  matchHistory,
  placeNow,
  type PrintedLine,
  type Turn,
} from './conversation.ts';

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
  lastId: 0,
});

/** A new turn at the end. What was not delivered before is given up: its words are in the input line, or changed there. */
export function addTurn(
  state: Conversation,
  turn: Pick<Turn, 'message' | 'sentAt' | 'resumed'>,
  history: History,
): Conversation {
  const id = state.lastId + 1;
  const delivered = state.turns.filter((earlier) => earlier.state === 'done');
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
  reply: { response: string; timestamp: string },
  speaker: string,
): Conversation {
  const done = changeTurn(clearDraft(state, id), id, () => ({
    state: 'done',
    chunks: [reply.response],
    repliedAt: reply.timestamp,
  }));
  return announce(done, `${speaker}: ${reply.response}`);
}

/** The reader stopped the reply; `response` is what had been said, and may be nothing. */
export function stopReply(
  state: Conversation,
  id: number,
  { response, timestamp }: { response: string; timestamp: string },
): Conversation {
  const cleared = clearDraft(state, id);
  const stopped = response
    ? changeTurn(cleared, id, () => ({
        state: 'done',
        stopped: true,
        chunks: [response],
        repliedAt: timestamp,
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
  if (turns.length === state.turns.length) return state;
  const isStillThere = recovered && state.draft.trim() === recovered.message;
  const reconciled = { ...state, turns, draft: isStillThere ? '' : state.draft };
  return recovered ? announce(reconciled, `${speaker}: ${history.at(-1)?.content ?? ''}`) : reconciled;
}
