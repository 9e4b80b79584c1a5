import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ChatReplyEvent } from '#shared/contracts/chat.ts';
import { ApiError } from '#client/api-error.ts';
import { BrokenTransmission, parseReply, streamReply } from './reply-stream.ts';
import { latency } from '#tests/support/latency.ts';

const encoder = new TextEncoder();

const events: ChatReplyEvent[] = [
  { type: 'delta', text: 'Fa freddo, perché è ' },
  { type: 'reset' },
  { type: 'delta', text: 'Tac. «Relè» 🐻\n\ndue righe' },
  { type: 'done', response: 'Tac. «Relè» 🐻\n\ndue righe', timestamp: '2003-12-21T12:03:00.000Z' },
];

const wire = (list: readonly { type: string }[], lineEnd = '\n') =>
  list
    .map((event) => [`event: ${event.type}`, `data: ${JSON.stringify(event)}`, '', ''].join(lineEnd))
    .join('');

function bodyOf(pieces: readonly Uint8Array[], end: 'close' | 'hang' | 'fail' = 'close') {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      if (end === 'close') controller.close();
      if (end === 'fail') controller.error(new TypeError('network error'));
    },
  });
}

function cutAt(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [...new Set(cuts.map((cut) => cut % bytes.length))].sort((a, b) => a - b);
  return [...places, bytes.length].map((place, index) => bytes.slice(places[index - 1] ?? 0, place));
}

async function collect(stream: AsyncIterable<ChatReplyEvent>): Promise<ChatReplyEvent[]> {
  const heard: ChatReplyEvent[] = [];
  for await (const event of stream) heard.push(event);
  return heard;
}

describe('the events of a reply', () => {
  test('are the same wherever the bytes were cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(2_000), { maxLength: 40 }),
        fc.constantFrom('\n', '\r\n'),
        async (cuts, lineEnd) => {
          const bytes = encoder.encode(`: hello${lineEnd}${lineEnd}${wire(events, lineEnd)}`);
          expect(await collect(parseReply(bodyOf(cutAt(bytes, cuts))))).toEqual(events);
        },
      ),
    );
  });

  test('survive a cut at every single byte', async () => {
    const bytes = encoder.encode(wire(events));
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect(await collect(parseReply(bodyOf(pieces)))).toEqual(events);
  });

  test('of an unknown kind, or not JSON, are skipped', async () => {
    const text = `event: mood\ndata: {"type":"mood"}\n\ndata: nonsense\n\n${wire(events)}`;
    expect(await collect(parseReply(bodyOf([encoder.encode(text)])))).toEqual(events);
  });

  test('end with done: what comes after it is not waited for', async () => {
    const body = bodyOf([encoder.encode(wire(events))], 'hang');
    expect(await collect(parseReply(body, 50))).toEqual(events);
  });
});

describe('a reply that fails', () => {
  test('with an error event is a refusal with the server’s sentence and the status of its code', async () => {
    const refusal = { message: 'Il modello non risponde.', code: 'UNAVAILABLE' };
    const text = `${wire(events.slice(0, 1))}event: error\ndata: ${JSON.stringify(refusal)}\n\n`;
    const error = await collect(parseReply(bodyOf([encoder.encode(text)]))).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 503, serverMessage: refusal.message, code: 'UNAVAILABLE' });
  });

  test.each([
    ['ends before done', bodyOf([encoder.encode(wire(events.slice(0, 2)))])],
    ['ends inside an event', bodyOf([encoder.encode(wire(events).slice(0, -4))])],
    ['is cut by the network', bodyOf([encoder.encode(wire(events.slice(0, 1)))], 'fail')],
    ['falls silent', bodyOf([encoder.encode(wire(events.slice(0, 1)))], 'hang')],
  ])('because it %s is a broken transmission', async (_how, body) => {
    await expect(collect(parseReply(body, 30))).rejects.toBeInstanceOf(BrokenTransmission);
  });

  test('is kept alive by bytes that are no event', async () => {
    const linePause = () => latency(30);
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        for (let beat = 0; beat < 6; beat += 1) {
          controller.enqueue(encoder.encode(': still here\n\n'));
          await linePause();
        }
        controller.enqueue(encoder.encode(wire(events)));
        controller.close();
      },
    });
    expect(await collect(parseReply(body, 100))).toEqual(events);
  });
});

describe('sending', () => {
  afterEach(() => vi.unstubAllGlobals());

  const answer = (body: BodyInit, init: ResponseInit = {}) => {
    const fetch = vi.fn(() => Promise.resolve(new Response(body, init)));
    vi.stubGlobal('fetch', fetch);
    return fetch;
  };

  test('posts the message and asks for a stream, with cookies', async () => {
    const fetch = answer(wire(events), { headers: { 'Content-Type': 'text/event-stream' } });
    expect(await collect(streamReply({ message: 'Ciao', sentId: 'a1' }))).toEqual(events);
    expect(fetch).toHaveBeenCalledWith(
      '/api/chat',
      expect.objectContaining({
        method: 'POST',
        credentials: 'include',
        headers: { Accept: 'text/event-stream', 'Content-Type': 'application/json' },
        body: '{"message":"Ciao","id":"a1"}',
      }),
    );
  });

  test('takes the plain answer of something that cannot stream', async () => {
    answer('{"response":"Tac."}', { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
    expect(await collect(streamReply({ message: 'Ciao', sentId: 'a1' }))).toMatchObject([
      { type: 'done', response: 'Tac.' },
    ]);
  });

  test('fails with the status and the body when refused', async () => {
    const body = '{"message":"Troppe richieste.","code":"TOO_MANY_REQUESTS"}';
    answer(body, { status: 429 });
    await expect(collect(streamReply({ message: 'Ciao', sentId: 'a1' }))).rejects.toMatchObject({
      message: `429: ${body}`,
      serverMessage: 'Troppe richieste.',
    });
  });

  test('is a broken transmission when nobody answers', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(collect(streamReply({ message: 'Ciao', sentId: 'a1' }))).rejects.toBeInstanceOf(
      BrokenTransmission,
    );
  });
});
