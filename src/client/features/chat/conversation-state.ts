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

export interface Conversation {
  turns: readonly Turn[];
  printed: readonly PrintedLine[];
  /** Text of the input line; survives leaving the page. */
  draft: string;
  /** Next text for screen readers: complete messages only. */
  announcement: { id: number; text: string } | undefined;
  openedAt: string;
  /** Timestamp of a message that the server is not answering. */
  unanswered: string | undefined;
  /** The reply being revealed; absent when all is shown. */
  reveal: Reveal | undefined;
  /** When replies revealed here were shown whole, by their timestamp. */
  shownAt: Readonly<Record<string, string>>;
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
  shownAt: {},
  lastId: 0,
});

/** Appends a turn. Undelivered turns are dropped: their text is in the input line. */
export function addTurn(
  state: Conversation,
  turn: Pick<Turn, 'message' | 'sentId' | 'sentAt' | 'resumed'>,
  history: History,
): Conversation {
  const id = state.lastId + 1;
  const matches = history ? matchHistory(history, state.turns) : [];
  // Keeps the received part of a broken reply, below the message that the server has.
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

function clearDraft(state: Conversation, id: number): Conversation {
  const turn = state.turns.find((candidate) => candidate.id === id);
  return turn?.resumed && state.draft.trim() !== turn.message ? state : { ...state, draft: '' };
}

export function finishReply(
  state: Conversation,
  id: number,
  reply: ChatReply & { timestamp: string },
  speaker: string,
): Conversation {
  const { reveal } = state;
  const paced = reveal?.turn === id ? { ...state, reveal: { ...reveal, repliedAt: reply.timestamp } } : state;
  const next = changeTurn(clearDraft(paced, id), id, () => ({
    state: 'done',
    chunks: [reply.response],
    repliedAt: reply.timestamp,
    quotes: reply.quotes,
    pageLine: reply.pageLine,
  }));
  return announce(next, `${speaker}: ${reply.response} ${reply.pageLine ?? ''}`.trimEnd());
}

/** `response`: text up to the stop; may be empty. */
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

/** Drops turns that the server's history contains, and drafts that it has received after all. */
export function reconcile(
  state: Conversation,
  history: readonly ChatMessage[],
  speaker: string,
): Conversation {
  const matches = matchHistory(history, state.turns);
  const recovered = state.turns.find((turn, index) => turn.state === 'cut' && matches[index]?.reply);
  const turns = state.turns.filter((turn, index) => isPending(turn) || !matches[index]?.reply);
  if (turns.length === state.turns.length) {
    // The server has the message whose response was lost: a second send would duplicate it.
    const isStored = turns.some(
      (turn, index) => turn.state === 'cut' && matches[index]?.message && turn.message === state.draft.trim(),
    );
    return isStored ? { ...state, draft: '' } : state;
  }
  const isStillThere = recovered && state.draft.trim() === recovered.message;
  const reconciled = { ...state, turns, draft: isStillThere ? '' : state.draft };
  return recovered ? announce(reconciled, `${speaker}: ${history.at(-1)?.content ?? ''}`) : reconciled;
}

/** Starts revealing a turn's reply with a typing rhythm. */
export function paceReply(state: Conversation, id: number, now: number): Conversation {
  return { ...state, reveal: beginReveal(id, now) };
}

/** Updates the reveal to the turn's current state: more text, restarted, failed or stopped. */
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

/** Notes the time at which a revealed reply is whole. */
export function stampShown({ reveal }: Conversation, next: Conversation, at: string): Conversation {
  if (!reveal?.repliedAt || next.reveal) return next;
  return { ...next, shownAt: { ...next.shownAt, [reveal.repliedAt]: at } };
}

export function withoutHeldBack(items: readonly LogItem[], reveal: Reveal | undefined): LogItem[] {
  if (!reveal || reveal.text === '') return [...items];
  const { text, shown } = reveal;
  const at = items.findLastIndex((item) => item.speaker === 'assistant' && item.text === text);
  return items.flatMap((item, index) => {
    if (index !== at) return [item];
    return shown === 0 ? [] : [{ ...item, text: text.slice(0, shown), state: 'writing', chunks: undefined }];
  });
}
