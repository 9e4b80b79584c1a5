import Groq from 'groq-sdk';
import { readCompletion, reportedError } from './completion.ts';
import { promptMessages, type PromptMessage } from './messages.ts';
import type { Sampling } from './parameters.ts';
import { estimateAll, requestCompletion } from './request.ts';
import { endsSentence, sentenceStream } from './sentence-stream.ts';
import { plannedTokens, unprovenWindow } from './prompt-sizes.ts';
import { readServerAddress, serverName } from './server-address.ts';
import { createServerFacts, type ServerFacts } from './server-facts.ts';
import { asModelError } from './service-errors.ts';
import { createThoughtFilter } from './thoughts.ts';
import { ModelError, type ChatModel, type Usage, type WritingModel } from './types.ts';
import { orInterrupted, watchIdle } from './watch.ts';

export interface HostedOptions {
  /** Absent for a server that wants none. */
  apiKey?: string | undefined;
  /** As the author writes it: see {@link readServerAddress}. */
  baseUrl?: string | undefined;
  model?: string | undefined;
  /** Tokens a minute that provider or author allow, as far as is known now. */
  tokensPerMinute?: number | undefined;
  /** Tokens a reply may take at most, answer included. */
  mostTokens?: number;
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
  /** Whether it is planned as a service that keeps the beginning of a prompt. */
  readonly caches: boolean;
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
/** Groq's models that keep the beginning of a prompt; others tell it (console.groq.com/docs/prompt-caching). */
const cachingModels = /gpt-oss|kimi/i;
/** Tokens of a writing task: the whole minute of Groq's free plan. */
const longestTask = 8_000;
/** For the answer of a model that thinks aloud. */
const thinkingTokens = 1_500;
/** Review of the prompts: lively, and never far from the point. */
const speaking = { temperature: 0.9, topP: 0.95 } as const;

/** A piece of what a model writes, thoughts taken out. */
interface WrittenPiece {
  text: string;
  /** What came before was a thought: the text begins here. */
  isRestart: boolean;
  /** Of the last piece: why the model stopped, and the prompt's tokens where the service counts them. */
  end?: { finish: string; prompt: number | undefined };
}

/** Reasons to stop before the answer is whole: its tokens were spent, or a filter of the service ended it. */
const outOfTokens = /length|max_?tokens/i;
const filtered = /filter|safety|error/i;

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
  const { mostTokens = 16_000, tokensPerMinute, answerTokens = 500, facts = createServerFacts() } = options;
  const { baseURL, isGroq } = readServerAddress(options.baseUrl);
  const server = serverName(options.baseUrl, model);
  // What is learned of it while readers write counts from the next start on: prompts go on beginning alike.
  const caches = facts.of(server).caches ?? (isGroq && cachingModels.test(model));
  const client = openClient(apiKey, baseURL, Math.max(idleMs, patientIdleMs));
  const asking = { client, model, isGroq, server, facts };

  /** One completion, watched; thoughts are taken out of it and what it cost is noted. */
  async function* complete(
    messages: PromptMessage[],
    sampling: Sampling,
    signal: AbortSignal,
    {
      longestIdleMs = idleMs,
      onCounted,
    }: { longestIdleMs?: number; onCounted?: HostedOptions['onUsage'] } = {},
  ): AsyncGenerator<WrittenPiece, void, undefined> {
    const controller = new AbortController();
    const abort = () => controller.abort();
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    const thoughts = createThoughtFilter(facts.of(server).bareThoughts);
    const seen = { written: 0, thought: false, isOpened: false, usage: {} as Partial<Usage>, finish: '' };
    const filter = (read: () => string): WrittenPiece => {
      const { wasBare } = thoughts;
      const text = read();
      return { text, isRestart: thoughts.wasBare && !wasBare };
    };
    try {
      const response = await orInterrupted(
        requestCompletion(asking, messages, sampling, controller.signal),
        longestIdleMs,
      );
      onHeaders?.(response.headers);
      seen.isOpened = true;
      for await (const piece of watchIdle(readCompletion(response), longestIdleMs, abort)) {
        const { text, thought, finish, usage } = piece;
        seen.written += text.length + thought.length;
        seen.thought ||= thought !== '';
        seen.usage = usage ?? seen.usage;
        seen.finish = finish ?? seen.finish;
        yield filter(() => thoughts.push(text));
      }
      const { finish, usage } = seen;
      if (!finish) throw new ModelError('interrupted', 'the answer has no end');
      yield { ...filter(() => thoughts.rest()), end: { finish, prompt: usage.prompt } };
    } catch (error) {
      throw asModelError(error, model);
    } finally {
      signal.removeEventListener('abort', abort);
      abort();
      const { bareThoughts, thinks, caches: isCaching } = facts.of(server);
      if ((seen.usage.cached ?? 0) > 0 && !isCaching) facts.learn(server, { caches: true });
      if (thoughts.wasBare && !bareThoughts) facts.learn(server, { thinks: true, bareThoughts: true });
      else if ((thoughts.sawThoughts || seen.thought) && !thinks) facts.learn(server, { thinks: true });
      // What was refused cost nothing.
      if (seen.isOpened) {
        const {
          prompt = estimateAll(messages),
          completion = Math.ceil(seen.written / 3.2),
          cached,
        } = seen.usage;
        const usage = { prompt, completion, ...(cached !== undefined && { cached }) };
        onUsage?.(usage);
        onCounted?.(usage);
      }
    }
  }

  async function countTokens(text: string, signal: AbortSignal): Promise<number | undefined> {
    const messages: PromptMessage[] = [{ role: 'user', content: text }];
    let tokenCount: number | undefined;
    // Asked as replies are: what a server refuses here it refuses there.
    const pieces = complete(messages, { ...speaking, tokens: 1 }, signal, { longestIdleMs: patientIdleMs });
    for await (const { end } of pieces) tokenCount = end?.prompt;
    return tokenCount;
  }

  const readTokens = () => (isGroq ? Infinity : (facts.of(server).window?.tokens ?? unprovenWindow));
  const answerRoom = () =>
    facts.of(server).thinks && !isGroq ? Math.max(answerTokens, thinkingTokens) : answerTokens;

  return {
    name: model,
    server,
    isGroq,
    caches,
    get tokenBudget() {
      const window = Math.min(mostTokens, readTokens());
      const msPerToken = facts.of(server).window?.msPerToken;
      return plannedTokens({ window, tokensPerMinute, caches, msPerToken, waitMs: idleMs });
    },
    get taskTokens() {
      return Math.min(longestTask, readTokens());
    },
    get answerTokens() {
      return answerRoom();
    },
    reply(request, signal, onCounted) {
      const sampling = { ...speaking, tokens: answerRoom() };
      return sentencesOf(complete(promptMessages(request), sampling, signal, { onCounted }));
    },
    write({ instructions, text, answerTokens: tokens }, signal) {
      const messages: PromptMessage[] = [
        { role: 'system', content: instructions },
        { role: 'user', content: text },
      ];
      return wholeText(
        complete(messages, { temperature: 0.3, tokens }, signal, { longestIdleMs: patientIdleMs }),
      );
    },
    countTokens,
    listModels: (signal) => listModels(client, model, signal),
  };
}

/** The answer sentence by sentence; one that was stopped before it was whole is given up to its last sentence. */
async function* sentencesOf(pieces: AsyncIterable<WrittenPiece>): AsyncGenerator<string, void, undefined> {
  let text = sentenceStream();
  let given = false;
  let finish = '';
  for await (const piece of pieces) {
    if (piece.isRestart) {
      if (given) throw new ModelError('malformed', 'thoughts were taken for the answer');
      text = sentenceStream();
    }
    for (const sentence of text.push(piece.text)) {
      given = true;
      yield sentence;
    }
    finish = piece.end?.finish ?? finish;
  }
  const rest = text.rest();
  const isWhole = !outOfTokens.test(finish) && !filtered.test(finish);
  if (rest.trim() && (isWhole || endsSentence(rest))) yield rest;
  else if (!given) throw new ModelError('interrupted', `the answer is empty (finish_reason ${finish})`);
}

/** A text that is only good whole. */
async function wholeText(pieces: AsyncIterable<WrittenPiece>): Promise<string> {
  let text = '';
  let finish = '';
  for await (const piece of pieces) {
    text = piece.isRestart ? piece.text : text + piece.text;
    finish = piece.end?.finish ?? finish;
  }
  if (outOfTokens.test(finish)) throw new ModelError('too-large', 'the text ran out of tokens');
  if (!text.trim() || filtered.test(finish))
    throw new ModelError('interrupted', `the text is not whole (finish_reason ${finish})`);
  return text.trim();
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

/** In an object, or alone; of a server that knows no such list an error, or a page. */
type ModelList = ServersModel[] | string | { data?: ServersModel[]; error?: unknown };

/** @throws ModelError */
async function listModels(client: Groq, model: string, signal: AbortSignal): Promise<ListedModel[]> {
  try {
    const list = await client.get<ModelList | undefined>('/models', { signal });
    if (typeof list === 'string') throw new ModelError('wrong-address', 'the address answers with a page');
    if (Array.isArray(list)) return list.map(listedModel);
    if (!list?.data) throw reportedError(list?.error ?? list);
    return list.data.map(listedModel);
  } catch (error) {
    throw asModelError(error, model);
  }
}

function listedModel({ id, pricing }: ServersModel): ListedModel {
  const [input, output] = [pricing?.prompt, pricing?.completion].map((price) => Number(price ?? NaN) * 1e6);
  const isPriced = input !== undefined && output !== undefined && input >= 0 && output >= 0;
  return { id, ...(isPriced && { price: { input, output } }) };
}
