import { createServer } from 'node:http';

/** An answer as it left the site, to be given again without a thought. */
export interface Recorded {
  status: number;
  headers: [string, string][];
  body: Buffer;
}

/** By which the raw server tells requests apart. */
export function recordedKey(
  method: string,
  path: string,
  headers: Record<string, string | undefined>,
): string {
  const { accept = '', cookie = '', range = '' } = headers;
  const stream = accept.includes('event-stream') ? 'stream' : '';
  return [method, path, range, headers['accept-encoding'] ?? '', cookie && 'known', stream].join(' ');
}

/** `node:http` and nothing else: the same bytes, and of a request only what tells which. */
export function serveRecorded(answers: ReadonlyMap<string, Recorded>, port: number): void {
  const server = createServer((request, response) => {
    const answer = answers.get(
      recordedKey(request.method ?? '', request.url ?? '', request.headers as Record<string, string>),
    );
    request.resume().once('end', () => {
      response.writeHead(answer?.status ?? 500, answer?.headers.flat());
      response.end(answer?.body);
    });
  });
  server.listen(port, '127.0.0.1', () => process.send?.('ready'));
}
