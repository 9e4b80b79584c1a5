/*
 * npm run bench:load [-- --minutes=10 --readers=2000 --pause=20 --redeems=200 --idle=10000 --slow=100 --profile=FOLDER]:
 * readers who chat with the embedded model (streams, `pause` seconds between a reply and the next question, more or less),
 * codes redeemed at a steady rate whatever the answers take, and beside them idle connections and clients that send or
 * read too slowly. The site on one core, all that ask on the other. Ends with status 1 when an aim is missed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createSealer, loadSessionKey, openStore } from '../src/server/main/lab.ts';
import { book, seedSite } from './http/book.ts';
import { cores, startSite } from './http/processes.ts';
import { type Aim, printAims, table, whole } from './http/report.ts';
import { heapFlags, liveHeap } from './load/live-heap.ts';
import { deafReaders, deafTalkers, idle, slowBodies, slowHeads } from './load/slow.ts';
import { call, tally, type Tally, talk } from './load/talker.ts';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    readers: { type: 'string', default: '2000' },
    pause: { type: 'string', default: '20' },
    redeems: { type: 'string', default: '200' },
    idle: { type: 'string', default: '10000' },
    slow: { type: 'string', default: '100' },
    profile: { type: 'string' },
  },
});

const secret = 'un segreto soltanto per il banco di prova';
const readers = Number(options.readers);
const perSecond = Number(options.redeems);
const rowMs = Number(options.minutes) >= 2 ? 60_000 : 10_000;
const tickMs = 50;
const firstWords = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message: 'Ciao.' }),
};
/**
 * What a database that grew by and by takes beside one that was just read: a reply that was put together of the book's text has
 * two bytes a letter, where the same read from a file has one if it can, and tables have room to grow.
 */
const beside = 1.5;

interface Health {
  memoryBytes: number;
  eventLoopDelayMs: number;
  activeReplies: number;
}

async function health(url: string): Promise<Health> {
  const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(60_000) });
  return (await response.json()) as Health;
}

function quantiles({ times }: Tally): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return `${at(0.5).toFixed(0)} / ${at(0.99).toFixed(0)}`;
}

const failures = (counts: Tally) => [...counts.errors.values()].reduce((sum, count) => sum + count, 0);

/** Redeems at a steady rate: late answers do not make fewer questions. Each of the readers has a code already. */
function redeemSteadily(
  agent: http.Agent,
  url: string,
  cookies: readonly string[],
  counts: () => Tally,
): () => void {
  const code = book().unlockCodes[0]?.code ?? '';
  const body = JSON.stringify({ code });
  let owed = 0;
  let turn = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    owed += ((now - last) / 1_000) * perSecond;
    last = now;
    for (; owed >= 1; owed--) {
      const cookie = cookies[turn++ % cookies.length] ?? '';
      const headers = { cookie, 'content-type': 'application/json' };
      void call(agent, `${url}/api/redeem-code`, { method: 'POST', headers, body }, counts());
    }
  }, tickMs);
  return () => clearInterval(timer);
}

interface Stored {
  bytes: number;
  messages: number;
}

/** What a database takes in memory, as the store holds it: its bytes of heap, and its messages. */
async function measureStored(dataDir: string): Promise<Stored> {
  const heap = () => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  };
  const before = heap();
  const store = await openStore({ dataDir });
  const found = { bytes: heap() - before, messages: store.chatMessages.size };
  await store.close();
  return found;
}

/** What was asked in a window, and since the start. */
class Windows {
  now = { chat: tally(), redeem: tally() };
  readonly all = { chat: tally(), redeem: tally() };
  readonly rows: (string | number)[][] = [];
  readonly heap: number[] = [];
  worstDelay = 0;

  /** Ends the window. */
  close(round: number, { memoryBytes, eventLoopDelayMs, activeReplies }: Health): void {
    // The first window holds the start and ten thousand connections being opened.
    if (round > 1) this.worstDelay = Math.max(this.worstDelay, eventLoopDelayMs);
    const { chat, redeem } = this.now;
    const seconds = rowMs / 1_000;
    this.rows.push([
      `${(round * seconds).toFixed(0)} s`,
      (chat.times.length / seconds).toFixed(0),
      quantiles(chat),
      (redeem.times.length / seconds).toFixed(0),
      quantiles(redeem),
      failures(chat) + failures(redeem),
      eventLoopDelayMs,
      whole(memoryBytes / 1e6),
      activeReplies,
    ]);
    for (const [from, to] of [
      [chat, this.all.chat],
      [redeem, this.all.redeem],
    ] as const) {
      to.times.push(...from.times);
      for (const [reason, count] of from.errors) to.errors.set(reason, (to.errors.get(reason) ?? 0) + count);
    }
    this.now = { chat: tally(), redeem: tally() };
  }
}

const rounds = Math.max(1, Math.round((Number(options.minutes) * 60_000) / rowMs));
const firstMinute = Math.min(rounds, Math.round(60_000 / rowMs));

type Site = Awaited<ReturnType<typeof startSite>>;

/** The crowds come, then the readers, who talk until it is over. */
async function runLoad(
  site: Site,
): Promise<{ windows: Windows; held: string[][]; talking: Promise<unknown> }> {
  const port = Number(new URL(site.url).port);
  const sealer = createSealer(await loadSessionKey('', secret));
  const cookies = Array.from(
    { length: readers },
    (_, index) => `reader=${sealer.seal('reader', `reader-${index}`)}`,
  );
  // As the Caddyfile has it: what nobody used for a minute is let go before the site does, or a question meets its end.
  const agent = new http.Agent({ keepAlive: true, maxFreeSockets: readers, timeout: 60_000 });
  const slow = Number(options.slow);
  const crowds = {
    idle: idle(port, Number(options.idle)),
    'heads that never end': slowHeads(port, slow),
    'bodies of a byte a second': slowBodies(port, slow),
    'recordings nobody reads': deafReaders(port, slow, '/public-objects/audio/capitolo-1-il-mercato.mp3'),
    'replies nobody reads': deafTalkers(port, slow),
  };
  // They are there before the readers come, and so is the character: its first words wait for the index of the book.
  await new Promise((resolve) => setTimeout(resolve, Number(options.idle) + 5_000));
  await call(agent, `${site.url}/api/chat`, firstWords, tally());

  const windows = new Windows();
  let isOver = false;
  const counts = proxied(() => windows.now.chat);
  const pauseMs = Number(options.pause) * 1_000;
  const talking = cookies.map(async (cookie) => {
    while (!isOver) await talk(agent, site.url, cookie, pauseMs, counts, () => isOver);
  });
  const stopRedeeming = redeemSteadily(agent, site.url, cookies, () => windows.now.redeem);
  for (let round = 1; round <= rounds; round++) {
    await new Promise((resolve) => setTimeout(resolve, rowMs));
    const state = await health(site.url);
    // Only twice: to collect it all takes a good part of a second.
    if (round === firstMinute && rounds > 1) windows.heap.push(await liveHeap(site));
    windows.close(round, state);
  }
  isOver = true;
  stopRedeeming();
  // What is being written is neither stored nor forgotten.
  for (let second = 0; second < 20 && (await health(site.url)).activeReplies > 0; second++)
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  windows.heap.push(await liveHeap(site));
  const held = Object.entries(crowds).map(([name, { open, cut }]) => [name, whole(open), whole(cut)]);
  for (const each of Object.values(crowds)) each.end();
  agent.destroy();
  return { windows, held, talking: Promise.all(talking) };
}

/** @param stored what the database gained */
function aimsOf({ all: { chat, redeem }, heap, worstDelay }: Windows, stored: Stored): Aim[] {
  const { messages, bytes } = stored;
  const grown = (heap.at(-1) ?? 0) - (heap[0] ?? 0);
  const perMessage = bytes / messages;
  const meanwhile = (messages * (rounds - firstMinute)) / rounds;
  const allowed = meanwhile * perMessage * beside;
  const redeemedPerSecond = redeem.times.length / (Number(options.minutes) * 60);
  return [
    {
      what: 'errors',
      measured: whole(failures(chat) + failures(redeem)),
      wanted: '0',
      met: failures(chat) + failures(redeem) === 0,
    },
    {
      what: 'redeemed a second',
      measured: redeemedPerSecond.toFixed(0),
      wanted: `≥ ${(perSecond * 0.99).toFixed(0)}`,
      met: redeemedPerSecond >= perSecond * 0.99,
    },
    {
      what: 'event-loop delay p99, ms, the worst window',
      measured: String(worstDelay),
      wanted: '< 50',
      met: worstDelay < 50,
    },
    {
      what: `heap held, grown after the first minute, MB, beside ${whole(meanwhile)} messages stored meanwhile`,
      measured: (grown / 1e6).toFixed(0),
      wanted: `≤ ${(allowed / 1e6).toFixed(0)} (${beside} × ${whole(perMessage)} bytes each, as measured)`,
      met: grown <= allowed,
    },
  ];
}

async function main(): Promise<void> {
  spawnSync('taskset', ['-cp', cores.load, String(process.pid)]);
  const scratch = await mkdtemp(path.join(process.env.BENCH_DIR ?? tmpdir(), 'bench-load-'));
  const env = {
    DATA_DIR: path.join(scratch, 'data'),
    UPLOADS_DIR: path.join(scratch, 'uploads'),
    SESSION_SECRET: secret,
    ADMIN_PASSWORD: 'parola-di-prova-per-il-banco',
  };
  await seedSite(env.DATA_DIR, readers);
  const atFirst = await measureStored(env.DATA_DIR);
  const site = await startSite(env, [
    ...heapFlags,
    ...(options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : []),
  ]);
  const { windows, held, talking } = await runLoad(site);
  await site.end();
  const atLast = await measureStored(env.DATA_DIR);
  await rm(scratch, { recursive: true, force: true });

  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}; ${whole(readers)} readers, a question every ${options.pause} s each`,
  );
  table(
    [
      'until',
      'replies /s',
      'p50 / p99 ms',
      'redeemed /s',
      'p50 / p99 ms',
      'errors',
      'loop p99 ms',
      'memory MB',
      'active',
    ],
    windows.rows,
  );
  table(['beside them', 'connections', 'cut by the site, times'], held);
  const { chat, redeem } = windows.all;
  const reasons = [...chat.errors, ...redeem.errors];
  if (reasons.length > 0) table(['error', 'times'], reasons);

  const aims = aimsOf(windows, {
    messages: atLast.messages - atFirst.messages,
    bytes: atLast.bytes - atFirst.bytes,
  });
  printAims(aims);
  await Promise.race([talking, new Promise((resolve) => setTimeout(resolve, 100))]);
  process.exit(aims.every(({ met }) => met) ? 0 : 1);
}

/** A tally that is whichever is being filled now. */
function proxied(now: () => Tally): Tally {
  return {
    get times() {
      return now().times;
    },
    get errors() {
      return now().errors;
    },
  };
}

await main();
