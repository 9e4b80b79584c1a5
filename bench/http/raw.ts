import { createServer } from 'node:http';

/** An answer as it left the site, to be given again without a thought. */
export interface Recorded {
  status: number;
  headers: [string, string][];
  body: Buffer;
}

/** By which the raw server tells requests apart; the others pay no attention to it. */
export const caseHeader = 'x-case';

/** `node:http` and nothing else: the same bytes, and of a request only which one it is. */
export function serveRecorded(answers: ReadonlyMap<string, Recorded>, port: number): void {
  const server = createServer((request, response) => {
    const answer = answers.get(String(request.headers[caseHeader]));
    request.resume().once('end', () => {
      response.writeHead(answer?.status ?? 500, answer?.headers.flat());
      response.end(answer?.body);
    });
  });
  server.listen(port, '127.0.0.1', () => process.send?.('ready'));
}
