import type { Turn } from '../model/types.ts';
import { charactersPerToken, roomOf } from '../text/italian.ts';
import { readerWords } from '../model/messages.ts';

/** Exchanges of a conversation that a prompt brings at most. */
const mostExchanges = 17;
/** The beginning of the conversation is left out by so many exchanges at a time: until then all prompts of it begin alike. */
const exchangesCut = 8;
/** A long message is remembered by its beginning: so many characters. */
const longestTurn = 600;
/** What a chat format adds around each message, in tokens, and as room ({@link roomOf}). */
export const tokensAround = 6;
export const roomAround = tokensAround * charactersPerToken;

/**
 * The newest exchanges of a conversation, oldest first, that fit in `room` ({@link roomOf}). What the embedded character
 * answered takes no room: no model is shown it.
 */
export function recentTurns(history: readonly Turn[], room: number): Turn[] {
  const turns = history.map(turnOf).map((turn) => ({ ...turn, content: beginningOf(turn.content) }));
  const starts = turns.flatMap(({ role }, at) => (role === 'user' ? [at] : []));
  const fits = (from: number) => roomOfTurns(turns.slice(from)) <= room;
  const isShort = (exchange: number) => starts.length - exchange <= mostExchanges;
  const inSteps = starts.filter((_, exchange) => exchange % exchangesCut === 0 && isShort(exchange));
  const oldest = [...inSteps, ...starts.slice(-exchangesCut)].find(fits);
  return oldest === undefined ? [] : turns.slice(oldest);
}

/** What turns take of a prompt, with what a chat format adds around them. */
export function roomOfTurns(turns: readonly Turn[]): number {
  return turns
    .filter(({ embedded }) => !embedded)
    .reduce(
      (sum, { role, content }) => sum + roomOf(role === 'user' ? readerWords(content) : content) + roomAround,
      0,
    );
}

/** A message as a turn of a prompt. */
export function turnOf({ role, content, embedded }: Turn): Turn {
  return { role, content, ...(embedded && { embedded }) };
}

const beginningOf = (text: string) => (text.length > longestTurn ? `${text.slice(0, longestTurn)}…` : text);
