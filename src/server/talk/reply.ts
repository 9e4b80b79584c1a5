import { setTimeout } from 'node:timers/promises';
import { quotesWithin, type QuoteRange } from '#shared/quotes.ts';
import { sentenceStream } from '../model/sentence-stream.ts';
import { ModelError, type ChatModel, type ChatRequest } from '../model/types.ts';
import { watchIdle } from '../model/watch.ts';
import type { Help } from '../help/help.ts';
import type { OfflineModel } from '../narrator/offline-model.ts';
import type { Release } from '#server/spoilers/guard.ts';
import { needsPause, nextAttempt, type Attempt } from './attempts.ts';
import { buildRequest, type Persona, type PromptPlan, type ReplyInput } from './prompt.ts';

/**
 * A reply as it comes about. `reset` takes back the text so far; `done` carries the whole of it. `quotes` are the ranges of the
 * whole reply that are read out of the book.
 */
export type ReplyStep =
  | { type: 'delta'; text: string; quotes?: QuoteRange[] }
  | { type: 'reset' }
  | {
      type: 'done';
      text: string;
      quotes?: QuoteRange[];
      model: string;
      plan: PromptPlan;
      request: ChatRequest;
    };

export interface ChatEngineOptions {
  persona: Persona;
  model: ChatModel;
  /** Answers when `model` cannot; the same model when there is no other. */
  fallback: ChatModel;
  /**
   * The one of the two that says what of its replies is read out of the book. It composes them of open text and fixed lines
   * alone, so that the guard has nothing to hold back.
   */
  embedded?: OfflineModel | undefined;
  /** Answers somebody in danger or pain before any model is asked, past the guard. */
  help?: Pick<Help, 'answerFor'> | undefined;
  /** The guard on the way out, and what is said when it withheld two answers, in the character's voice. */
  guard?: { release: Release; deflections: readonly string[] };
  /** Called with every failed attempt: a `retired` or `refused` model is for the author to mend. */
  onFailure?: (error: ModelError, model: ChatModel) => void;
  /** Milliseconds between two pieces of an answer. */
  idleMs?: number;
  /** Milliseconds one attempt may take in all. */
  totalMs?: number;
  /** Milliseconds before the one repeated attempt. */
  pauseMs?: number;
}

export interface ChatEngine {
  /** Throws {@link ModelError} when no model can answer; ends without `done` once `signal` aborts. */
  reply(input: ReplyInput, signal?: AbortSignal): AsyncGenerator<ReplyStep, void, undefined>;
}

const noGuard = { release: (): 'pass' => 'pass', deflections: [] };

type Engine = Required<Omit<ChatEngineOptions, 'onFailure' | 'help' | 'embedded'>> &
  Pick<ChatEngineOptions, 'onFailure' | 'help' | 'embedded'>;
type Plan = ReturnType<typeof buildRequest>;

/**
 * From a question to an answer the reader gets: the plan, the model, one repeated attempt where that can help,
 * the offline model where it cannot. Text is released by whole sentences, through the guard.
 */
export function createChatEngine(options: ChatEngineOptions): ChatEngine {
  const { guard = noGuard, idleMs = 20_000, totalMs = 60_000, pauseMs = 400 } = options;
  const engine = { ...options, guard, idleMs, totalMs, pauseMs };
  return { reply: (input, signal) => reply(engine, input, signal) };
}

async function* reply(
  engine: Engine,
  input: ReplyInput,
  signal?: AbortSignal,
): AsyncGenerator<ReplyStep, void, undefined> {
  const { model, fallback, help, guard, onFailure, pauseMs } = engine;
  const helped = help?.answerFor([...input.history, { role: 'user', content: input.question }]);
  if (helped) {
    yield { type: 'delta', text: helped.text };
    yield { type: 'done', text: helped.text, model: 'help', ...planFor(engine, 'fallback', input) };
    return;
  }
  let attempt: Attempt | undefined = 'first';
  let plan: Plan | undefined;
  let error: ModelError | undefined;
  while (attempt) {
    const using = attempt === 'fallback' ? fallback : model;
    let released = false;
    let sentences: ReturnType<typeof releaseSentences> | undefined;
    try {
      if (attempt !== 'repeat' || !plan) plan = planFor(engine, attempt, input);
      sentences = releaseSentences(engine, using, plan.request, signal);
      let sentence = await sentences.next();
      while (!sentence.done) {
        released = true;
        yield { type: 'delta', ...sentence.value };
        sentence = await sentences.next();
      }
      yield { type: 'done', ...sentence.value, model: using.name, ...plan };
      return;
    } catch (thrown) {
      if (signal?.aborted) return;
      error = asModelError(thrown);
      onFailure?.(error, using);
      if (released) yield { type: 'reset' };
      attempt = nextAttempt({ attempt, failure: error.failure, released }, model !== fallback);
      if (attempt && needsPause(attempt, error.failure)) await setTimeout(pauseMs);
    } finally {
      // A consumer that stops half-way closes the provider's connection too.
      await sentences?.return({ text: '' });
    }
  }
  const text = error?.failure === 'withheld' && deflection(guard.deflections, input.history);
  if (!text || !plan) throw new ModelError('unreachable', 'no model could answer', { cause: error });
  yield { type: 'delta', text };
  yield { type: 'done', text, model: 'guard', ...plan };
}

function planFor({ persona, model, fallback }: Engine, attempt: Attempt, input: ReplyInput): Plan {
  const { tokenBudget, answerTokens } = attempt === 'fallback' ? fallback : model;
  const budget = attempt === 'halved' ? Math.floor(tokenBudget / 2) : tokenBudget;
  return buildRequest(persona, input, budget, answerTokens);
}

/** Words, with the ranges of the whole reply that are read out; absent when none are. */
interface Spoken {
  text: string;
  quotes?: QuoteRange[];
}

/** One attempt: yields the sentences the guard passes, returns the whole text. @throws ModelError */
async function* releaseSentences(
  { guard, embedded, idleMs, totalMs }: Engine,
  model: ChatModel,
  request: ChatRequest,
  stop?: AbortSignal,
): AsyncGenerator<Spoken, Spoken, undefined> {
  const controller = new AbortController();
  const abandon = () => controller.abort();
  const signal = stop ? AbortSignal.any([stop, controller.signal]) : controller.signal;
  const startedAt = performance.now();
  const pending = sentenceStream();
  let text = '';
  const composed = model === embedded ? embedded.compose(request) : undefined;
  const quotes = composed && quotesOf(composed);
  const withQuotes = (words: string): Spoken => ({ text: words, ...(quotes?.length && { quotes }) });
  const releaseSentence = (sentence: string) => {
    if (!composed && guard.release(sentence, request, text) === 'withhold')
      throw new ModelError('withheld', 'the guard withheld a sentence');
    const shown = text ? sentence : sentence.trimStart();
    text += shown;
    return withQuotes(shown);
  };
  const pieces = composed ? [composed.text] : watchIdle(model.reply(request, signal), idleMs, abandon);
  for await (const piece of pieces) {
    if (performance.now() - startedAt > totalMs)
      throw new ModelError('interrupted', `not finished after ${totalMs} ms`);
    for (const sentence of pending.push(piece)) yield releaseSentence(sentence);
  }
  const rest = pending.rest().trimEnd();
  if (rest.trim()) yield releaseSentence(rest);
  if (!text.trim()) throw new ModelError('interrupted', 'the answer is empty');
  return withQuotes(text.trimEnd());
}

/** The ranges of a composed reply in its text as it is said, without the white space around it. */
function quotesOf({ text, quotes }: ReturnType<OfflineModel['compose']>): QuoteRange[] {
  const before = text.length - text.trimStart().length;
  const shifted = quotes.map(([from, to]): QuoteRange => [from - before, to - before]);
  return quotesWithin(shifted, text.trim().length);
}

/** Depends on the length of the conversation alone, so that true and false guesses get the same one; not one just said. */
function deflection(lines: readonly string[], history: ReplyInput['history']): string | undefined {
  const answers = history.filter(({ role }) => role === 'assistant').slice(-lines.length + 1);
  const fresh = lines.filter((line) => !answers.some(({ content }) => content.includes(line)));
  const from = fresh.length > 0 ? fresh : lines;
  return from[history.length % from.length];
}

/** A model that breaks its own contract must not take the reader's answer with it. */
function asModelError(thrown: unknown): ModelError {
  if (thrown instanceof ModelError) return thrown;
  return new ModelError('interrupted', 'the model failed unexpectedly', { cause: thrown });
}
