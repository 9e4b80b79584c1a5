import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import type { H3 } from 'h3';
import { NodeRequest, sendNodeResponse } from 'srvx/node';

/** The application behind Node's server. */
export function nodeHandler(app: H3): RequestListener {
  return (request, response) => void answer(app, request, response);
}

/** How long a sender that was refused may still send, in milliseconds. */
const lingerMs = 1_000;

async function answer(app: H3, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    // Asked behind another on one connection: it waits for its turn. Node tells an answer that is still in line nothing of the
    // end of its connection, so a file opened for it would stay open.
    if (!response.socket) await once(response, 'socket');
    const appResponse = await app.fetch(new NodeRequest({ req: request, res: response }));
    // Answered before the body was there, so refused: what is left of it is not waited for, and the sender is told.
    if (!request.complete && appResponse.status >= 400) await refuseEarly(request, response, appResponse);
    else await sendNodeResponse(response, appResponse);
  } catch {
    // The connection went away, or the body ended half-way: the reader must not take it for the whole.
    response.destroy();
  }
}

/**
 * Reads on for a moment and forgets it: closed at once, a connection takes with it the answer that its sender, still sending, has
 * not read (RFC 9112, 9.6), and a proxy in between tells the site is down.
 */
async function refuseEarly(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Response,
): Promise<void> {
  const body = Buffer.from(await refusal.arrayBuffer());
  const headers = { ...Object.fromEntries(refusal.headers), Connection: 'close' };
  response.writeHead(refusal.status, { ...headers, 'Content-Length': body.length });
  response.write(body);
  request.resume();
  await finished(request, { signal: AbortSignal.timeout(lingerMs) }).catch(() => undefined);
  response.end();
}
