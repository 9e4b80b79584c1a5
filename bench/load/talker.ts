import http from 'node:http';

/** How long something took, in milliseconds, and what went wrong. */
export interface Tally {
  times: number[];
  errors: Map<string, number>;
}

export const tally = (): Tally => ({ times: [], errors: new Map() });

function failed(counts: Tally, reason: string): void {
  counts.errors.set(reason, (counts.errors.get(reason) ?? 0) + 1);
}

const patienceMs = 30_000;

/** One call with its answer read to the end; the time until then, or the failure, goes into the tally. */
export function call(
  agent: http.Agent,
  url: string,
  request: { method: string; headers: Record<string, string>; body?: string; until?: string },
  counts: Tally,
): Promise<void> {
  const began = performance.now();
  return new Promise((resolve) => {
    const { method, headers, body, until } = request;
    const sent = http.request(url, { method, headers, agent, timeout: patienceMs }, (response) => {
      let last = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (last = (last + chunk).slice(-4_000)));
      response.on('error', (error) => (failed(counts, error.message), resolve()));
      response.on('end', () => {
        const isWhole = until === undefined || last.includes(until);
        if (response.statusCode !== 200) failed(counts, `${response.statusCode} ${last.slice(0, 120)}`);
        else if (!isWhole) failed(counts, 'the reply was cut');
        else counts.times.push(performance.now() - began);
        resolve();
      });
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer in ${patienceMs} ms`)));
    sent.on('error', (error) => (failed(counts, error.message), resolve()));
    sent.end(body);
  });
}

const questions = [
  'Che cosa ricordi del mercato?',
  'Chi è Maaret?',
  'Com’era la neve quella notte?',
  'Ciao, come stai?',
  'Che cos’è un Ironwind?',
  'Raccontami dei bisonti.',
];

/** A reader who asks, reads the reply as it is written, thinks for a while and asks again, until told to stop. */
export async function talk(
  agent: http.Agent,
  url: string,
  cookie: string,
  pauseMs: number,
  counts: Tally,
  stopped: () => boolean,
): Promise<void> {
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  // They did not all come at once.
  await wait(Math.random() * pauseMs);
  for (let turn = Math.floor(Math.random() * questions.length); !stopped(); turn++) {
    const body = JSON.stringify({ message: questions[turn % questions.length] });
    const headers = { cookie, accept: 'text/event-stream', 'content-type': 'application/json' };
    await call(agent, `${url}/api/chat`, { method: 'POST', headers, body, until: 'event: done' }, counts);
    await wait(pauseMs * (0.5 + Math.random()));
  }
}
