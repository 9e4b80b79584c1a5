import Groq, { APIError } from 'groq-sdk';
import { estimateTokens } from '../text/italian.ts';
import { promptMessages, type PromptMessage } from './messages.ts';
import { parametersFor, refusedParameters, type Sampling } from './parameters.ts';
import { endsSentence, sentenceStream } from './sentence-stream.ts';
import { readServerAddress } from './server-address.ts';
import { createServerFacts, unprovenWindow, type ServerFacts } from './server-facts.ts';
import { asModelError, refusalText, streamedError } from './service-errors.ts';
import { createThoughtFilter, type ThoughtFilter } from './thoughts.ts';
import { ModelError, type ChatModel, type Usage, type WritingModel, type WritingTask } from './types.ts';
import { orInterrupted, watchIdle } from './watch.ts';

export interface HostedOptions {
  /** Absent for a server that wants none. */
  apiKey?: string | undefined;
  /** As the author writes it: see {@link readServerAddress}. */
  baseUrl?: string | undefined;
  model?: string | undefined;
  /** Tokens a request may take, answer included; a free plan of Groq allows 8,000 a minute. */
  tokenBudget?: number;
  /** Tokens for the answer, reasoning included; a model that was seen thinking aloud gets more. */
  answerTokens?: number;
  /** Milliseconds without a byte after which the answer counts as interrupted. */
  idleMs?: number;
  /** The same where no reader waits: a slow machine reads a long text for a minute before its first word. */
  patientIdleMs?: number;
  /** What is known of the servers, and is learned here. */
  facts?: ServerFacts;
  /** Called with what every request cost, as counted by the service or else estimated. */
  onUsage?: (usage: Usage) => void;
  /** Called with the headers of every answer, which may tell a limit. */
  onHeaders?: (headers: Headers) => void;
}

/** A model on a server, and what can be asked of the server besides. */
export interface HostedModel extends ChatModel, WritingModel {
  /** Names the server and the model in what was learned of them. */
  readonly server: string;
  readonly isGroq: boolean;
  /** One short request of `text` as it stands; the tokens the service counted, if it counts. @throws ModelError */
  countTokens(text: string, signal: AbortSignal): Promise<number | undefined>;
  /** The models the server lists. @throws ModelError */
  listModels(signal: AbortSignal): Promise<ListedModel[]>;
}

export interface ListedModel {
  id: string;
  /** For a million tokens, in dollars, where the list says. */
  price?: { input: number; output: number };
}

export const defaultModel = 'openai/gpt-oss-120b';
/** For the answer of a model that thinks aloud. */
const thinkingTokens = 1_500;
/** Review of the prompts: lively, and never far from the point. */
const speaking = { temperature: 0.9, topP: 0.95 } as const;

type Chunk = Groq.Chat.ChatCompletionChunk & {
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null;
};
type Chunks = AsyncIterable<Chunk>;

/**
 * Chat completions of Groq, or of any server that speaks as OpenAI's does, streamed. The SDK's own retries are off (it obeys
 * any `retry-after`, however long): who calls decides what to do with a {@link ModelError}.
 */
export function createHostedModel(options: HostedOptions): HostedModel {
  const {
    apiKey,
    model = defaultModel,
    idleMs = 12_000,
    patientIdleMs = idleMs,
    onUsage,
    onHeaders,
  } = options;
  const { tokenBudget = 8_000, answerTokens = 500, facts = createServerFacts() } = options;
  const { baseURL, isGroq } = readServerAddress(options.baseUrl);
  const server = `${baseURL} ${model}`;
  const client = openClient(apiKey, baseURL, Math.max(idleMs, patientIdleMs));

  /** Opens a stream; parameters the server refuses are left out, and are remembered once that has helped. */
  async function open(messages: PromptMessage[], sampling: Sampling, signal: AbortSignal): Promise<Chunks> {
    let fact = facts.of(server);
    for (;;) {
      const parameters = parametersFor({ isGroq, model }, sampling, fact);
      try {
        // Not `chat.completions.create`: that one puts Groq's own path before the address.
        const { data, response } = await client
          .post<Chunks>('/chat/completions', {
            body: { model, messages, stream: true, ...parameters },
            stream: true,
            signal,
          })
          .withResponse();
        if (fact.dropped !== facts.of(server).dropped) facts.learn(server, { dropped: fact.dropped });
        onHeaders?.(response.headers);
        return data;
      } catch (error) {
        const dropped = parametersToDrop(error, parameters, model);
        if (dropped.length === 0) throw error;
        fact = { ...fact, dropped: [...(fact.dropped ?? []), ...dropped] };
      }
    }
  }

  /** One streamed completion, watched; `read` makes of its pieces what the caller wants. */
  async function* complete(
    messages: PromptMessage[],
    sampling: Sampling,
    signal: AbortSignal,
    read: (chunks: Chunks, thoughts: ThoughtFilter) => AsyncIterable<string>,
    longestIdleMs = idleMs,
    onCounted?: (prompt: number | undefined) => void,
  ): AsyncGenerator<string, void, undefined> {
    const controller = new AbortController();
    const abort = () => controller.abort();
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    const thoughts = createThoughtFilter(facts.of(server).bareThoughts);
    const seen = { written: 0, thought: false, usage: undefined as Chunk['usage'], opened: false };
    try {
      const stream = await orInterrupted(open(messages, sampling, controller.signal), longestIdleMs);
      seen.opened = true;
      yield* read(noting(watchIdle(stream, longestIdleMs, abort), seen), thoughts);
    } catch (error) {
      throw asModelError(error, model);
    } finally {
      signal.removeEventListener('abort', abort);
      abort();
      const { bareThoughts, thinks } = facts.of(server);
      if (thoughts.wasBare && !bareThoughts) facts.learn(server, { thinks: true, bareThoughts: true });
      else if ((thoughts.sawThoughts || seen.thought) && !thinks) facts.learn(server, { thinks: true });
      const { prompt_tokens: prompt, completion_tokens: completion } = seen.usage ?? {};
      onCounted?.(prompt);
      // What was refused cost nothing.
      if (seen.opened) {
        onUsage?.({
          prompt: prompt ?? messages.reduce((sum, { content }) => sum + estimateTokens(content), 0),
          completion: completion ?? Math.ceil(seen.written / 3.2),
        });
      }
    }
  }

  async function write(task: WritingTask, signal: AbortSignal): Promise<string> {
    const messages: PromptMessage[] = [
      { role: 'system', content: task.instructions },
      { role: 'user', content: task.text },
    ];
    const sampling = { temperature: 0.3, tokens: task.answerTokens };
    let text = '';
    for await (const piece of complete(messages, sampling, signal, wholeText, patientIdleMs)) text += piece;
    if (!text.trim()) throw new ModelError('interrupted', 'the text is empty');
    return text.trim();
  }

  async function countTokens(text: string, signal: AbortSignal): Promise<number | undefined> {
    const messages: PromptMessage[] = [{ role: 'user', content: text }];
    let counted: number | undefined;
    const note = (prompt: number | undefined) => void (counted = prompt);
    const pieces = complete(messages, { temperature: 0, tokens: 1 }, signal, anyText, patientIdleMs, note);
    for await (const piece of pieces) void piece;
    return counted;
  }

  const answerRoom = () =>
    facts.of(server).thinks && !isGroq ? Math.max(answerTokens, thinkingTokens) : answerTokens;

  return {
    name: model,
    server,
    isGroq,
    get tokenBudget() {
      const { window } = facts.of(server);
      if (isGroq) return tokenBudget;
      return Math.min(tokenBudget, window?.tokens ?? unprovenWindow);
    },
    get answerTokens() {
      return answerRoom();
    },
    reply: (request, signal) =>
      complete(promptMessages(request), { ...speaking, tokens: answerRoom() }, signal, wholeAnswer),
    write,
    countTokens,
    async listModels(signal) {
      try {
        const { data } = await client.get<{ data?: ServersModel[] }>('/models', { signal });
        return (data ?? []).map(listedModel);
      } catch (error) {
        throw asModelError(error, model);
      }
    },
  };
}

function openClient(apiKey: string | undefined, baseURL: string, timeout: number): Groq {
  return new Groq({
    apiKey: apiKey ?? '',
    baseURL,
    ...(apiKey === undefined && { defaultHeaders: { Authorization: null } }),
    maxRetries: 0,
    timeout,
    // What readers write goes to the address that the author chose, and to no other that it may name.
    fetchOptions: { redirect: 'error' },
    // Its log would repeat a reader's words.
    logLevel: 'off',
  });
}

/** As servers list a model; OpenRouter adds prices, in dollars for one token, written as text. */
interface ServersModel {
  id: string;
  pricing?: { prompt?: string; completion?: string };
}

function listedModel({ id, pricing }: ServersModel): ListedModel {
  const [input, output] = [pricing?.prompt, pricing?.completion].map((price) => Number(price ?? NaN) * 1e6);
  const isPriced = input !== undefined && output !== undefined && input >= 0 && output >= 0;
  return { id, ...(isPriced && { price: { input, output } }) };
}

/** Which parameters to leave out after a refusal; none when that cannot help. */
function parametersToDrop(error: unknown, sent: Readonly<Record<string, unknown>>, model: string): string[] {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return [];
  if (asModelError(error, model).failure !== 'refused') return [];
  return refusedParameters(sent, refusalText(error));
}

/** The same chunks; what is counted in them is noted. */
async function* noting(
  chunks: Chunks,
  seen: { written: number; thought: boolean; usage: Chunk['usage'] },
): AsyncGenerator<Chunk, void, undefined> {
  for await (const chunk of chunks) {
    if (chunk.x_groq?.error) throw streamedError(chunk.x_groq.error);
    const delta = chunk.choices?.[0]?.delta as Record<string, unknown> | undefined;
    for (const key of ['content', 'reasoning', 'reasoning_content']) {
      const text = delta?.[key];
      if (typeof text !== 'string' || text === '') continue;
      seen.written += text.length;
      seen.thought ||= key !== 'content';
    }
    seen.usage = chunk.usage ?? chunk.x_groq?.usage ?? seen.usage;
    yield chunk;
  }
}

/**
 * The answer's text, sentence by sentence. A stream that was cut ends like a finished one, so only a
 * `finish_reason` tells a complete answer; one that ran out of tokens (`length`) is given up to its last sentence.
 */
async function* wholeAnswer(chunks: Chunks, thoughts: ThoughtFilter) {
  let text = sentenceStream();
  let finish: string | null = null;
  let given = false;
  let wasBare = false;
  for await (const chunk of chunks) {
    const choice = chunk.choices?.[0];
    const visible = thoughts.push(choice?.delta?.content ?? '');
    if (thoughts.wasBare && !wasBare) {
      if (given) throw new ModelError('malformed', 'thoughts were taken for the answer');
      wasBare = true;
      text = sentenceStream();
    }
    for (const sentence of text.push(visible)) {
      given = true;
      yield sentence;
    }
    finish = choice?.finish_reason ?? finish;
  }
  if (!finish) throw new ModelError('interrupted', 'the stream ended without a finish_reason');
  const rest = [...text.push(thoughts.rest()), text.rest()].join('');
  if (rest.trim() && (finish !== 'length' || endsSentence(rest))) {
    given = true;
    yield rest;
  }
  if (!given) throw new ModelError('interrupted', `the answer is empty (finish_reason ${finish})`);
}

/** A text that is only good whole: without a `finish_reason` it was cut, and out of tokens it is not finished. */
async function* wholeText(chunks: Chunks, thoughts: ThoughtFilter) {
  let finish: string | null = null;
  for await (const chunk of chunks) {
    const choice = chunk.choices?.[0];
    yield thoughts.push(choice?.delta?.content ?? '');
    finish = choice?.finish_reason ?? finish;
  }
  if (!finish) throw new ModelError('interrupted', 'the stream ended without a finish_reason');
  if (finish === 'length') throw new ModelError('too-large', 'the text ran out of tokens');
  yield thoughts.rest();
}

/** Whatever comes, to its end: the usage stands in the last chunk. */
async function* anyText(chunks: Chunks) {
  for await (const chunk of chunks) yield chunk.choices?.[0]?.delta?.content ?? '';
}
