import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import type { H3 } from 'h3';
import { NodeRequest, sendNodeResponse } from 'srvx/node';
import { PlainResponse } from './plain-response.ts';

/**
 * The application behind Node's server. What is whole in memory goes out as Node does it best, head and body in one write;
 * streams, files and the rest as srvx sends them.
 */
export function nodeHandler(app: H3): RequestListener {
  return (request, response) => void answer(app, request, response);
}

/** How long a sender that was refused may still send, in milliseconds. */
const lingerMs = 1_000;

/**
 * Reads on for a moment and forgets it: closed at once, a connection takes with it the answer that its sender, still sending, has
 * not read (RFC 9112, 9.6), and a proxy in between tells the site is down.
 */
async function discardBody(request: IncomingMessage): Promise<void> {
  request.resume();
  await finished(request, { signal: AbortSignal.timeout(lingerMs) }).catch(() => undefined);
}

/** A refusal of either kind, as one whose end can wait for its sender. */
async function plainOf(answered: Response): Promise<PlainResponse> {
  if (answered instanceof PlainResponse) return answered;
  const { status, headers } = answered;
  return new PlainResponse(await answered.text(), { status, headers: Object.fromEntries(headers) });
}

async function answer(app: H3, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    // Asked behind another on one connection: it waits for its turn. Node tells an answer that is still in line nothing of the
    // end of its connection, so a file opened for it would stay open.
    if (!response.socket) await once(response, 'socket');
    let appResponse = await app.fetch(new NodeRequest({ req: request, res: response }));
    // Answered before the body was there, so refused: what is left of it is not waited for, and the sender is told.
    const isEarly = !request.complete && appResponse.status >= 400;
    if (isEarly) {
      response.setHeader('Connection', 'close');
      appResponse = await plainOf(appResponse);
    }
    if (!(appResponse instanceof PlainResponse)) return await sendNodeResponse(response, appResponse);
    const { status, plainHeaders: headers, plainBody: body } = appResponse;
    // An answer without a body (204, 304) has no length either.
    if (body !== null && headers['Content-Length'] === undefined && headers['content-length'] === undefined)
      headers['Content-Length'] = String(Buffer.byteLength(body));
    response.writeHead(status, headers);
    if (isEarly && body) {
      response.write(body);
      await discardBody(request);
    }
    response.end(isEarly ? undefined : (body ?? undefined));
  } catch {
    // The connection went away, or the body ended half-way: the reader must not take it for the whole.
    response.destroy();
  }
}
