/*
 * npm run bench -- store [--quick]: durable writes a second and their latency beside SQLite, stock lowdb and a bare
 * append, in interleaved rounds so that whatever else the machine does hits them all alike. Every engine has a process
 * of its own, so that memory and the event loop are its own too.
 */
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inScratch } from './harness/processes.ts';
import { machine, median, quantile, table, integer } from './harness/report.ts';
import { type Answer, type Command, serveEngine } from './store/engine-process.ts';
import { type EngineName, engineNames, engines } from './store/engines.ts';

const file = fileURLToPath(import.meta.url);
const quick = process.argv.includes('--quick');
const slowSyncMicroseconds = 10_000;

class EngineProcess {
  readonly name: EngineName;
  readonly directory: string;
  readonly #child: ChildProcess;

  constructor(name: EngineName, directory: string, env: NodeJS.ProcessEnv = {}) {
    this.name = name;
    this.directory = directory;
    const execArgv = ['--expose-gc', '--max-old-space-size=8192'];
    this.#child = fork(file, ['--engine', name], { execArgv, env: { ...process.env, ...env } });
  }

  ask(command: Command): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const died = (code: number | null) => reject(new Error(`${this.name} ended with status ${code}`));
      this.#child.once('exit', died);
      this.#child.once('message', (answer: Answer) => {
        this.#child.off('exit', died);
        if (answer.error) reject(new Error(answer.error));
        else resolve(answer);
      });
      this.#child.send(command);
    });
  }

  async restart(pristine: string): Promise<Answer> {
    await this.ask({ do: 'close' });
    return this.open(pristine);
  }

  /** Opens a fresh copy of prepared files, so that every round stores what its row says. */
  async open(pristine: string): Promise<Answer> {
    await fs.rm(this.directory, { recursive: true, force: true });
    await fs.cp(pristine, this.directory, { recursive: true });
    return this.ask({ do: 'open', directory: this.directory });
  }

  async end(): Promise<void> {
    await this.ask({ do: 'close' });
    this.#child.disconnect();
  }
}

interface Tally {
  writes: number;
  cpuMilliseconds: number;
  latencies: number[];
  /** Writes a second of each round. */
  rounds: number[];
}

/** Writes a second, round by round. */
const rates = new Map<string, number[]>();
function rounds(stored: number, writers: number, name: EngineName): number[] {
  return rates.get(`${stored} ${writers} ${name}`) ?? [];
}

/** The median over the rounds of how many times faster one engine was than another in the same round. */
function ratio(one: readonly number[], other: readonly number[]): number {
  return median(one.map((rate, round) => rate / (other[round] ?? Number.NaN)));
}

/** Runs the engines in turn, round after round, and prints one table. */
async function measure(
  scratch: string,
  stored: number,
  options: {
    writers: number[];
    rounds: number;
    milliseconds: number;
    names: EngineName[];
    env?: NodeJS.ProcessEnv;
  },
): Promise<void> {
  const processes: EngineProcess[] = [];
  const openings: (string | number)[][] = [];
  for (const name of options.names) {
    const engine = new EngineProcess(name, path.join(scratch, 'work', name), options.env);
    const pristine = path.join(scratch, 'pristine', String(stored), name);
    await fs.mkdir(pristine, { recursive: true });
    if ((await fs.readdir(pristine)).length === 0) {
      // In a process that ends: what it used must not count as the engine's memory.
      const preparer = new EngineProcess(name, pristine);
      await preparer.ask({ do: 'prepare', directory: pristine, messages: stored });
      await preparer.end();
    }
    const { milliseconds, residentBytes } = await engine.open(pristine);
    openings.push([engines[name].title, integer(milliseconds), integer(residentBytes / 1e6)]);
    processes.push(engine);
  }

  const tallies = new Map<string, Tally>();
  for (let round = 0; round < options.rounds; round++) {
    for (const writers of options.writers) {
      for (const engine of processes) {
        // One write of stock lowdb rewrites everything: it gets one round, and no more than one writer once that takes seconds.
        if (engine.name === 'stockLowdb' && (round > 0 || (stored >= 1_000_000 && writers > 1))) continue;
        const key = `${writers} ${engine.name}`;
        const tally = tallies.get(key) ?? { writes: 0, cpuMilliseconds: 0, latencies: [], rounds: [] };
        const result = await engine.ask({ do: 'run', writers, milliseconds: options.milliseconds });
        tally.writes += result.writes;
        tally.cpuMilliseconds += result.cpuMilliseconds;
        tally.latencies.push(...result.latencies.filter((_, index) => index % 7 === 0));
        tally.rounds.push((result.writes / result.milliseconds) * 1_000);
        tallies.set(key, tally);
        if (stored <= 100_000 && engine.name !== 'stockLowdb') {
          await engine.restart(path.join(scratch, 'pristine', String(stored), engine.name));
        }
      }
    }
  }

  const rows: (string | number)[][] = [];
  for (const writers of options.writers) {
    for (const name of options.names) {
      const tally = tallies.get(`${writers} ${name}`);
      if (!tally) continue;
      const perSecond = median(tally.rounds);
      if (!options.env) rates.set(`${stored} ${writers} ${name}`, tally.rounds);
      rows.push([
        integer(stored),
        writers,
        engines[name].title,
        perSecond < 10 ? perSecond.toFixed(1) : integer(perSecond),
        quantile(tally.latencies, 0.5).toFixed(2),
        quantile(tally.latencies, 0.99).toFixed(2),
        integer((tally.cpuMilliseconds / tally.writes) * 1_000),
      ]);
    }
  }
  table(['stored', 'writers', 'engine', 'writes/s', 'p50 ms', 'p99 ms', 'CPU µs/write'], rows);

  if (!options.env) {
    table([`opening ${integer(stored)} messages`, 'ms', 'resident MB'], openings);
    const folds: (string | number)[][] = [];
    for (const engine of processes) {
      if (engine.name !== 'journaled' && engine.name !== 'stockLowdb') continue;
      const { milliseconds, worstBlock } = await engine.ask({ do: 'fold' });
      folds.push([engines[engine.name].title, integer(milliseconds), worstBlock.toFixed(1)]);
    }
    table([`rewriting db.json with ${integer(stored)} messages`, 'ms', 'worst event-loop block, ms'], folds);
  }
  for (const engine of processes) await engine.end();
}

/** The preload library, compiled; `undefined`, with a word, where that cannot be. */
function slowSyncLibrary(scratch: string): string | undefined {
  const library = path.join(scratch, 'slow-sync.so');
  const source = path.join(path.dirname(file), '../slow-sync.c');
  const compiled =
    process.platform === 'linux' &&
    spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl']);
  if (compiled && compiled.status === 0) return library;
  console.log('\nThe slow disk is skipped: it takes Linux and a C compiler.');
  return undefined;
}

function verdict(): void {
  const rows: string[][] = [];
  const add = (what: string, value: number, aim: string, met: boolean): void => {
    if (!Number.isNaN(value)) rows.push([what, value.toFixed(2), aim, met ? 'yes' : '**no**']);
  };
  for (const writers of [1, 16, 64]) {
    for (const stored of [1_000, 100_000]) {
      const ours = rounds(stored, writers, 'journaled');
      const toRaw = ratio(ours, rounds(stored, writers, 'raw'));
      add(`share of raw append, ${integer(stored)} stored, ${writers} writers`, toRaw, '≥ 0.5', toRaw >= 0.5);
      const toSqlite = ratio(ours, rounds(stored, writers, 'sqliteBatched'));
      add(
        `times SQLite batched, ${integer(stored)} stored, ${writers} writers`,
        toSqlite,
        '≥ 1',
        toSqlite >= 1,
      );
    }
    // Not of the same round: the sizes are measured one after the other, so each is first compared with the bare append.
    const share = (stored: number) =>
      ratio(rounds(stored, writers, 'journaled'), rounds(stored, writers, 'raw'));
    const slowing = share(1_000) / share(1_000_000);
    add(
      `slowing from 1,000 to 1,000,000 beside raw append, ${writers} writers`,
      slowing,
      '< 2.2',
      slowing < 2.2,
    );
  }
  table(['aim', 'measured', 'wanted', 'met'], rows);
}

async function main(): Promise<void> {
  await inScratch('store', async (scratch) => {
    console.log(`${machine()}; messages of about 280 bytes; medians of rounds`);
    const writers = [1, 16, 64];
    const sizes = quick ? [1_000, 100_000] : [1_000, 100_000, 1_000_000];
    for (const stored of sizes) {
      await measure(scratch, stored, {
        writers,
        rounds: quick ? 3 : 7,
        milliseconds: quick ? 250 : 600,
        names: engineNames,
      });
    }
    verdict();
    const library = slowSyncLibrary(scratch);
    if (library) {
      console.log('\nThe same on a slow disk (10 ms more for every sync):');
      await measure(scratch, 1_000, {
        writers: [64],
        rounds: quick ? 2 : 5,
        milliseconds: 1_000,
        names: ['raw', 'journaled', 'sqliteBatched', 'sqlitePerWrite'],
        env: { LD_PRELOAD: library, SLOW_SYNC_US: String(slowSyncMicroseconds) },
      });
    }
  });
}

const engineAsked = engineNames.find((name) => name === process.argv[process.argv.indexOf('--engine') + 1]);
if (process.argv.includes('--engine') && engineAsked) serveEngine(engineAsked);
else await main();
