import { sentenceStream } from '../model/sentence-stream.ts';
import { ModelError, type ChatModel, type ChatRequest } from '../model/types.ts';
import { watchIdle } from '../model/watch.ts';
import type { Release } from '#server/spoilers/guard.ts';
import { buildRequest, type Persona, type PromptPlan, type ReplyInput } from './prompt.ts';

/** A reply as it comes about. `reset` takes back the text so far; `done` carries the whole of it. */
export type ReplyStep =
  | { type: 'delta'; text: string }
  | { type: 'reset' }
  | { type: 'done'; text: string; model: string; plan: PromptPlan; request: ChatRequest };

export interface ChatEngineOptions {
  persona: Persona;
  model: ChatModel;
  /** Answers when `model` cannot; the same model when there is no other. */
  fallback: ChatModel;
  /** The guard on the way out, and what is said when it withheld two answers, in the character's voice. */
  guard?: { release: Release; deflections: readonly string[] };
  /** Told of every failed attempt: a `retired` or `refused` model is for the author to mend. */
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

/** Failures that may have passed a moment later. A spent rate limit has not: it is counted by the minute. */
const passing = new Set<ModelError['failure']>(['interrupted', 'unreachable']);

/**
 * From a question to an answer the reader gets: the plan, the model, one repeated attempt where that can help,
 * the offline model where it cannot. Text is released by whole sentences, through the guard.
 */
export function createChatEngine(options: ChatEngineOptions): ChatEngine {
  const { persona, model, fallback, guard = noGuard, onFailure } = options;
  const { idleMs = 20_000, totalMs = 60_000, pauseMs = 400 } = options;

  /** One attempt: yields the released text, returns the whole. */
  async function* attempt(
    using: ChatModel,
    request: ChatRequest,
    stop?: AbortSignal,
  ): AsyncGenerator<string, string, undefined> {
    const controller = new AbortController();
    const abandon = () => controller.abort();
    const signal = stop ? AbortSignal.any([stop, controller.signal]) : controller.signal;
    const began = performance.now();
    const pending = sentenceStream();
    let text = '';
    const pass = (sentence: string) => {
      if (guard.release(sentence, request, text) === 'withhold')
        throw new ModelError('withheld', 'the guard withheld a sentence');
      const shown = text ? sentence : sentence.trimStart();
      text += shown;
      return shown;
    };
    for await (const piece of watchIdle(using.reply(request, signal), idleMs, abandon)) {
      if (performance.now() - began > totalMs)
        throw new ModelError('interrupted', `not finished after ${totalMs} ms`);
      for (const sentence of pending.push(piece)) yield pass(sentence);
    }
    const rest = pending.rest().trimEnd();
    if (rest.trim()) yield pass(rest);
    if (!text.trim()) throw new ModelError('interrupted', 'the answer is empty');
    return text.trimEnd();
  }

  /** The attempts in the order in which they are made; each sees why the one before failed. */
  function* attempts(input: ReplyInput): Generator<[ChatModel, () => Plan], void, Failed> {
    const planned = once(() => buildRequest(persona, input, model.tokenBudget, model.answerTokens));
    const { error, released } = yield [model, planned];
    let last = error;
    if (error.failure === 'withheld') {
      last = (yield [model, planned]).error;
    } else if (model === fallback) {
      return;
    } else if (error.failure === 'too-large') {
      const half = Math.floor(model.tokenBudget / 2);
      last = (yield [model, () => buildRequest(persona, input, half, model.answerTokens)]).error;
    } else if (passing.has(error.failure) && !released) {
      last = (yield [model, planned]).error;
    }
    if (model === fallback || last.failure === 'withheld') return;
    yield [fallback, () => buildRequest(persona, input, fallback.tokenBudget, fallback.answerTokens)];
  }

  async function* reply(input: ReplyInput, signal?: AbortSignal): AsyncGenerator<ReplyStep, void, undefined> {
    const course = attempts(input);
    let next = course.next();
    let last: ModelError | undefined;
    let lastMade: Plan | undefined;
    for (;;) {
      if (next.done) {
        const text = last?.failure === 'withheld' && deflection(guard.deflections, input.history);
        if (!text || !lastMade) throw new ModelError('unreachable', 'no model could answer', { cause: last });
        yield { type: 'delta', text };
        yield { type: 'done', text, model: 'guard', ...lastMade };
        return;
      }
      const [using, plan] = next.value;
      let released = false;
      let pieces: ReturnType<typeof attempt> | undefined;
      try {
        const made = plan();
        lastMade = made;
        pieces = attempt(using, made.request, signal);
        let piece = await pieces.next();
        while (!piece.done) {
          released = true;
          yield { type: 'delta', text: piece.value };
          piece = await pieces.next();
        }
        yield { type: 'done', text: piece.value, model: using.name, ...made };
        return;
      } catch (thrown) {
        if (signal?.aborted) return;
        const error = asModelError(thrown);
        last = error;
        onFailure?.(error, using);
        if (released) yield { type: 'reset' };
        next = course.next({ error, released });
        const repeated = !next.done && next.value[0] === using;
        if (repeated && error.failure !== 'withheld')
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
      } finally {
        // Whoever stops reading half-way closes the provider's connection too.
        await pieces?.return('');
      }
    }
  }

  return { reply };
}

/**
 * Chosen by the place in the conversation alone: a true and a false guess hear the same. Not one he has just said.
 */
function deflection(lines: readonly string[], history: ReplyInput['history']): string | undefined {
  const answers = history.filter(({ role }) => role === 'assistant').slice(-lines.length + 1);
  const fresh = lines.filter((line) => !answers.some(({ content }) => content.includes(line)));
  const from = fresh.length > 0 ? fresh : lines;
  return from[history.length % from.length];
}

interface Plan {
  request: ChatRequest;
  plan: PromptPlan;
}

interface Failed {
  error: ModelError;
  released: boolean;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A model that breaks its own contract must not take the reader's answer with it. */
function asModelError(thrown: unknown): ModelError {
  if (thrown instanceof ModelError) return thrown;
  return new ModelError('interrupted', 'the model failed unexpectedly', { cause: thrown });
}
