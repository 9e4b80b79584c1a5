import { toAppError } from '../errors.ts';

type StreamEvent = { type: string };

/** How long the status line waits for the first event, so that an early refusal has its own status. */
const timeoutMs = 100;
/** Silence after which a comment is sent: it keeps proxies from closing and tells the browser we live. */
const heartbeatMs = 10_000;

export function isAsyncIterable(value: unknown): value is AsyncIterable<StreamEvent> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/**
 * The events as `text/event-stream`: each with its `type` as the event's name and itself as JSON data. A
 * failure after the first event becomes an `error` event with the body of a refusal.
 */
export async function eventStreamResponse(events: AsyncIterable<StreamEvent>): Promise<Response> {
  const iterator = events[Symbol.asyncIterator]();
  const first = iterator.next();
  await Promise.race([first, new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())]);
  return new Response(toStream(iterator, first), {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // nginx would keep the words back until the reply is complete.
      'X-Accel-Buffering': 'no',
    },
  });
}

function toStream(iterator: AsyncIterator<StreamEvent>, first: Promise<IteratorResult<StreamEvent>>) {
  const encoder = new TextEncoder();
  let heartbeat: NodeJS.Timeout | undefined;
  let pending: Promise<IteratorResult<StreamEvent>> | undefined = first;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      // Node sends no header before the first byte, and a new reader's cookie is one: a page left at once must have it.
      controller.enqueue(encoder.encode(': \n\n'));
      heartbeat = setInterval(() => {
        // Who does not read gets no signs of life either: they would pile up, and pass for movement on a dead line.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': \n\n'));
      }, heartbeatMs);
      heartbeat.unref();
    },
    async pull(controller) {
      const send = (name: string, data: unknown) =>
        controller.enqueue(encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
      const finish = () => {
        clearInterval(heartbeat);
        controller.close();
      };
      try {
        const result = await (pending ?? iterator.next());
        pending = undefined;
        if (result.done) return finish();
        send(result.value.type, result.value);
      } catch (error) {
        send('error', toAppError(error).toBody());
        finish();
      }
    },
    async cancel() {
      clearInterval(heartbeat);
      await iterator.return?.();
    },
  });
}
