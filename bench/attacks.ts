/*
 * npm run bench:attacks [-- --seconds=20 --only=bodies]: the five ways in which strangers within the limits stopped the site once, each
 * through Caddy with deploy/Caddyfile, limits on. Meanwhile six readers look around and the author works and signs in on a
 * known device. Ends with status 1 when an aim is missed. Four minutes; its times say something on a quiet machine only.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Attack, attacks } from './attacks/attacks.ts';
import { startCaddy } from './attacks/caddy.ts';
import { type Answered, Caller } from './attacks/people.ts';
import { seedSite } from './http/book.ts';
import { cores, type Pinned, residentMegabytes, startSite } from './http/processes.ts';
import { median, type Row, table, whole } from './http/report.ts';

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '20' }, only: { type: 'string' } },
});
const attackMs = Number(options.seconds) * 1_000;
const password = 'parola-di-prova-per-il-banco';
const aims = { ratio: 3, megabytes: 300, signInMs: 2_000 } as const;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const pages = ['/', '/codex', '/api/gallery-images', '/api/chat/history', '/api/user/progress', '/api/book'];
const works = ['/api/admin/session', '/api/sections', '/api/unlock-codes', '/api/admin/conversations'];

interface Window {
  /** Of the readers' requests, in milliseconds. */
  times: number[];
  /** Of the author's signing in. */
  signIns: number[];
  /** What the author was answered that was not what was asked for. */
  refused: string[];
  /** Readers' requests without an answer. */
  unanswered: number;
  megabytes: number;
}

const emptyWindow = (): Window => ({ times: [], signIns: [], refused: [], unanswered: 0, megabytes: 0 });

/** The people who have nothing to do with it, until told to stop. */
class Neighbours {
  window = emptyWindow();
  readonly #site: Pinned;
  readonly #port: number;
  #signingIn: Promise<number> | undefined;
  #working: Promise<Answered> | undefined;
  #isOver = false;
  #all: Promise<unknown> | undefined;

  constructor(site: Pinned, port: number) {
    this.#site = site;
    this.#port = port;
  }

  async begin(): Promise<void> {
    const author = new Caller(this.#port, '127.0.2.1');
    const signedIn = await this.#signIn(author);
    if (signedIn !== 204) throw new Error(`the author was answered ${signedIn}`);
    const readers = pages.map((_, number) =>
      this.#read(new Caller(this.#port, `127.0.3.${number + 1}`), number),
    );
    this.#all = Promise.all([...readers, this.#work(author), this.#come(author), this.#weigh()]);
  }

  async #read(reader: Caller, number: number): Promise<void> {
    for (let turn = number; !this.#isOver; turn += 1) {
      const { status, ms } = await reader.ask({ path: pages[turn % pages.length] ?? '/' });
      if (status === 0 || status >= 500) this.window.unanswered += 1;
      else this.window.times.push(ms);
      await wait(150);
    }
    reader.leave();
  }

  async #work(author: Caller): Promise<void> {
    for (let turn = 0; !this.#isOver; turn += 1) {
      // What is asked with the session that signing in is replacing may come after it.
      await this.#signingIn;
      const page = works[turn % works.length] ?? '/';
      const isChange = turn % 5 === 4;
      const asked = isChange
        ? { method: 'PATCH', path: '/api/admin/conversations', body: '{}' }
        : { path: page };
      this.#working = author.ask(asked);
      const { status } = await this.#working;
      if (status !== 200) this.window.refused.push(`${asked.path}: ${status}`);
      await wait(250);
    }
  }

  /** The author signs in again and again on the same device, eight times in a quarter of an hour and no more often than allowed. */
  async #come(author: Caller): Promise<void> {
    while (!this.#isOver) {
      await this.#working;
      const began = performance.now();
      this.#signingIn = this.#signIn(author);
      const status = await this.#signingIn;
      if (status === 204) this.window.signIns.push(performance.now() - began);
      else this.window.refused.push(`/api/admin/login: ${status}`);
      for (let waited = 0; waited < 12_000 && !this.#isOver; waited += 500) await wait(500);
    }
  }

  async #signIn(author: Caller): Promise<number> {
    const body = JSON.stringify({ password });
    return (await author.ask({ method: 'POST', path: '/api/admin/login', body })).status;
  }

  async #weigh(): Promise<void> {
    while (!this.#isOver) {
      this.window.megabytes = Math.max(this.window.megabytes, await residentMegabytes(this.#site));
      await wait(50);
    }
  }

  /** What happened since the last time. */
  take(): Window {
    const { window } = this;
    this.window = emptyWindow();
    return window;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#all;
  }
}

interface Measured {
  row: Row;
  met: boolean;
}

async function measure(neighbours: Neighbours, port: number, { name, run }: Attack): Promise<Measured> {
  neighbours.take();
  await wait(attackMs / 2);
  const quiet = neighbours.take();
  const ended = new AbortController();
  const running = run(port, ended.signal);
  await wait(attackMs);
  const under = neighbours.take();
  ended.abort();
  const requests = await running;
  await wait(2_000);
  const ratio = median(under.times) / median(quiet.times);
  const slowest = Math.max(0, ...under.signIns);
  const met =
    ratio < aims.ratio &&
    under.unanswered === 0 &&
    under.megabytes < aims.megabytes &&
    under.refused.length === 0 &&
    slowest <= aims.signInMs;
  const row = [
    name,
    whole(requests),
    median(quiet.times).toFixed(1),
    median(under.times).toFixed(1),
    ratio.toFixed(1),
    String(under.unanswered),
    whole(quiet.megabytes),
    whole(under.megabytes),
    slowest.toFixed(0),
    under.refused.length === 0 ? '0' : `${under.refused.length} (${under.refused[0]})`,
    met ? 'yes' : '**no**',
  ];
  return { row, met };
}

async function main(): Promise<void> {
  spawnSync('taskset', ['-cp', cores.load, String(process.pid)]);
  const scratch = await mkdtemp(path.join(process.env.BENCH_DIR ?? tmpdir(), 'bench-attacks-'));
  const env = {
    DATA_DIR: path.join(scratch, 'data'),
    UPLOADS_DIR: path.join(scratch, 'uploads'),
    ADMIN_PASSWORD: password,
    RATE_LIMITS: 'on',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
  };
  await seedSite(env.DATA_DIR, 100);
  const site = await startSite(env);
  const caddy = await startCaddy(scratch, site.url);
  const neighbours = new Neighbours(site, caddy.port);
  await neighbours.begin();
  const measured: Measured[] = [];
  for (const attack of attacks.filter(({ name }) => name.includes(options.only ?? '')))
    measured.push(await measure(neighbours, caddy.port, attack));
  await neighbours.end();
  await caddy.end();
  await site.end();
  await rm(scratch, { recursive: true, force: true });

  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}; ${options.seconds} s each`,
  );
  const head = [
    'attack',
    'requests',
    'p50 quiet, ms',
    'p50 meanwhile, ms',
    'ratio (< 3)',
    'unanswered (0)',
    'MB before',
    'MB at most (< 300)',
    'slowest sign-in, ms (≤ 2,000)',
    'refused to the author (0)',
    'met',
  ];
  table(
    head,
    measured.map(({ row }) => row),
  );
  process.exit(measured.every(({ met }) => met) ? 0 : 1);
}

await main();
