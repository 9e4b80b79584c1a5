import type { ChatReply, ChatReplyEvent } from '#shared/contracts/chat.ts';
import { errors, type ErrorBody } from '#shared/errors.ts';
import { readerRoutes } from '#shared/reader-routes.ts';
import { withDeadline } from '#shared/with-deadline.ts';
import { addressOf } from '#client/addresses.ts';
import { ApiError, refuseFailure } from '#client/api-error.ts';
import { noteServerTime } from './server-clock.ts';

/** Silence (no byte) after which the transmission counts as lost, in milliseconds. */
const silenceLimit = 60_000;

/** No answer, silence, or an end without `done`. The server may still have finished the reply. */
export class BrokenTransmission extends Error {
  override name = 'BrokenTransmission';
}

/**
 * Sends a message and yields the reply's events, up to and including `done`.
 *
 * @param turn trimmed text within `chatLimits`, and its idempotency key
 * @throws ApiError when the server refuses, before or while it answers; BrokenTransmission when it breaks off
 */
export function streamReply({ message, sentId }: { message: string; sentId: string }): ReplyEvents {
  return streamFrom('chat.stream', { message, id: sentId });
}

type ReplyEvents = AsyncGenerator<ChatReplyEvent, void, undefined>;

export async function* streamFrom(
  name: 'chat.stream' | 'chat.retry' | 'chat.pending',
  body?: Record<string, unknown>,
  silence: number = silenceLimit,
): ReplyEvents {
  const route = readerRoutes[name];
  const abort = new AbortController();
  try {
    const response = await breakOnSilence(
      fetch(addressOf(route), {
        method: route.method,
        credentials: 'include',
        headers: {
          Accept: 'text/event-stream',
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: abort.signal,
      }),
      silence,
    );
    noteServerTime(response.headers.get('Date'));
    await refuseFailure(response);
    if (response.headers.get('Content-Type')?.startsWith('application/json')) {
      // A proxy that buffers: the whole reply at once, `{ response }`.
      const reply = (await breakOnSilence(response.json(), silence)) as ChatReply;
      yield { type: 'done', ...reply, timestamp: new Date().toISOString() };
      return;
    }
    if (!response.body) throw new BrokenTransmission('The answer has no body');
    yield* parseReply(response.body, silence);
  } finally {
    // After `done` a no-op; before it, the consumer has stopped reading.
    abort.abort();
  }
}

/**
 * Parses reply events from bytes split anywhere (within a line or a UTF-8 character).
 *
 * @throws ApiError for an `error` event; BrokenTransmission when the stream ends or falls silent before `done`
 */
export async function* parseReply(
  body: ReadableStream<Uint8Array>,
  silence: number = silenceLimit,
): AsyncGenerator<ChatReplyEvent, void, undefined> {
  const arrived: ChatReplyEvent[] = [];
  let refusal: ApiError | undefined;
  const { createParser } = await breakOnSilence(import('eventsource-parser'), silence);
  const parser = createParser({
    onEvent({ event, data }) {
      if (event === 'error') refusal ??= toRefusal(data);
      const parsed = toReplyEvent(data);
      if (parsed) arrived.push(parsed);
    },
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await breakOnSilence(reader.read(), silence);
      if (done) throw new BrokenTransmission('The stream ended before the reply was complete');
      parser.feed(decoder.decode(value, { stream: true }));
      for (const event of arrived.splice(0)) {
        yield event;
        if (event.type === 'done' || event.type === 'stopped') return;
      }
      if (refusal) throw refusal;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Unknown event types are skipped, for compatibility with newer servers. */
function toReplyEvent(data: string): ChatReplyEvent | undefined {
  const value = parseObject(data);
  if (value?.type === 'delta' && typeof value.text === 'string') return { type: 'delta', text: value.text };
  if (value?.type === 'reset') return { type: 'reset' };
  const { type, response, timestamp } = value ?? {};
  if (
    (type === 'done' || type === 'stopped') &&
    typeof response === 'string' &&
    typeof timestamp === 'string'
  ) {
    const quotes = toQuotes(value?.quotes);
    const pageLine = typeof value?.pageLine === 'string' ? value.pageLine : undefined;
    return { type, response, timestamp, ...(quotes && { quotes }), ...(pageLine && { pageLine }) };
  }
  return undefined;
}

function toQuotes(value: unknown): ChatReply['quotes'] {
  const isPair = (pair: unknown) => Array.isArray(pair) && pair.length === 2;
  return Array.isArray(value) && value.every(isPair) ? (value as ChatReply['quotes']) : undefined;
}

/** An error after the status line 200: its status follows from its code. */
function toRefusal(data: string): ApiError {
  const { code } = (parseObject(data) ?? {}) as Partial<ErrorBody>;
  const { status } = (code !== undefined && errors[code]) || errors.UPSTREAM_FAILED;
  return new ApiError(status, '', data);
}

function parseObject(data: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** @throws BrokenTransmission when the promise fails or takes longer than `silence` milliseconds */
async function breakOnSilence<T>(promise: Promise<T>, silence: number): Promise<T> {
  try {
    return await withDeadline(promise, silence, () => {
      throw new Error(`Nothing arrived for ${silence} ms`);
    });
  } catch (cause) {
    throw new BrokenTransmission('The transmission broke off', { cause });
  }
}
