import Groq, { APIConnectionError, APIConnectionTimeoutError, APIError } from 'groq-sdk';
import { promptMessages, type PromptMessage } from './messages.ts';
import { endsSentence, sentenceStream } from './sentence-stream.ts';
import {
  ModelError,
  type ChatModel,
  type ChatRequest,
  type ModelFailure,
  type WritingModel,
  type WritingTask,
} from './types.ts';
import { orInterrupted, watchIdle } from './watch.ts';

interface GroqOptions {
  apiKey: string;
  /** Address of the service, with or without `/openai/v1`. */
  baseUrl?: string;
  model?: string;
  /** Tokens a request may take, answer included; a free plan allows 8,000 a minute. */
  tokenBudget?: number;
  /** Tokens for the answer; too few for the reasoning before it give an empty answer. */
  answerTokens?: number;
  /** Milliseconds without a byte after which the answer counts as interrupted. */
  idleMs?: number;
}

const defaultGroqModel = 'openai/gpt-oss-120b';

/**
 * Groq's chat completions, streamed. The SDK's own retries are off (it obeys any `retry-after`, however
 * long): who calls decides what to do with a {@link ModelError}.
 */
export function createGroqModel(options: GroqOptions): ChatModel & WritingModel {
  const { apiKey, baseUrl, model = defaultGroqModel } = options;
  const { tokenBudget = 8_000, answerTokens = 1_200, idleMs = 15_000 } = options;
  const client = new Groq({
    apiKey,
    // The SDK adds /openai/v1 itself; an author copies the address with it from Groq's pages.
    baseURL: baseUrl?.replace(/\/+$/, '').replace(/\/openai(\/v1)?$/, '') || undefined,
    maxRetries: 0,
    timeout: idleMs,
    // Its log would repeat a reader's words.
    logLevel: 'off',
  });

  /** One streamed completion, watched; `read` makes of its pieces what the caller wants. */
  async function* complete(
    messages: PromptMessage[],
    tokens: number,
    temperature: number,
    signal: AbortSignal,
    read: (chunks: AsyncIterable<Groq.Chat.ChatCompletionChunk>) => AsyncIterable<string>,
  ): AsyncGenerator<string, void, undefined> {
    const controller = new AbortController();
    const abort = () => controller.abort();
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    try {
      const stream = await orInterrupted(
        client.chat.completions.create(
          {
            model,
            messages,
            stream: true,
            temperature,
            max_completion_tokens: tokens,
            ...(model.includes('gpt-oss') && { reasoning_effort: 'low', include_reasoning: false }),
          },
          { signal: controller.signal },
        ),
        idleMs,
      );
      yield* read(watchIdle(stream, idleMs, abort));
    } catch (error) {
      throw asModelError(error, model);
    } finally {
      signal.removeEventListener('abort', abort);
      abort();
    }
  }

  const reply = (request: ChatRequest, signal: AbortSignal) =>
    complete(promptMessages(request), answerTokens, 0.7, signal, wholeAnswer);

  async function write(task: WritingTask, signal: AbortSignal): Promise<string> {
    const messages: PromptMessage[] = [
      { role: 'system', content: task.instructions },
      { role: 'user', content: task.text },
    ];
    let text = '';
    for await (const piece of complete(messages, task.answerTokens, 0.3, signal, wholeText)) text += piece;
    if (!text.trim()) throw new ModelError('interrupted', 'the text is empty');
    return text.trim();
  }

  return { name: model, tokenBudget, answerTokens, reply, write };
}

/**
 * The answer's text, sentence by sentence. A stream that was cut ends like a finished one, so only a
 * `finish_reason` tells a complete answer; one that ran out of tokens (`length`) is given up to its last sentence.
 */
async function* wholeAnswer(chunks: AsyncIterable<Groq.Chat.ChatCompletionChunk>) {
  const text = sentenceStream();
  let finish: string | null = null;
  let given = false;
  for await (const chunk of chunks) {
    if (chunk.x_groq?.error) throw streamedError(chunk.x_groq.error);
    const choice = chunk.choices?.[0];
    for (const sentence of text.push(choice?.delta?.content ?? '')) {
      given = true;
      yield sentence;
    }
    finish = choice?.finish_reason ?? finish;
  }
  if (!finish) throw new ModelError('interrupted', 'the stream ended without a finish_reason');
  const rest = text.rest();
  if (rest.trim() && (finish !== 'length' || endsSentence(rest))) {
    given = true;
    yield rest;
  }
  if (!given) throw new ModelError('interrupted', `the answer is empty (finish_reason ${finish})`);
}

/** A text that is only good whole: without a `finish_reason` it was cut, and out of tokens it is not finished. */
async function* wholeText(chunks: AsyncIterable<Groq.Chat.ChatCompletionChunk>) {
  let finish: string | null = null;
  for await (const chunk of chunks) {
    if (chunk.x_groq?.error) throw streamedError(chunk.x_groq.error);
    const choice = chunk.choices?.[0];
    yield choice?.delta?.content ?? '';
    finish = choice?.finish_reason ?? finish;
  }
  if (!finish) throw new ModelError('interrupted', 'the stream ended without a finish_reason');
  if (finish === 'length') throw new ModelError('too-large', 'the text ran out of tokens');
}

function asModelError(error: unknown, model: string): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof APIConnectionTimeoutError) {
    return new ModelError('interrupted', 'no answer from the service in time', { cause: error });
  }
  if (error instanceof APIConnectionError) {
    return new ModelError('unreachable', 'the service cannot be reached', { cause: error });
  }
  if (error instanceof APIError) {
    const { code, type, message } = details(error.error);
    const failure = failureOf(error.status as number | undefined, `${code} ${type}`, message);
    const seconds = Number((error.headers as Headers | undefined)?.get('retry-after') ?? NaN);
    return new ModelError(failure, `${model}: ${error.status ?? 'stream'} ${code || type}`.trim(), {
      cause: error,
      ...(seconds >= 0 && { retryAfterMs: seconds * 1000 }),
    });
  }
  return new ModelError('interrupted', 'the stream broke off', { cause: error });
}

/** The body of a refusal is `{ error: { message, type, code } }`, or that inner object when streamed. */
function details(body: unknown): { code: string; type: string; message: string } {
  const outer = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const inner = (typeof outer.error === 'object' && outer.error !== null ? outer.error : outer) as Record<
    string,
    unknown
  >;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { code: text(inner.code), type: text(inner.type), message: text(inner.message) };
}

/**
 * A request larger than the plan's tokens a minute is refused with 413, or with 429 and the code of the rate
 * limit while its message says the request itself is too large: waiting would never help.
 */
function failureOf(status: number | undefined, code: string, message: string): ModelFailure {
  if (/model_not_found|model_decommissioned|model_terms_required/.test(code)) return 'retired';
  if (/decommissioned/i.test(message) && (status === 400 || status === 404)) return 'retired';
  if (
    status === 413 ||
    /context_length_exceeded/.test(code) ||
    /request too large|reduce (the length|your message)/i.test(message)
  ) {
    return 'too-large';
  }
  if (status === 404) return 'retired';
  if (status === 402 || /blocked_api_access|insufficient_quota|billing/.test(code)) return 'exhausted';
  if (status === 401 || /invalid_api_key/.test(code)) return 'bad-key';
  if (status === 403) return 'refused';
  if (status === 429 || /rate_limit/.test(code)) {
    // What is counted by the day is not back in a minute: the plan is used up.
    return /per day|\b[TR]PD\b|spend/i.test(message) ? 'exhausted' : 'rate-limited';
  }
  if (status === undefined) return 'interrupted';
  return status >= 500 ? 'unreachable' : 'refused';
}

function streamedError(error: unknown): ModelError {
  const text = typeof error === 'string' ? error : JSON.stringify(error);
  return new ModelError(failureOf(undefined, text, text), 'the service reported an error inside the stream', {
    cause: error,
  });
}
