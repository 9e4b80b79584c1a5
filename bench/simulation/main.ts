/*
 * npm run bench:simulation [-- --seed N --seconds S --lives N]: the whole site in a simulated world, life after life, until
 * so many seconds of processor time are over. A life's seed gives that life again, byte for byte: --seed N --lives 1. Ends with
 * status 1 at the first that went wrong; --shrink looks for the shortest life that still does.
 */
import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { type Plan, plans } from './plan.ts';
import { type Outcome, runLife } from './run.ts';

// The author's own, where two days of a year have 23 and 25 hours.
process.env.TZ = 'Europe/Rome';
process.env.TMPDIR = '/sim/tmp';
// Loaded when somebody changes a password: here before time is simulated.
await import('@zxcvbn-ts/core');
await import('@zxcvbn-ts/language-common');

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    lives: { type: 'string' },
    shrink: { type: 'boolean', default: false },
    /** One line for each result. */
    brief: { type: 'boolean', default: false },
  },
});
const first = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const mostLives = Number(values.lives ?? Infinity);
const began = process.cpuUsage();
const wallBegan = process.hrtime.bigint();

function spent(): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}
const say = (text: string) => writeSync(1, `${text}\n`);

async function report(seed: number, plan: Plan, { problem, last, digest }: Outcome): Promise<void> {
  say(`seed ${seed} after ${spent().toFixed(0)} s: ${problem}`);
  if (values.brief) return;
  say([...(last ?? []), `digest ${digest}`].join('\n'));
  say(`Again: npm run bench:simulation -- --seed ${seed} --lives 1`);
  if (!values.shrink) return;
  const isBad = fc.asyncProperty(plans, async (each) => (await runLife(each)).problem === undefined);
  const { counterexample } = await fc.check(isBad, { seed, numRuns: 1, examples: [[plan]] });
  say(`The shortest found: ${JSON.stringify(counterexample?.[0])}`);
}

// The process would have ended.
process.on('unhandledRejection', (error) => {
  say(`seed ${first + lives} after ${spent().toFixed(0)} s: nobody awaits ${String(error)}`);
  process.exit(1);
});

let hours = 0;
let lives = 0;
let digest = '';
while (lives < mostLives && spent() < Number(values.seconds)) {
  const seed = first + lives;
  const [plan] = fc.sample(plans, { seed, numRuns: 1 });
  if (!plan) break;
  const outcome = await runLife(plan);
  lives += 1;
  hours += outcome.hours;
  ({ digest } = outcome);
  if (outcome.problem === undefined) continue;
  await report(seed, plan, outcome);
  process.exit(1);
}
const wall = Number(process.hrtime.bigint() - wallBegan) / 1e9;
say(
  `${lives} lives from seed ${first}: ${hours.toFixed(0)} simulated hours in ${spent().toFixed(0)} s of processor time (${wall.toFixed(0)} s), last digest ${digest}`,
);
