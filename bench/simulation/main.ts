/*
 * npm run bench:simulation [-- --seed N --seconds S --lives N]: the whole site in a simulated world, life after life, until
 * so many seconds of processor time are over. A life's seed gives that life again, byte for byte: --seed N --lives 1. Ends with
 * status 1 at the first that went wrong; --shrink looks for the shortest life that still does.
 */
import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { checkAll } from './checks.ts';
import { Problem } from './facts.ts';
import { Life } from './life.ts';
import { happen, type Plan, plans } from './plan.ts';

// The author's own, where two days of a year have 23 and 25 hours.
process.env.TZ = 'Europe/Rome';
process.env.TMPDIR = '/sim/tmp';
// Its refusals name it.
Object.defineProperty(process, 'pid', { value: 7 });
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

function spentSeconds(): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}
const say = (text: string) => writeSync(1, `${text}\n`);

/** Runs one life to its end; what it does depends on the plan alone. @returns its trace, and what went wrong */
async function runLife({ seed, hasBucket, happenings }: Plan) {
  const life = new Life(seed, hasBucket);
  const { trace } = life;
  let problem: string | undefined;
  try {
    await life.begin();
    for (const happening of happenings) await happen(life, happening);
    await checkAll(life);
    await life.site.stop();
  } catch (error) {
    problem = error instanceof Problem ? error.message : String(error instanceof Error ? error.stack : error);
  } finally {
    await life.world.end();
  }
  return { trace, hours: life.runMs / 3_600_000, problem };
}

function failWith(problem: string): void {
  process.exitCode = 1;
  say(`seed ${first + lives} after ${spentSeconds().toFixed(0)} s: ${problem}`);
}

// The process would have ended.
process.on('unhandledRejection', (error) => {
  failWith(`nobody awaits ${String(error)}`);
  process.exit();
});

let hours = 0;
let lives = 0;
let digest = '';
for (; lives < mostLives && spentSeconds() < Number(values.seconds); lives += 1) {
  const seed = first + lives;
  const [plan] = fc.sample(plans, { seed, numRuns: 1 }) as [Plan];
  const { trace, problem, ...life } = await runLife(plan);
  hours += life.hours;
  digest = trace.digest();
  if (problem === undefined) continue;
  failWith(problem);
  if (values.brief) process.exit();
  say([...trace.last, `digest ${digest}`].join('\n'));
  say(`Again: npm run bench:simulation -- --seed ${seed} --lives 1`);
  if (!values.shrink) process.exit();
  const isGood = fc.asyncProperty(plans, async (each) => (await runLife(each)).problem === undefined);
  const { counterexample } = await fc.check(isGood, { seed, numRuns: 1, examples: [[plan]] });
  say(`The shortest found: ${JSON.stringify(counterexample?.[0])}`);
  process.exit();
}
say(
  `${lives} lives from seed ${first}: ${hours.toFixed(0)} simulated hours in ${spentSeconds().toFixed(0)} s of processor time, last digest ${digest}`,
);
