import { setTimeout } from 'node:timers/promises';
import { quotesWithin, type QuoteRange } from '#shared/quotes.ts';
import { estimateTokens } from '../text/italian.ts';
import { sentenceStream } from '../model/sentence-stream.ts';
import { ModelError, type ChatModel, type ChatRequest, type Usage } from '../model/types.ts';
import { watchIdle } from '../model/watch.ts';
import type { Help } from '../help/help.ts';
import type { EmbeddedModel } from '../narrator/compose.ts';
import type { Release } from '#server/spoilers/guard.ts';
import { nextAttempt, pauseBefore, type Attempt } from './attempts.ts';
import { longestReply, type SpeechForm } from './form.ts';
import { buildRequest, promptTokens, type Persona, type PromptPlan, type ReplyInput } from './prompt.ts';

/**
 * A reply as it comes about. `reset` takes back the text so far; `done` carries the whole of it. `quotes` are the ranges of the
 * whole reply that are read out of the book; `pageLine` is what the page says beneath it, where help asks.
 */
export type ReplyStep =
  | { type: 'delta'; text: string; quotes?: QuoteRange[] }
  | { type: 'reset' }
  | {
      type: 'done';
      text: string;
      quotes?: QuoteRange[];
      pageLine?: string;
      model: string;
      /** The embedded character answered, or the guard in its words. */
      embedded?: boolean;
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
  embedded?: EmbeddedModel | undefined;
  /**
   * Answers somebody in danger or pain before any model is asked, past the guard. What is only perhaps danger goes to a hosted model
   * with a line beside it.
   */
  help?: Pick<Help, 'answerFor' | 'careLineFor'> | undefined;
  /** The guard on the way out, and what is said when it withheld two answers, in the character's voice. */
  guard?: { release: Release; deflections: readonly string[] };
  /** Checks the form of what `model` writes; without it everything is said as it comes. */
  form?: SpeechForm | undefined;
  /** What he says when the channel breaks after some of his sentences were read. */
  endings?: readonly string[];
  /**
   * Lets a request of so many tokens through to `model`, after a wait of at most `timeoutMs`; what it gives back is told what
   * was really taken. Throws {@link ModelError} when it may not be asked.
   */
  admit?: (
    tokens: number,
    readerId: string | undefined,
    timeoutMs: number,
    signal?: AbortSignal,
  ) => Promise<Admission>;
  /** Called with who answered: the model, or the embedded character because of a failure of the model. */
  onReply?: (by: 'model' | ModelError) => void;
  /** Called with every failed attempt: a `retired` or `refused` model is for the author to mend. */
  onFailure?: (error: ModelError, model: ChatModel) => void;
  /** Milliseconds between two pieces of an answer, and until the first sentence, whatever is attempted for it. */
  waitMs?: number;
  /** Milliseconds one attempt may take in all. */
  totalMs?: number;
  /** Milliseconds before the one repeated attempt. */
  pauseMs?: number;
  /** The longest `Retry-After`, in milliseconds, that is waited for: the reader sees him write meanwhile. */
  timeoutMs?: number;
}

interface Admission {
  settle(usage: Usage): void;
}

export interface ChatEngine {
  /** Throws {@link ModelError} when no model can answer; ends without `done` once `signal` aborts. */
  reply(input: ReplyInput, signal?: AbortSignal): AsyncGenerator<ReplyStep, void, undefined>;
}

const noGuard = { release: (): 'pass' => 'pass', deflections: [] };

const withDefaults = ({
  guard = noGuard,
  waitMs = 12_000,
  totalMs = 60_000,
  pauseMs = 400,
  timeoutMs = 8_000,
  ...rest
}: ChatEngineOptions) => ({ ...rest, guard, waitMs, totalMs, pauseMs, timeoutMs });

type Engine = ReturnType<typeof withDefaults>;
type Plan = ReturnType<typeof buildRequest>;

/**
 * From a question to an answer the reader gets: the plan, the model, one repeated attempt where that can help,
 * the offline model where it cannot. Text is released by whole sentences, through the guard. Of an answer that breaks off
 * what was read stays, and is ended in character.
 *
 * @param options given as a function they are read again for each reply: the author may choose another model, or publish another
 *   book, while the site runs
 */
export function createChatEngine(options: ChatEngineOptions | (() => ChatEngineOptions)): ChatEngine {
  const readOptions = typeof options === 'function' ? options : () => options;
  return { reply: (input, signal) => reply(withDefaults(readOptions()), input, signal) };
}

/** What help says to the question; undefined where the talk goes on. */
function helpFor({ help, model, fallback }: Engine, asked: ReplyInput, by: ChatModel) {
  const question = asked.told?.at(-1) ?? { role: 'user' as const, content: asked.question };
  const turns = [...asked.history, question];
  const isModelNext = by === model && model !== fallback;
  const answer = help?.answerFor(turns, { story: asked, isModelNext });
  const careLine = isModelNext && !answer ? help?.careLineFor(turns, asked) : undefined;
  return { answer, input: careLine === undefined ? asked : { ...asked, careLine } };
}

async function* sayHelp(
  engine: Engine,
  { text, pageLine }: NonNullable<ReturnType<typeof helpFor>['answer']>,
  input: ReplyInput,
): AsyncGenerator<ReplyStep, void, undefined> {
  const plan = planFor(engine, 'fallback', input);
  yield { type: 'delta', text };
  yield { type: 'done', text, ...(pageLine && { pageLine }), model: 'help', ...plan };
}

async function* reply(
  engine: Engine,
  asked: ReplyInput,
  signal?: AbortSignal,
): AsyncGenerator<ReplyStep, void, undefined> {
  const { model, fallback, guard, onFailure, waitMs } = engine;
  const { answer, input: helped } = helpFor(engine, asked, model);
  const input = { ...helped };
  if (answer) return yield* sayHelp(engine, answer, asked);
  let attempt: Attempt | undefined = 'first';
  let plan: Plan | undefined;
  let error: ModelError | undefined;
  let deadline = performance.now() + waitMs;
  while (attempt) {
    const using = attempt === 'fallback' ? fallback : model;
    const instead = attempt === 'fallback' && helpFor(engine, asked, fallback).answer;
    if (instead) return yield* sayHelp(engine, instead, asked);
    let released = '';
    let sentences: ReturnType<typeof releaseSentences> | undefined;
    let admission: Admission | undefined;
    let usage: Usage | undefined;
    try {
      if (using !== fallback && engine.embedded && !input.found)
        input.found = await engine.embedded.find({ cards: [], ...input });
      if (attempt !== 'repeat' || !plan) plan = planFor(engine, attempt, input, plan);
      if (using !== fallback) {
        const asked = performance.now();
        admission = await engine.admit?.(plan.plan.tokens, input.readerId, engine.timeoutMs, signal);
        // Waiting for one's turn is no hang.
        deadline += performance.now() - asked;
      }
      const firstMs = using === fallback ? waitMs : Math.max(1, deadline - performance.now());
      sentences = releaseSentences(
        engine,
        using,
        plan.request,
        firstMs,
        signal,
        (counted) => (usage = counted),
      );
      let sentence = await sentences.next();
      while (!sentence.done) {
        released += sentence.value.text;
        yield { type: 'delta', ...sentence.value };
        sentence = await sentences.next();
      }
      const embedded = using === engine.embedded;
      if (using !== fallback) engine.onReply?.('model');
      else if (error) engine.onReply?.(error);
      yield { type: 'done', ...sentence.value, model: using.name, embedded, ...plan };
      return;
    } catch (thrown) {
      if (signal?.aborted) return;
      error = asModelError(thrown);
      onFailure?.(error, using);
      const { failure, retryAfterMs } = error;
      if (plan && released && isCut(failure))
        return yield* endInCharacter(engine, released, using, plan, input);
      if (released) yield { type: 'reset' };
      const isLate = deadline - performance.now() < engine.pauseMs;
      const failed = { attempt, failure, released: released !== '', retryAfterMs, isLate };
      attempt = nextAttempt(failed, model !== fallback, engine.timeoutMs);
      const pause = attempt ? pauseBefore(attempt, error, engine.pauseMs) : 0;
      if (pause > 0) await setTimeout(pause, undefined, { signal }).catch(() => undefined);
      if (signal?.aborted) return;
      // Waiting because the service asked for it is no hang.
      if (failure === 'rate-limited') deadline += pause;
    } finally {
      // A consumer that stops half-way closes the provider's connection too.
      await sentences?.return({ text: '' });
      // What was not told is taken as it was planned.
      const estimate = plan && { prompt: promptTokens(plan.request), completion: estimateTokens(released) };
      if (estimate) admission?.settle(usage ?? estimate);
    }
  }
  const text = error?.failure === 'withheld' && deflection(guard.deflections, input.history);
  if (!text || !plan) throw new ModelError('unreachable', 'no model could answer', { cause: error });
  yield { type: 'delta', text };
  yield { type: 'done', text, model: 'guard', embedded: true, ...plan };
}

/** Whether what was read before the failure was good: neither guard nor form has objected to it. */
const isCut = (failure: ModelError['failure']) => failure !== 'withheld' && failure !== 'malformed';

/** Keeps what was read of an answer that broke off, and closes it. */
async function* endInCharacter(
  { endings = [] }: Engine,
  released: string,
  { name }: ChatModel,
  plan: Plan,
  { history }: ReplyInput,
): AsyncGenerator<ReplyStep, void, undefined> {
  const ending = deflection(endings, history);
  const closing = ending === undefined ? '' : `${/\s$/.test(released) ? '' : ' '}${ending}`;
  if (closing) yield { type: 'delta', text: closing };
  yield { type: 'done', text: (released + closing).trimEnd(), model: name, ...plan };
}

/** @param refused the plan that was too large */
function planFor(
  { persona, model, fallback }: Engine,
  attempt: Attempt,
  input: ReplyInput,
  refused?: Plan,
): Plan {
  const { tokenBudget, answerTokens } = attempt === 'fallback' ? fallback : model;
  const budget =
    attempt === 'halved' && refused ? Math.floor(refused.plan.tokens / 2) + answerTokens / 2 : tokenBudget;
  return buildRequest(persona, input, budget, answerTokens);
}

/** Words, with the ranges of the whole reply that are read out; absent when none are. */
interface Spoken {
  text: string;
  quotes?: QuoteRange[];
}

/** One attempt: yields the sentences the guard passes, returns the whole text. @throws ModelError */
async function* releaseSentences(
  { guard, embedded, form, fallback, waitMs, totalMs }: Engine,
  model: ChatModel,
  request: ChatRequest,
  firstMs: number,
  stop?: AbortSignal,
  onUsage?: (usage: Usage) => void,
): AsyncGenerator<Spoken, Spoken, undefined> {
  const controller = new AbortController();
  const abandon = () => controller.abort();
  const signal = stop ? AbortSignal.any([stop, controller.signal]) : controller.signal;
  const startedAt = performance.now();
  const pending = sentenceStream();
  const speech = model === fallback ? undefined : form?.begin();
  let text = '';
  const composed = model === embedded ? await embedded.compose(request) : undefined;
  const quotes = composed && quotesOf(composed);
  const withQuotes = (words: string): Spoken => ({ text: words, ...(quotes?.length && { quotes }) });
  const releaseSentence = (sentence: string) => {
    if (!composed && guard.release(sentence, request, text) === 'withhold')
      throw new ModelError('withheld', 'the guard withheld a sentence');
    const shown = text ? sentence : sentence.trimStart();
    text += shown;
    return withQuotes(shown);
  };
  // Until the first sentence the time of all attempts counts, then that between two pieces.
  const idleMs = () => (text ? waitMs : Math.max(1, firstMs - (performance.now() - startedAt)));
  const pieces = composed
    ? [composed.text]
    : watchIdle(model.reply(request, signal, onUsage), idleMs, abandon);
  for await (const piece of pieces) {
    if (performance.now() - startedAt > totalMs)
      throw new ModelError('interrupted', `not finished after ${totalMs} ms`);
    for (const sentence of pending.push(piece)) {
      const taken = speech?.take(sentence) ?? { text: sentence, ended: false };
      if (taken.text.trim()) yield releaseSentence(taken.text);
      if (taken.ended && text) return withQuotes(text.trimEnd());
    }
    if (speech && pending.rest().length > 2 * longestReply) break;
  }
  const left = pending.rest().trimEnd();
  const rest = speech ? speech.finish(left) : left;
  if (rest.trim()) yield releaseSentence(rest);
  if (!text.trim()) throw new ModelError('interrupted', 'the answer is empty');
  return withQuotes(text.trimEnd());
}

/** The ranges of a composed reply in its text as it is said, without the white space around it. */
function quotesOf({ text, quotes }: Awaited<ReturnType<EmbeddedModel['compose']>>): QuoteRange[] {
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
