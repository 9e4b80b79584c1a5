import { autocannon } from './packages.ts';

/** What one load generator is asked to send. */
export interface Shot {
  url: string;
  connections: number;
  seconds: number;
  method: string;
  headers?: Record<string, string>;
  body?: string;
  status: number;
}

/** Latencies in milliseconds. `wrong`: answers with another status; `lost`: none at all. */
export interface Hit {
  answers: number;
  perSecond: number;
  p50: number;
  p99: number;
  wrong: number;
  /** The status of the last of them. */
  wrongStatus?: number;
  lost: number;
}

const mostAnswers = 2_000_000;

/** Sends one request over and over. Times are taken answer by answer: autocannon's own are whole milliseconds. */
async function shoot({ url, connections, seconds, method, headers, body, status }: Shot): Promise<Hit> {
  const times = new Float64Array(mostAnswers);
  let answers = 0;
  let wrong = 0;
  let wrongStatus: number | undefined;
  const run = autocannon({ url, connections, duration: seconds, method, headers, body, timeout: 10 });
  run.on('response', (_client, answered, _bytes, milliseconds) => {
    if (answered !== status) {
      wrong += 1;
      wrongStatus = answered;
    }
    if (answers < mostAnswers) times[answers++] = milliseconds;
  });
  const { errors, timeouts, duration } = await run;
  const sorted = times.subarray(0, answers).sort();
  const quantile = (share: number) =>
    sorted[Math.min(answers - 1, Math.floor(answers * share))] ?? Number.NaN;
  return {
    answers,
    perSecond: answers / duration,
    p50: quantile(0.5),
    p99: quantile(0.99),
    wrong,
    wrongStatus,
    lost: errors + timeouts,
  };
}

/** A load generator in a process of its own: shots by message, hits back. */
export function answerShots(): void {
  process.on('message', (shot: Shot) => {
    void shoot(shot).then((hit) => process.send?.(hit));
  });
  process.send?.('ready');
}
