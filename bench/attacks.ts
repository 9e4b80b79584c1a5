/*
 * npm run bench:attacks [-- --seconds=20 --only=bodies]: the five ways in which strangers within the limits stopped the site once, each
 * through Caddy with deploy/Caddyfile, limits on. Meanwhile six readers look around and the author works and signs in on a
 * known device. Ends with status 1 when an aim is missed. Four minutes; its times say something on a quiet machine only.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { adminPassword } from '../tests/support/admin-password.ts';
import { freePort, launch } from '../tests/support/process.ts';
import { attacks } from './attacks/attacks.ts';
import { Caller } from './attacks/caller.ts';
import { numberOption, option } from './harness/options.ts';
import {
  inScratch,
  type Pinned,
  pinnedToLoad,
  pinThisProcess,
  residentMegabytes,
  startSite,
  wait,
} from './harness/processes.ts';
import { machine, median, type Row, table, integer } from './harness/report.ts';
import { seedSite } from './http/book.ts';

const seconds = numberOption('seconds', 20);
const aims = { ratio: 3, megabytes: 300, signInMs: 2_000 } as const;

const pages = ['/', '/codex', '/api/gallery-images', '/api/chat/history', '/api/user/progress', '/api/book'];
const works = ['/api/admin/session', '/api/sections', '/api/unlock-codes', '/api/admin/conversations'];

/** What happened to readers and author in a while: times in milliseconds, what was answered that was not asked for. */
const emptyWindow = () => ({
  times: [] as number[],
  signIns: [] as number[],
  refusals: [] as string[],
  unanswered: 0,
  megabytes: 0,
});

/** The people who have nothing to do with it, until they are told to stop. */
class Neighbours {
  window = emptyWindow();
  isOver = false;

  async run(site: Pinned, port: number): Promise<unknown> {
    const author = new Caller(port, '127.0.2.1');
    const status = await signIn(author);
    if (status !== 204) throw new Error(`the author was answered ${status}`);
    const readers = pages.map((_, number) => this.#read(new Caller(port, `127.0.3.${number + 1}`), number));
    return Promise.all([...readers, this.#work(author), this.#weigh(site)]);
  }

  async #read(reader: Caller, number: number): Promise<void> {
    for (let turn = number; !this.isOver; turn += 1) {
      const { status, ms } = await reader.ask(pages[turn % pages.length] ?? '/');
      if (status === 0 || status >= 500) this.window.unanswered += 1;
      else this.window.times.push(ms);
      await wait(150);
    }
    reader.leave();
  }

  /** The author works, and signs in again on the same device, no more often than eight times in a quarter of an hour. */
  async #work(author: Caller): Promise<void> {
    let signedInAt = -Infinity;
    for (let turn = 0; !this.isOver; turn += 1) {
      const began = performance.now();
      if (began - signedInAt > 12_000) {
        signedInAt = began;
        const status = await signIn(author);
        if (status === 204) this.window.signIns.push(performance.now() - began);
        else this.window.refusals.push(`/api/admin/login: ${status}`);
      }
      const isChange = turn % 5 === 4;
      const page = isChange ? '/api/admin/conversations' : (works[turn % works.length] ?? '/');
      const { status } = await author.ask(page, isChange ? { method: 'PATCH', body: '{}' } : {});
      if (status !== 200) this.window.refusals.push(`${page}: ${status}`);
      await wait(250);
    }
  }

  async #weigh({ child }: Pinned): Promise<void> {
    for (; !this.isOver; await wait(50))
      this.window.megabytes = Math.max(this.window.megabytes, await residentMegabytes(child.pid));
  }

  /** What happened since the last time. */
  take() {
    const { window } = this;
    this.window = emptyWindow();
    return window;
  }
}

async function signIn(author: Caller): Promise<number> {
  const body = JSON.stringify({ password: adminPassword });
  return (await author.ask('/api/admin/login', { body })).status;
}

/** deploy/Caddyfile without its certificate: what it lets through is the same, and the machine that asks has no TLS to do. */
async function plainCaddyfile(port: number): Promise<string> {
  const text = await readFile('deploy/Caddyfile', 'utf8');
  const [site = ''] = text.split('\n# Pages are led to https.');
  const parts = site.split('\n{$DOMAIN} {');
  if (parts.length !== 2 || site === text) throw new Error('deploy/Caddyfile has another form');
  return parts.join(`\nhttp://:${port} {`).replace(/^\{$/m, '{\n\tadmin off\n\tauto_https off');
}

/** Caddy as it stands in front of the site, on the core of those who ask. @throws Error where this machine has none */
async function startCaddy(folder: string, upstream: string) {
  const port = await freePort();
  const file = path.join(folder, 'Caddyfile');
  await writeFile(file, await plainCaddyfile(port));
  const command = [...pinnedToLoad, 'caddy', 'run', '--adapter', 'caddyfile', '--config', file];
  const env = { PATH: process.env.PATH, HOME: folder, UPSTREAM: new URL(upstream).host };
  const caddy = launch('taskset', command, { env });
  process.once('exit', () => caddy.child.kill('SIGKILL'));
  await caddy.ready((output) => output.includes('serving initial configuration'));
  return { port, end: () => caddy.end() };
}

async function measure(neighbours: Neighbours, port: number, name: string): Promise<Row> {
  neighbours.take();
  await wait(seconds * 500);
  const quiet = neighbours.take();
  const ending = new AbortController();
  const running = attacks[name]?.(port, ending.signal);
  await wait(seconds * 1_000);
  const under = neighbours.take();
  ending.abort();
  const requests = await running;
  await wait(2_000);
  const ratio = median(under.times) / median(quiet.times);
  const slowest = Math.max(0, ...under.signIns);
  const isMet =
    ratio < aims.ratio &&
    under.unanswered + under.refusals.length === 0 &&
    under.megabytes < aims.megabytes &&
    slowest <= aims.signInMs;
  if (!isMet) process.exitCode = 1;
  const medians = [quiet, under].map(({ times }) => median(times).toFixed(1));
  const memory = [quiet, under].map(({ megabytes }) => integer(megabytes));
  const refusals = `${under.refusals.length} ${under.refusals[0] ?? ''}`;
  const figures = [ratio.toFixed(1), under.unanswered, ...memory, integer(slowest), refusals];
  return [name, integer(requests ?? 0), ...medians, ...figures, isMet ? 'yes' : '**no**'];
}

await inScratch('attacks', async (folder) => {
  pinThisProcess();
  await seedSite(path.join(folder, 'data'), 100);
  const site = await startSite(folder, { RATE_LIMITS: 'on', TRUST_PROXY: '1', LOG_LEVEL: 'error' });
  const caddy = await startCaddy(folder, site.url);
  const neighbours = new Neighbours();
  const running = neighbours.run(site, caddy.port);
  const rows: Row[] = [];
  for (const name of Object.keys(attacks).filter((one) => one.includes(option('only', ''))))
    rows.push(await measure(neighbours, caddy.port, name));
  neighbours.isOver = true;
  await running;
  await caddy.end();
  await site.end();
  console.log(`${machine()}; ${seconds} s each`);
  const head =
    'attack,requests,p50 quiet ms,p50 meanwhile ms,ratio (< 3),unanswered (0),MB before,MB at most (< 300),slowest sign-in ms (≤ 2000),refused to the author (0),met';
  table(head.split(','), rows);
});
process.exit();
