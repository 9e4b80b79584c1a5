import { createParser } from 'eventsource-parser';
import { APIError } from 'groq-sdk';
import { thoughtName } from './thoughts.ts';
import { ModelError, type Usage } from './types.ts';

/** What one event of a streamed completion brings, or the whole of one that is not streamed. */
interface CompletionPiece {
  text: string;
  thought: string;
  /** Why the model stopped, in the server's word; never empty. Only a completion that is whole has one. */
  finish?: string | undefined;
  /** In tokens, as far as the server counts; a later piece's replaces an earlier one's. */
  usage?: Partial<Usage> | undefined;
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/**
 * Reads the answer to a request for a completion, streamed (SSE) or not. Events that are empty or no objects are passed over. The
 * end is a finish reason, or `[DONE]` without one; an empty string is none.
 *
 * @throws APIError for an error that came with status 200
 * @throws ModelError `wrong-address` for a page of a website
 */
export async function* readCompletion({ body }: Response): AsyncGenerator<CompletionPiece, void, undefined> {
  let isBegun = false;
  let isFinished = false;
  for await (const { data, isStreamed } of documentsOf(body)) {
    if (data.startsWith('[DONE]') && !isFinished) yield { text: '', thought: '', finish: 'stop' };
    const piece = readObject(parse(data), isStreamed, isBegun);
    if (!piece) continue;
    isBegun ||= piece.text !== '';
    isFinished ||= piece.finish !== undefined;
    yield piece;
  }
}

/** What is to be parsed: of a stream the data of its events, line by line, of anything else the whole body. */
async function* documentsOf(
  body: ReadableStream<BufferSource> | null,
): AsyncGenerator<{ data: string; isStreamed: boolean }, void, undefined> {
  const lines: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => void lines.push(...data.split('\n')) });
  const read = () => lines.splice(0).map((data) => ({ data, isStreamed: true }));
  let start: string | undefined;
  let whole = '';
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    start ||= text.trimStart()[0];
    // No line of a stream begins so, whatever the headers say.
    if (start && '{[<'.includes(start)) whole += text;
    else parser.feed(text);
    yield* read();
  }
  if (start === '<') throw new ModelError('wrong-address', 'the address answers with a page');
  if (whole) yield { data: whole, isStreamed: false };
  // The last event of a server that does not end it with an empty line.
  parser.feed('\n\n');
  yield* read();
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

/** @param isBegun there was text before: some servers end a stream with the whole message once more */
function readObject(json: unknown, isStreamed: boolean, isBegun: boolean): CompletionPiece | undefined {
  if (!isObject(json)) return undefined;
  const choices: unknown[] = Array.isArray(json.choices) ? json.choices : [];
  const choice = isObject(choices[0]) ? choices[0] : {};
  const groq = isObject(json.x_groq) ? json.x_groq : {};
  const isError = json.object === 'error' || json.type === 'error' || (!isStreamed && choices.length === 0);
  const error = json.error || groq.error || choice.error || (isError && json);
  if (error) throw reportedError(error);
  const piece: CompletionPiece = { text: '', thought: '' };
  const message = choice.delta ?? (isBegun ? undefined : (choice.message ?? choice.text));
  if (isObject(message)) {
    addContent(piece, message.content);
    addContent(piece, message.reasoning_content ?? message.reasoning, true);
  } else addContent(piece, message);
  const finish = choice.finish_reason || (isStreamed ? undefined : 'stop');
  if (typeof finish === 'string') piece.finish = finish;
  piece.usage = readUsage(json.usage ?? groq.usage);
  return piece;
}

/** An error in place of a completion; servers that stand before others give its status as `code`. */
export function reportedError(error: unknown): APIError {
  const code = isObject(error) ? Number(error.code) : NaN;
  return new APIError(code >= 400 && code < 600 ? code : undefined, { error }, undefined, undefined);
}

/** Content is a text, or parts in a list, each a text, a thought or again a list; what names itself a thought is one. */
function addContent(piece: CompletionPiece, content: unknown, isThought = false): void {
  if (typeof content === 'string') piece[isThought ? 'thought' : 'text'] += content;
  else if (Array.isArray(content)) for (const part of content) addContent(piece, part, isThought);
  else if (isObject(content)) {
    const hides = isThought || thoughtName.test(String(content.type));
    addContent(piece, content.text ?? content.content ?? content.thinking ?? content.reasoning, hides);
  }
}

function readUsage(usage: unknown): Partial<Usage> | undefined {
  if (!isObject(usage)) return undefined;
  const details = isObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
  const count = (value: unknown) => (typeof value === 'number' ? value : undefined);
  return {
    prompt: count(usage.prompt_tokens),
    completion: count(usage.completion_tokens),
    // DeepSeek's own name, and what it took over from OpenAI's.
    cached: count(details.cached_tokens ?? usage.prompt_cache_hit_tokens),
  };
}
