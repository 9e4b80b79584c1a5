import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';

/** One turn of the conversation as a model reads it. */
export interface Turn {
  role: 'user' | 'assistant';
  content: string;
  /** Answered by the embedded character: no example for another model. */
  embedded?: true | undefined;
}

/** A message of the conversation with its level and time. */
export interface ToldMessage extends Turn {
  level: number;
  timestamp: string;
}

/**
 * Everything a model may know when it answers. It is made by the memory builder from `Visible` sections
 * only, so it holds nothing of a locked one, not even a count.
 */
export interface ChatRequest {
  level: number;
  question: string;
  /** The server's own history at or below the level, oldest first, without the question. */
  history: readonly Turn[];
  /** Numbers of the unlocked sections that the reader opened since the last message. */
  justUnlocked: readonly number[];
  /** System text that is identical for all readers of a level: persona, rules, the open story. */
  stablePrompt: string;
  /** Turns that show how he speaks, identical too; they stand before the conversation. */
  examples?: readonly Turn[] | undefined;
  /** What stands before the question: level and rules again, what is known of the reader, what answers. */
  questionPrompt: string;
  /** Every unlocked section in story order. */
  sections: readonly Visible<Section>[];
  /** What was said at or below the level, the question last: further back than `history`, with its times. */
  told: readonly ToldMessage[];
  /** Notes of the reader that they had erased: nothing told up to `before` is noted under that id. */
  erasedNotes?: readonly { id: string; before: string }[] | undefined;
  /** The open cards, in the order of the story. */
  cards: readonly Visible<MemoryCard>[];
}

/**
 * Why a model could not answer; those of `toMend` are for the author to mend. `withheld` is the guard's: the answer said
 * something locked. `malformed`: it was no speech of his. `capped`: the author's own limits forbid to ask.
 */
export type ModelFailure =
  | 'too-large'
  | 'rate-limited'
  | 'exhausted'
  | 'retired'
  | 'wrong-address'
  | 'bad-key'
  | 'refused'
  | 'interrupted'
  | 'unreachable'
  | 'withheld'
  | 'malformed'
  | 'capped';

export class ModelError extends Error {
  override name = 'ModelError';
  readonly failure: ModelFailure;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(failure: ModelFailure, message: string, options?: ErrorOptions & { retryAfterMs?: number }) {
    super(message, options);
    this.failure = failure;
    this.retryAfterMs = options?.retryAfterMs;
  }
}

/** A model that answers as the protagonist. Throws {@link ModelError} when it cannot. */
export interface ChatModel {
  readonly name: string;
  /** Tokens that prompt and reserved answer may take together; `Infinity` when nothing counts them. */
  readonly tokenBudget: number;
  /** Tokens of that budget reserved for the answer, reasoning included. */
  readonly answerTokens: number;
  /**
   * Pieces of the answer as they are written. A normal end of the iteration means a complete answer. `onUsage` is told what it
   * took, also where it was cut.
   */
  reply(request: ChatRequest, signal: AbortSignal, onUsage?: (usage: Usage) => void): AsyncIterable<string>;
}

/** What a request cost, in tokens. */
export interface Usage {
  prompt: number;
  completion: number;
  /** Of the prompt, what the service had kept from before and bills for less; absent: nothing. */
  cached?: number;
}

/** A text to be written to order, with nothing of a reader or a conversation in it. */
export interface WritingTask {
  /** What to do. */
  instructions: string;
  /** What to do it to. */
  text: string;
  /** Tokens for what is written, reasoning included. */
  answerTokens: number;
}

/** A model that writes to order. Throws {@link ModelError} when it cannot. */
export interface WritingModel {
  readonly name: string;
  /** Tokens that a task may take, what is written included. */
  readonly taskTokens: number;
  /** The whole text; one that ran out of tokens is a `too-large` failure, never half a text. */
  write(task: WritingTask, signal: AbortSignal): Promise<string>;
}
