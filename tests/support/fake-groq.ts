import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { latency } from './latency.ts';

/** What the double does with the next request. */
export type GroqScript =
  | { kind: 'answer'; pieces: string[]; finish?: 'stop' | 'length'; delayMs?: number }
  /** Headers and a first piece, then nothing, the connection left open. */
  | { kind: 'hang'; pieces?: string[] }
  /** Not even headers. */
  | { kind: 'silent' }
  /** The pieces, then the end of the stream without a finish_reason. */
  | { kind: 'cut'; pieces: string[] }
  /** The pieces, then the connection torn down. */
  | { kind: 'reset'; pieces: string[] }
  | { kind: 'stream-error'; pieces: string[]; x?: boolean; message?: string }
  | { kind: 'redirect'; to: string }
  | { kind: 'status'; status: number; code?: string; type?: string; message?: string; retryAfter?: string };

export interface FakeGroq {
  /** Its address as a gateway in front of Groq has it. */
  url: string;
  /** The raw body of every request, oldest first. */
  bodies: string[];
  paths: string[];
  headers: IncomingMessage['headers'][];
  /** Connections the client closed before the answer was complete. */
  abandoned: number;
  /** Scripts for the next requests; afterwards `otherwise` is played. */
  next: GroqScript[];
  otherwise: GroqScript;
  close(): Promise<void>;
}

/** A server that speaks Groq's streaming protocol, faults included, and keeps what it was sent. */
export async function startFakeGroq(): Promise<FakeGroq> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      fake.bodies.push(body);
      fake.paths.push(request.url ?? '');
      fake.headers.push(request.headers);
      response.on('close', () => {
        if (!response.writableEnded) fake.abandoned += 1;
      });
      void play(fake.next.shift() ?? fake.otherwise, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeGroq = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/groq`,
    bodies: [],
    paths: [],
    headers: [],
    abandoned: 0,
    next: [],
    otherwise: { kind: 'answer', pieces: ['Fischiava. ', 'La neve, dico.'] },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}

async function play(script: GroqScript, response: ServerResponse): Promise<void> {
  if (script.kind === 'silent') return;
  if (script.kind === 'redirect') return void response.writeHead(307, { location: script.to }).end();
  if (script.kind === 'status') {
    const { status, retryAfter, code, type, message = 'refused' } = script;
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfter && { 'retry-after': retryAfter }),
    });
    response.end(JSON.stringify({ error: { message, type, code } }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const event = (data: unknown) => response.write(`data: ${JSON.stringify(data)}\n\n`);
  const chunk = (delta: object, finish: string | null = null) =>
    event({
      id: 'c',
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
  chunk({ role: 'assistant', content: '' });
  for (const piece of script.pieces ?? []) {
    if (script.kind === 'answer' && script.delayMs) {
      await latency(script.delayMs);
    }
    chunk({ content: piece });
  }
  if (script.kind === 'hang') return;
  if (script.kind === 'reset') {
    setTimeout(() => response.destroy(), 20);
    return;
  }
  if (script.kind === 'stream-error') {
    const error = { message: script.message ?? 'over capacity', type: 'server_error' };
    event(script.x ? { id: 'c', choices: [], x_groq: { id: 'r', error: error.message } } : { error });
  }
  if (script.kind === 'answer') chunk({}, script.finish ?? 'stop');
  if (script.kind !== 'cut') response.write('data: [DONE]\n\n');
  response.end();
}
