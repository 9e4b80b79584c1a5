/*
 * npm run bench:durability [-- --rounds N --cuts N --quick --only NAME]: what is left of what was promised after kills, power
 * cuts, full and failing disks, damaged files and restores, on the built server over HTTP. Ends with status 1 when a row is
 * not as it must be.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { bucket } from './durability/bucket.ts';
import { damage } from './durability/damage.ts';
import { diskErrors } from './durability/disk-errors.ts';
import { failingDisks } from './durability/full-disk.ts';
import { kills } from './durability/kills.ts';
import { loopDiskProblem } from './durability/loop-disk.ts';
import { memory } from './durability/memory.ts';
import { powerCuts } from './durability/power-cuts.ts';
import { restores } from './durability/restores.ts';
import { playRole } from './durability/roles.ts';
import { counted, type Row, type Scale, type Trial } from './durability/row.ts';
import { starts } from './durability/starts.ts';
import { inScratch } from './harness/processes.ts';
import { machine } from './harness/report.ts';

/** A process beside the server knows nothing of the options. */
const role = await playRole();
const { values: options } = parseArgs({
  args: role ? [] : undefined,
  options: {
    quick: { type: 'boolean', default: false },
    /** Rounds of `kill -9`. */
    rounds: { type: 'string' },
    /** Rounds of power cuts. */
    cuts: { type: 'string' },
    only: { type: 'string' },
  },
});

const scale: Scale = {
  kills: Number(options.rounds ?? (options.quick ? 8 : 500)),
  powerCuts: Number(options.cuts ?? (options.quick ? 4 : 200)),
  baseline: options.quick ? 2 : 15,
  streamedBytes: options.quick ? 200e6 : 2 * 1024 ** 3,
  messages: options.quick ? 50_000 : 1_000_000,
  stride: options.quick ? 17 : 1,
};

/** The kinds of trial, in the order of the table. */
const kinds: Record<string, (trial: Trial) => Promise<Row[]>> = {
  kills,
  powerCuts,
  failingDisks,
  diskErrors,
  damage,
  starts,
  restores,
  bucket,
  memory,
};

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function cells({ case: name, rounds, outcome, expected = '', ok }: Row): string[] {
  return [
    name,
    rounds === 0 ? '' : counted(rounds),
    outcome,
    expected,
    ok === undefined ? 'skipped' : ok ? 'yes' : '**no**',
  ];
}

/**
 * Runs all this again in a mount namespace of its own, where it can mount: a container that another program starts meanwhile
 * would copy our mounts into its own, and hold a disk that has lost its power.
 */
function ranInNamespace(): boolean {
  if (process.env.BENCH_NAMESPACE === 'own' || loopDiskProblem() !== undefined) return false;
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const env = { ...process.env, BENCH_NAMESPACE: 'own' };
  const { status } = spawnSync('unshare', ['--mount', ...command], { stdio: 'inherit', env });
  process.exitCode = status ?? 1;
  return true;
}

async function main(): Promise<void> {
  const show = (text: string) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`);
  console.log(machine());
  console.log(`\n${line(['case', 'rounds', 'outcome', 'wanted', 'met'])}\n${line(Array(5).fill('---'))}`);
  const began = performance.now();
  let bad = 0;
  await inScratch('durability', async (scratch) => {
    for (const [name, kind] of Object.entries(kinds)) {
      if (options.only !== undefined && options.only !== name) continue;
      const rows = await kind({ scratch, scale, progress: show });
      show('');
      for (const row of rows) console.log(line(cells(row)));
      bad += rows.filter(({ ok }) => ok === false).length;
    }
  });
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  console.log(`\n${bad === 0 ? 'All as wanted' : `${bad} not as wanted`}, ${minutes} minutes`);
  process.exitCode = bad === 0 ? 0 : 1;
}

if (!role && !ranInNamespace()) await main();
