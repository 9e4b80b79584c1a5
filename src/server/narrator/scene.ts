import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Visible } from '#shared/gate.ts';
import type { ChatRequest } from '../model/types.ts';
import type { Dialogue } from './dialogue.ts';
import { linesAtEnd } from './ending.ts';
import type { Message } from './message.ts';
import type { Voice } from './voice.ts';

export type Card = Visible<MemoryCard>;

/** What the character says, and which characters of it are read out of the book: `[from, to)`, in order. */
export interface Reply {
  text: string;
  quotes: readonly (readonly [from: number, to: number])[];
}

/** One turn: what is said, and the means to say it. */
export interface Scene {
  request: ChatRequest;
  voice: Voice;
  dialogue: Dialogue;
  message: Message;
  /** The words of what is spoken of. */
  subject: ReadonlySet<string>;
  /** The open cards that answer a question. */
  cards: readonly Card[];
  /** Those of what holds of him at any point of the story. */
  ofHimself: readonly Card[];
}

export const speech = (text: string): Reply => ({ text, quotes: [] });

/** A reply with something said before it. */
export function replyAfter(lead: string, { text, quotes }: Reply, between: string): Reply {
  const shift = lead.length + between.length;
  return { text: lead + between + text, quotes: quotes.map(([from, to]) => [from + shift, to + shift]) };
}

/** Where the conversation is, whatever is asked: what a line is chosen by that must not tell a true guess from a false one. */
export const placeOf = ({ dialogue, request }: Scene) => `${dialogue.latest}${request.level}`;

/**
 * «I do not know», the same for a true and for a false guess: chosen by what he said last and not by the question, of which it
 * repeats nothing.
 */
export function doNotKnow(scene: Scene, of: 'name' | 'future'): string {
  const { request, voice, dialogue } = scene;
  const atEnd = linesAtEnd(request, of === 'name' ? 'nomi' : 'seguito');
  return dialogue.choose(
    atEnd ?? (of === 'name' ? voice.nameDeflections : voice.deflections),
    placeOf(scene),
  );
}
