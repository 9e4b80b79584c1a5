import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { Case } from './cases.ts';
import { type Recorded } from './raw.ts';

/** Headers that the server underneath writes by itself, here as there. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

function askFor(url: string, { method, path, headers, body }: Case): Promise<Recorded> {
  return new Promise((resolve, reject) => {
    const request = http.request(url + path, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      const { rawHeaders } = response;
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('error', reject)
        .on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: rawHeaders.flatMap((name, index): [string, string][] =>
              index % 2 === 0 && !ownHeaders.has(name.toLowerCase())
                ? [[name, rawHeaders[index + 1] ?? '']]
                : [],
            ),
            body: Buffer.concat(chunks),
          }),
        );
    });
    request.on('error', reject).end(body);
  });
}

/**
 * Asks the site each case once and writes the answers down for the raw server. The peer is asked the same: where an answer
 * does not change by itself it must be the same, byte for byte, or the bench would compare different things.
 */
export async function recordAnswers(
  cases: readonly Case[],
  site: string,
  peer: string,
  file: string,
): Promise<void> {
  const answers: [string, Omit<Recorded, 'body'> & { body: string }][] = [];
  for (const one of cases) {
    const [ours, theirs] = [await askFor(site, one), await askFor(peer, one)];
    for (const { status, body } of [ours, theirs]) {
      if (status !== one.status) throw new Error(`${one.name}: ${status} ${body.toString().slice(0, 300)}`);
    }
    if (!one.varies && !ours.body.equals(theirs.body)) {
      const start = (body: Buffer) => body.toString().slice(0, 400);
      throw new Error(
        `${one.name}: the peer answers differently\n${start(ours.body)}\n${start(theirs.body)}`,
      );
    }
    answers.push([one.name, { ...ours, body: ours.body.toString('base64') }]);
  }
  await writeFile(file, JSON.stringify(answers));
}
