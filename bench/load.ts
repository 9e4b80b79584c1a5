/*
 * npm run bench:load [-- --minutes=10 --readers=2000 --pause=20 --redeems=200 --idle=10000 --slow=100 --profile=FOLDER]:
 * readers who chat with the embedded model (streams, `pause` seconds between a reply and the next question, more or less),
 * codes redeemed at a steady rate whatever the answers take, and beside them idle connections and clients that send or
 * read too slowly. The site on one core, all that ask on the other. Ends with status 1 when an aim is missed.
 */
import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import { createSealer, loadSessionKey } from '../src/server/main/bench-api.ts';
import { type Call, call } from './harness/call.ts';
import { numberOption, option } from './harness/options.ts';
import {
  inScratch,
  type Pinned,
  pinThisProcess,
  sessionSecret,
  startSite,
  wait,
} from './harness/processes.ts';
import { type Aim, machine, p50p99, printAims, type Row, table, integer } from './harness/report.ts';
import { book, seedSite } from './http/book.ts';
import { slowCrowds } from './load/slow.ts';

const minutes = numberOption('minutes', 10);
const readers = numberOption('readers', 2_000);
const pauseMs = 1_000 * numberOption('pause', 20);
const redeemsPerSecond = numberOption('redeems', 200);
const idleCount = numberOption('idle', 10_000);
const profile = option('profile');

const windowMs = minutes >= 2 ? 60_000 : 10_000;
const windowCount = Math.max(1, Math.round((minutes * 60_000) / windowMs));
const firstMinute = Math.min(windowCount, Math.round(60_000 / windowMs));
const tickMs = 50;
/** The heap that a stored message may take: one of a reply's length was measured at 640 bytes, and tables have room to grow. */
const bytesPerMessage = 960;

/** Told to over its channel, the site collects what nobody holds any more and says what is left; nothing else knows of it. */
const heapAnswer = `process.on('message', () => { gc(); process.send({ heapUsed: process.memoryUsage().heapUsed }); });`;
const heapFlags = ['--expose-gc', `--import=data:text/javascript,${encodeURIComponent(heapAnswer)}`];

/** Bytes of the site's heap that are held: resident memory also has what V8 has not collected yet. */
async function liveHeap({ child }: Pinned): Promise<number> {
  child.send('heap');
  const [answer] = (await once(child, 'message')) as [{ heapUsed: number }];
  return answer.heapUsed;
}

interface Health {
  memoryBytes: number;
  eventLoopDelayMs: number;
  activeReplies: number;
}

async function healthOf(url: string): Promise<Health> {
  const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(60_000) });
  return (await response.json()) as Health;
}

/** What was asked in the current window, and what came of it since the start. */
class Windows {
  chat: number[] = [];
  redeem: number[] = [];
  redeems = 0;
  replies = 0;
  failures = 0;
  readonly errors = new Map<string, number>();
  readonly rows: Row[] = [];
  readonly heap: number[] = [];
  worstDelay = 0;

  /** One call, whose time or failure is noted. @param ending of an answer that is whole */
  async call(kind: 'chat' | 'redeem', url: string, options: Call, ending = ''): Promise<void> {
    const { status, ms, text } = await call(url, { method: 'POST', timeoutMs: 30_000, ...options });
    if (status === 200 && text.includes(ending)) return void this[kind].push(ms);
    const reason = status === 200 ? 'the reply was cut' : `${status} ${text.slice(0, 120)}`;
    this.errors.set(reason, (this.errors.get(reason) ?? 0) + 1);
    this.failures += 1;
  }

  close(round: number, { memoryBytes, eventLoopDelayMs, activeReplies }: Health): void {
    // The first window holds the start and ten thousand connections being opened.
    if (round > 1) this.worstDelay = Math.max(this.worstDelay, eventLoopDelayMs);
    const seconds = windowMs / 1_000;
    const figures = [this.chat, this.redeem].flatMap((times) => [
      integer(times.length / seconds),
      p50p99(times, 0),
    ]);
    const state = [this.failures, eventLoopDelayMs, integer(memoryBytes / 1e6), activeReplies];
    this.rows.push([`${round * seconds} s`, ...figures, ...state]);
    this.redeems += this.redeem.length;
    this.replies += this.chat.length;
    this.chat = [];
    this.redeem = [];
  }
}

const questions = [
  'Che cosa ricordi del mercato?',
  'Chi è Maaret?',
  'Com’era la neve quella notte?',
  'Ciao, come stai?',
  'Che cos’è un Ironwind?',
  'Raccontami dei bisonti.',
];

/** The crowds come, then the readers, who talk until it is over. @returns what was seen, and the crowds' rows */
async function runLoad(site: Pinned): Promise<[Windows, Row[]]> {
  const sealer = createSealer(await loadSessionKey('', sessionSecret));
  const cookies = Array.from(
    { length: readers },
    (_, index) => `reader=${sealer.seal('reader', `reader-${index}`)}`,
  );
  // As the Caddyfile has it: what nobody used for a minute is let go before the site does, or a question meets its end.
  const agent = new http.Agent({ keepAlive: true, maxFreeSockets: readers, timeout: 60_000 });
  const crowds = slowCrowds(site.port, idleCount, numberOption('slow', 100));
  // They are there before the readers come, and so is the character: its first words wait for the index of the book.
  await wait(idleCount + 5_000);
  const chatUrl = `${site.url}/api/chat`;
  await call(chatUrl, { method: 'POST', body: JSON.stringify({ message: 'Ciao.' }) });

  const windows = new Windows();
  let isOver = false;
  /** Asks, reads the reply as it is written, thinks for a while and asks again. */
  async function talk(cookie: string): Promise<void> {
    // They did not all come at once.
    await wait(Math.random() * pauseMs);
    for (let turn = Math.floor(Math.random() * questions.length); !isOver; turn++) {
      const body = JSON.stringify({ message: questions[turn % questions.length] });
      const headers = { cookie, accept: 'text/event-stream' };
      await windows.call('chat', chatUrl, { agent, headers, body }, 'event: done');
      await wait(pauseMs * (0.5 + Math.random()));
    }
  }
  for (const cookie of cookies) void talk(cookie);

  // At a steady rate: late answers do not make fewer questions. Each of the readers has a code already.
  const body = JSON.stringify({ code: book().unlockCodes[0]?.code });
  const began = performance.now();
  let redeems = 0;
  const redeeming = setInterval(() => {
    for (; redeems < ((performance.now() - began) / 1_000) * redeemsPerSecond; redeems += 1) {
      const headers = { cookie: cookies[redeems % cookies.length] ?? '' };
      void windows.call('redeem', `${site.url}/api/redeem-code`, { agent, headers, body });
    }
  }, tickMs);

  for (let round = 1; round <= windowCount; round++) {
    await wait(windowMs);
    const health = await healthOf(site.url);
    // Only twice: to collect it all takes a good part of a second.
    if (round === firstMinute && windowCount > 1) windows.heap.push(await liveHeap(site));
    windows.close(round, health);
  }
  isOver = true;
  clearInterval(redeeming);
  // What is being written is neither stored nor forgotten.
  for (let second = 0; second < 20 && (await healthOf(site.url)).activeReplies > 0; second++)
    await wait(1_000);
  windows.heap.push(await liveHeap(site));
  const rows = crowds.map(([name, { open, cuts }]) => [name, integer(open()), integer(cuts)]);
  for (const [, { end }] of crowds) end();
  agent.destroy();
  return [windows, rows];
}

function aimsOf({ heap, worstDelay, redeems, replies, failures }: Windows): Aim[] {
  const grown = (heap.at(-1) ?? 0) - (heap[0] ?? 0);
  // A question and its reply.
  const messages = (2 * replies * (windowCount - firstMinute)) / windowCount;
  const allowed = messages * bytesPerMessage;
  const rate = redeems / ((windowCount * windowMs) / 1_000);
  const least = redeemsPerSecond * 0.99;
  return [
    { what: 'errors', measured: integer(failures), wanted: '0', isMet: failures === 0 },
    {
      what: 'redeemed a second',
      measured: integer(rate),
      wanted: `≥ ${integer(least)}`,
      isMet: rate >= least,
    },
    {
      what: 'event-loop delay p99, ms, the worst window',
      measured: String(worstDelay),
      wanted: '< 50',
      isMet: worstDelay < 50,
    },
    {
      what: `heap held, grown after the first minute, MB, beside ${integer(messages)} messages stored meanwhile`,
      measured: integer(grown / 1e6),
      wanted: `≤ ${integer(allowed / 1e6)} (${bytesPerMessage} bytes each)`,
      isMet: grown <= allowed,
    },
  ];
}

await inScratch('load', async (folder) => {
  pinThisProcess();
  await seedSite(path.join(folder, 'data'), readers);
  const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const site = await startSite(folder, {}, [...heapFlags, ...profiling]);
  const [windows, crowds] = await runLoad(site);
  await site.end();
  console.log(`${machine()}; ${integer(readers)} readers, a question every ${pauseMs / 1_000} s each`);
  const head =
    'until,replies /s,p50 / p99 ms,redeemed /s,p50 / p99 ms,errors so far,loop p99 ms,memory MB,active';
  table(head.split(','), windows.rows);
  table(['beside them', 'connections', 'cut by the site, times'], crowds);
  if (windows.failures > 0) table(['error', 'times'], [...windows.errors]);
  printAims(aimsOf(windows));
});
// Some readers are still thinking.
process.exit();
