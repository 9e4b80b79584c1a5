/*
 * npm run bench -- opening: what large databases cost at a start. Each is opened by the built site in a process of its own,
 * with the heap that V8 takes in the 819 MB which the unit allows on a machine of one gigabyte.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StoredChatMessage } from '../src/shared/contracts/chat.ts';
import {
  collectionNames,
  migrations,
  realDisk,
  schemaVersion,
  writeSnapshot,
} from '../src/server/main/lab.ts';

/** What V8 takes by itself of 819 MB: half. */
const heapMegabytes = 409;
const startMs = '2005-01-01T12:00:00.000Z';
const questions = [
  'Ciao Ferro, come stai oggi?',
  'Che cosa ricordi del bisonte, e di quella notte sulla neve?',
  'Mi racconti ancora una volta di quando siete arrivati alla stazione, e di chi vi aspettava al binario?',
];
const reply =
  'La neve cadeva sul binario e il bisonte sollevò la testa verso il mercato, piano, senza fretta. Io stavo fermo. ' +
  'C’era odore di carbone e di pane, e nessuno parlava; a un certo punto qualcuno ha riso, e allora ho capito che ' +
  'potevamo restare ancora un poco. Non lo dico volentieri, ma quella notte ho avuto paura anch’io. ';

interface Case {
  name: string;
  messages: number;
  readers: number;
  content: (number: number) => string;
  /** Milliseconds from the start of the process to its first answer, and the most that is resident then. */
  aims: { ms?: number; residentMegabytes: number };
}

const cases: Case[] = [
  { name: 'nothing', messages: 0, readers: 1, content: () => '', aims: { residentMegabytes: 819 } },
  {
    name: '1,000,000 messages of 10,000 readers, questions of 65 and replies of 350 characters',
    messages: 1_000_000,
    readers: 10_000,
    content: (number) => (number % 2 === 0 ? (questions[number % 3] ?? '') : `${number} ${reply}`),
    aims: { ms: 4_000, residentMegabytes: 500 },
  },
  {
    name: '80,000 messages of 2,000 characters «€», each of another reader',
    messages: 80_000,
    readers: 80_000,
    content: () => '€'.repeat(2_000),
    aims: { residentMegabytes: 819 },
  },
  {
    name: '80,000 messages of 2,000 control characters',
    messages: 80_000,
    readers: 80_000,
    content: () => '\u0001'.repeat(2_000),
    aims: { residentMegabytes: 819 },
  },
];

const uuid = (kind: string, number: number) =>
  `${((number * 2_654_435_761) % 4_294_967_296).toString(16).padStart(8, '0')}-${kind}-4c8e-9b1a-${number.toString(16).padStart(12, '0')}`;

function* messagesOf({ messages, readers, content }: Case): Iterable<StoredChatMessage> {
  for (let number = 0; number < messages; number += 1) {
    yield {
      id: uuid('4f1e', number),
      readerId: uuid('4d01', Math.floor(number / 2) % readers),
      role: number % 2 === 0 ? 'user' : 'assistant',
      content: content(number),
      level: number % 12,
      timestamp: new Date(Date.parse(startMs) + number * 1_000).toISOString(),
    };
  }
}

function* usersOf({ readers }: Case): Iterable<unknown> {
  for (let number = 0; number < readers; number += 1) {
    yield { id: uuid('4d01', number), maxSection: 0, email: null, createdAt: startMs, updatedAt: startMs };
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** The most that was resident of a process so far, and what is now, in megabytes; its processor time in milliseconds. */
async function usageOf(pid: number): Promise<{ peak: number; now: number; cpu: number }> {
  const status = await fs.readFile(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  const times = (await fs.readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  // In hundredths of a second.
  const cpu = 10 * (Number(times[11]) + Number(times[12]));
  return { peak: of('VmHWM'), now: of('VmRSS'), cpu };
}

/** Starts the built site on the folder and waits for it to answer. */
async function openSite(folder: string) {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=8', `--max-old-space-size=${heapMegabytes}`, 'dist/server/server.js'],
    {
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: path.join(folder, 'data'),
        UPLOADS_DIR: path.join(folder, 'uploads'),
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code, signal) => reject(new Error(`ended with ${signal ?? code}`)));
  });
  ended.catch(() => undefined);
  const began = performance.now();
  try {
    for (;;) {
      const answer = await Promise.race([
        ended,
        fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined),
      ]);
      if (answer?.ok) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const ms = performance.now() - began;
    return { ms, ...(await usageOf(child.pid ?? 0)) };
  } finally {
    child.kill('SIGKILL');
  }
}

async function main(): Promise<void> {
  const scratch = await fs.mkdtemp(path.join(process.env.BENCH_DIR ?? tmpdir(), 'bench-opening-'));
  console.log(`Node ${process.version}, heap of ${heapMegabytes} MB`);
  console.log(
    '\n| database | db.json, MB | first answer, ms | processor, ms | resident then, MB | most resident, MB | aim | met |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  try {
    for (const one of cases) {
      const folder = path.join(scratch, String(cases.indexOf(one)));
      await fs.mkdir(path.join(folder, 'data'), { recursive: true });
      const header = { schema: schemaVersion(migrations), generation: 'bench', sequence: 0 };
      const empty = Object.fromEntries(collectionNames.map((name) => [name, [] as unknown[]]));
      const { bytes } = await writeSnapshot(realDisk, path.join(folder, 'data/db.json'), 0o600, header, {
        ...empty,
        users: usersOf(one),
        chatMessages: messagesOf(one),
      });
      // Makes the password, which takes memory of its own.
      await openSite(folder);
      const runs = [];
      for (let run = 0; run < 3; run += 1) runs.push(await openSite(folder));
      const [fastest] = runs.toSorted((a, b) => a.ms - b.ms);
      const peak = Math.max(...runs.map((run) => run.peak));
      const { ms = Infinity, residentMegabytes } = one.aims;
      const met = (fastest?.ms ?? Infinity) <= ms && peak <= residentMegabytes;
      const aim = [...(one.aims.ms ? [`${ms} ms`] : []), `${residentMegabytes} MB`].join(', ');
      const figures = [bytes / 1024 / 1024, fastest?.ms ?? 0, fastest?.cpu ?? 0, fastest?.now ?? 0, peak].map(
        (value) => Math.round(value).toLocaleString('en-US'),
      );
      console.log(`| ${[one.name, ...figures, aim, met ? 'yes' : 'NO'].join(' | ')} |`);
      await fs.rm(folder, { recursive: true, force: true });
    }
  } finally {
    await fs.rm(scratch, { recursive: true, force: true });
  }
}

await main();
