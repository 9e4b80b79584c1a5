import type { EmptyTexts } from '#shared/contracts/empty-texts.ts';
import type { Acts } from './acts.ts';
import type { Listener, ToldMessage } from '../listener/listener.ts';
import type { KeptNote } from '../listener/texts.ts';
import type { ForeignMessage } from './foreign.ts';
import type { ChatRequest } from '../model/types.ts';
import type { Dialogue } from './dialogue.ts';
import type { Voice } from './voice.ts';
import type { Choice } from './choice.ts';
import type { Card } from './entries.ts';
import type { Passage } from './passages.ts';
import type { State } from './state.ts';

/** What the character says, and which characters of it are read out of the book: `[from, to)`, in order. */
export interface Reply {
  text: string;
  quotes: readonly (readonly [from: number, to: number])[];
}

/** One turn: what is said, and the means to say it. */
export interface Scene {
  request: ChatRequest;
  voice: Voice;
  empty: EmptyTexts;
  dialogue: Dialogue;
  state: State;
  acts: Acts;
  listener: Listener | undefined;
  notes: readonly KeptNote[];
  /** The open cards that answer a question. */
  cards: readonly Card[];
  /** What the message may call for, the likeliest first. */
  choices: readonly Choice[];
  /** Looks other words up, with what was said last left out. */
  lookUp(texts: readonly string[]): Promise<readonly Choice[]>;
  /** Looks everything up anew by other words. */
  lookUpAll(text: string): Promise<readonly Choice[]>;
  /** The places of the open sections that may answer, best first. */
  findPassages(): Promise<Passage[]>;
  encode(text: string): Promise<Float32Array | undefined>;
  /** Whether a message is never said back: it is grave, or what it told was erased. */
  isWithheld(message: ToldMessage): boolean;
  /** A message in another language he has words of. */
  foreign: ForeignMessage | undefined;
}

export const speech = (text: string): Reply => ({ text, quotes: [] });

/** A reply with something said before it. */
export function replyAfter(lead: string, { text, quotes }: Reply, between = ' '): Reply {
  const shift = lead.length + between.length;
  return { text: lead + between + text, quotes: quotes.map(([from, to]) => [from + shift, to + shift]) };
}
