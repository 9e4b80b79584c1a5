import { readFile, writeFile } from 'node:fs/promises';
import http, { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Case } from './cases.ts';

/** An answer as it left the site, to be given again without a thought; the body as base64. */
interface Recorded {
  status: number;
  headers: string[];
  body: string;
}

/** By which the raw server tells requests apart; the others pay no attention to it. */
export const caseHeader = 'x-case';

/** `node:http` and nothing else: the same bytes, and of a request only which one it is. */
export async function serveRecorded(file: string, port: number): Promise<void> {
  const recorded = JSON.parse(await readFile(file, 'utf8')) as Record<string, Recorded>;
  const answers = new Map(
    Object.entries(recorded).map(([name, { body, ...rest }]) => [
      name,
      { ...rest, body: Buffer.from(body, 'base64') },
    ]),
  );
  const server = createServer((request, response) => {
    const answer = answers.get(String(request.headers[caseHeader]));
    request.resume().once('end', () => {
      response.writeHead(answer?.status ?? 500, answer?.headers);
      response.end(answer?.body);
    });
  });
  server.listen(port, '127.0.0.1', () => process.send?.('ready'));
}

/** Headers that the server underneath writes by itself, here as there. */
const ownHeaders = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

async function sendCase(url: string, { method, path, headers, body }: Case): Promise<Recorded> {
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http
      .request(url + path, { method, headers, agent: false }, resolve)
      .on('error', reject)
      .end(body);
  });
  const bytes = await buffer(response);
  const { statusCode: status = 0, rawHeaders: raw } = response;
  const isSent = (at: number) => !ownHeaders.includes(raw[at - (at % 2)]?.toLowerCase() ?? '');
  return { status, headers: raw.filter((_, at) => isSent(at)), body: bytes.toString('base64') };
}

/**
 * Asks the site each case once and writes the answers down for the raw server. The peer is asked the same: where an answer
 * does not change by itself it must be the same, byte for byte, or the bench would compare different things.
 */
export async function recordAnswers(all: readonly Case[], site: string, peer: string, file: string) {
  const answers: Record<string, Recorded> = {};
  for (const one of all) {
    const [ours, theirs] = [await sendCase(site, one), await sendCase(peer, one)];
    const isSame = one.varies || ours.body === theirs.body;
    if (ours.status !== one.status || theirs.status !== one.status || !isSame) {
      const starts = [ours, theirs].map(({ status, body }) =>
        `${status} ${Buffer.from(body, 'base64').toString()}`.slice(0, 400),
      );
      throw new Error(`${one.name}: the peer answers differently, or not as it must\n${starts.join('\n')}`);
    }
    answers[one.name] = ours;
  }
  await writeFile(file, JSON.stringify(answers));
}
