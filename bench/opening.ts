/*
 * npm run bench -- opening [--only=0,1]: what large databases cost at a start. Each is opened by the built site in a process of
 * its own, with the heap that V8 takes in the 819 MB which the unit allows on a machine of one gigabyte.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { StoredChatMessage } from '../src/shared/contracts/chat.ts';
import {
  collectionNames,
  migrations,
  realDisk,
  schemaVersion,
  writeSnapshot,
} from '../src/server/main/bench-api.ts';
import { ServerProcess } from '../tests/support/server-process.ts';
import { option } from './harness/options.ts';
import { inScratch, processorSeconds, residentMegabytes } from './harness/processes.ts';
import { machine, table, integer } from './harness/report.ts';

/** What V8 takes by itself of 819 MB: half. */
const heapMegabytes = 409;
const startMs = '2005-01-01T12:00:00.000Z';
const reply =
  'La neve cadeva sul binario e il bisonte sollevò la testa verso il mercato, piano, senza fretta. '
    .repeat(4)
    .slice(0, 345);
const question = 'Mi racconti ancora una volta di quando siete arrivati alla stazione?';

/** What a database holds, and its aims: milliseconds from the start of the process to its first answer, and the most that is resident then. */
interface Case {
  name: string;
  messages: number;
  readers: number;
  content(number: number): string;
  ms: number;
  megabytes: number;
}

const longMessages = (name: string, character: string): Case => ({
  name: `60,000 messages of 2,000 ${name}, each of another reader`,
  messages: 60_000,
  readers: 60_000,
  content: () => character.repeat(2_000),
  ms: Infinity,
  megabytes: 819,
});
const cases: Case[] = [
  { name: 'nothing', messages: 0, readers: 1, content: () => '', ms: Infinity, megabytes: 819 },
  {
    name: '500,000 messages of 10,000 readers, questions of 65 and replies of 350 characters',
    messages: 500_000,
    readers: 10_000,
    content: (number) => (number % 2 === 0 ? question : `${number} ${reply}`),
    ms: 4_000,
    megabytes: 500,
  },
  longMessages('characters «€»', '€'),
  longMessages('control characters', '\u0001'),
];

const uuid = (kind: string, number: number) =>
  `${((number * 2_654_435_761) % 4_294_967_296).toString(16).padStart(8, '0')}-${kind}-4c8e-9b1a-${number.toString(16).padStart(12, '0')}`;

function* messagesOf({ messages, readers, content }: Case): Iterable<StoredChatMessage> {
  for (let number = 0; number < messages; number += 1)
    yield {
      id: uuid('4f1e', number),
      readerId: uuid('4d01', Math.floor(number / 2) % readers),
      role: number % 2 === 0 ? 'user' : 'assistant',
      content: content(number),
      level: number % 12,
      timestamp: new Date(Date.parse(startMs) + number * 1_000).toISOString(),
    };
}

function* usersOf({ readers }: Case): Iterable<unknown> {
  for (let number = 0; number < readers; number += 1)
    yield { id: uuid('4d01', number), maxSection: 0, email: null, createdAt: startMs, updatedAt: startMs };
}

/** @returns the bytes of db.json */
async function writeDatabase(folder: string, one: Case): Promise<number> {
  await fs.mkdir(path.join(folder, 'data'), { recursive: true });
  const header = { schema: schemaVersion(migrations), generation: 'bench', sequence: 0 };
  const empty = Object.fromEntries(collectionNames.map((name) => [name, [] as unknown[]]));
  const content = { ...empty, users: usersOf(one), chatMessages: messagesOf(one) };
  return (await writeSnapshot(realDisk, path.join(folder, 'data/db.json'), 0o600, header, content)).bytes;
}

/** Starts the built site on the folder, waits for it to answer, and ends it. */
async function openSite(folder: string) {
  const nodeFlags = ['--max-semi-space-size=8', `--max-old-space-size=${heapMegabytes}`];
  const site = new ServerProcess(folder, { nodeFlags });
  const began = performance.now();
  await site.start();
  await fetch(`${site.url}/api/health`);
  const ms = performance.now() - began;
  const [cpu, now, peak] = [
    1_000 * (await processorSeconds(site.pid)),
    await residentMegabytes(site.pid),
    await residentMegabytes(site.pid, 'VmHWM'),
  ];
  await site.end('SIGKILL');
  return { ms, cpu, now, peak };
}

await inScratch('opening', async (scratch) => {
  console.log(`${machine()}, heap of ${heapMegabytes} MB`);
  const rows = [];
  const only = option('only')?.split(',').map(Number);
  for (const [index, one] of cases.entries()) {
    if (only && !only.includes(index)) continue;
    const folder = path.join(scratch, String(index));
    const bytes = await writeDatabase(folder, one);
    // Makes the password, which takes memory of its own.
    await openSite(folder);
    const runs = [await openSite(folder), await openSite(folder), await openSite(folder)];
    const peak = Math.max(...runs.map((run) => run.peak));
    const [fastest = { ms: 0, cpu: 0, now: 0 }] = runs.toSorted((a, b) => a.ms - b.ms);
    const isMet = fastest.ms <= one.ms && peak <= one.megabytes;
    const aim = `${one.ms < Infinity ? `${one.ms} ms, ` : ''}${one.megabytes} MB`;
    const figures = [bytes / 1024 / 1024, fastest.ms, fastest.cpu, fastest.now, peak].map(integer);
    rows.push([one.name, ...figures, aim, isMet ? 'yes' : 'NO']);
    await fs.rm(folder, { recursive: true, force: true });
  }
  const head = 'database,db.json MB,first answer ms,processor ms,resident then MB,most resident MB,aim,met';
  table(head.split(','), rows);
});
