import { quantile } from '../harness/report.ts';
import { autocannon } from './packages.ts';

/** What the load generator is asked to send. */
export interface Shot {
  url: string;
  connections: number;
  seconds: number;
  method: string;
  headers?: Record<string, string>;
  body?: string;
  status: number;
}

/** Latencies in milliseconds. `wrong`: statuses of the answers with another one; `lost`: none at all. */
export interface Hit {
  answers: number;
  perSecond: number;
  p50: number;
  p99: number;
  wrong: number[];
  lost: number;
}

const mostAnswers = 2_000_000;

/** Sends one request over and over. Times are taken answer by answer: autocannon's own are whole milliseconds. */
async function shoot({ seconds, status, ...request }: Shot): Promise<Hit> {
  const times = new Float64Array(mostAnswers);
  const wrong: number[] = [];
  let answers = 0;
  const run = autocannon({ ...request, duration: seconds, timeout: 10 });
  run.on('response', (_client, answered, _bytes, milliseconds) => {
    if (answered !== status) wrong.push(answered);
    if (answers < mostAnswers) times[answers++] = milliseconds;
  });
  const { errors, timeouts, duration } = await run;
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(times.subarray(0, answers), share)) as [
    number,
    number,
  ];
  return {
    answers,
    perSecond: answers / duration,
    p50,
    p99,
    wrong: wrong.slice(-5),
    lost: errors + timeouts,
  };
}

/** A load generator in a process of its own: shots by message, hits back. */
export function answerShots(): void {
  process.on('message', (shot: Shot) => void shoot(shot).then((hit) => process.send?.(hit)));
  process.send?.('ready');
}
