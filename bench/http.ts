/*
 * npm run bench:http [-- --seconds=2 --rounds=3 --only=gallery,chat --skip-scale --profile=FOLDER]: requests a second and
 * latencies of the public calls, of pages, files and ranges, for the built site, for a peer (Fastify with better-sqlite3)
 * and for raw `node:http` that gives the same bytes. Servers are pinned to one core, the load generator to the other; in every
 * round each server is measured once while the others are held. Ends with status 1 when an aim is missed.
 */
import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { createSealer, loadSessionKey } from '../src/server/main/bench-api.ts';
import { flag, numberOption, option } from './harness/options.ts';
import {
  inScratch,
  type Pinned,
  processorSeconds,
  residentMegabytes,
  sessionSecret,
  startRole,
  startSite,
} from './harness/processes.ts';
import { type Aim, machine, median, printAims, type Row, table, integer } from './harness/report.ts';
import { benchReader, benchSession, book, seedSite } from './http/book.ts';
import { cases, type Case } from './http/cases.ts';
import { answerShots, type Hit, type Shot } from './http/load.ts';
import { serveModel } from './http/model.ts';
import { seedPeer } from './http/peer-database.ts';
import { servePeer } from './http/peer.ts';
import { caseHeader, recordAnswers, serveRecorded } from './http/raw.ts';

const seconds = numberOption('seconds', 2);
const rounds = numberOption('rounds', 3);
const profile = option('profile');
const manyReaders = 100_000;
const fewReaders = 10;
/** How much longer it takes to say how slow one answer in a hundred is: of fast calls, and of slow ones. */
const tailTimes = 3;
const slowTimes = 8;
const key = await loadSessionKey('', sessionSecret);

async function playRole(role: string): Promise<void> {
  const port = numberOption('port', 0);
  const folder = option('folder', '');
  if (role === 'load') answerShots();
  if (role === 'model') serveModel(port);
  if (role === 'peer') await servePeer({ folder, port, modelUrl: option('model', ''), key });
  if (role === 'raw') await serveRecorded(folder, port);
}

/** The largest file with the ending, as an address. */
async function largest(folder: string, ending: string, address: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending));
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).size));
  return `${address}/${names[sizes.indexOf(Math.max(...sizes))]}`;
}

async function allCases(): Promise<Case[]> {
  const sealer = createSealer(key);
  const { unlockCodes, musicCodes } = book();
  const all = cases({
    reader: `reader=${sealer.seal('reader', benchReader)}`,
    author: `admin=${sealer.seal('admin', benchSession)}`,
    unlockCode: unlockCodes.find(({ maxSection }) => maxSection === 6)?.code ?? '',
    musicCode: musicCodes[0]?.code ?? '',
    script: await largest('dist/client/assets', '.js', '/assets'),
    recording: await largest('src/content/media/audio', '.mp3', '/public-objects/audio'),
  });
  const only = option('only', '').split(',');
  return all
    .filter(({ name }) => only.some((part) => name.includes(part)))
    .map((one) => ({ ...one, headers: { ...one.headers, [caseHeader]: one.name } }));
}

type Measured = Hit & { cpuMicroseconds: number };

/** Every server is held but the one that is shot at. */
async function measure(
  load: Pinned,
  servers: readonly Pinned[],
  target: Pinned,
  shot: Case & Omit<Shot, 'url'>,
) {
  for (const { child } of servers) child.kill(child === target.child ? 'SIGCONT' : 'SIGSTOP');
  const before = await processorSeconds(target.child.pid);
  const answered = new Promise<Hit>((resolve) => load.child.once('message', (hit) => resolve(hit as Hit)));
  load.child.send({ ...shot, url: target.url + shot.path });
  const hit = await answered;
  if (hit.wrong.length + hit.lost > 0)
    throw new Error(`${shot.path}: answered ${hit.wrong.join(', ')}, ${hit.lost} lost`);
  const spent = (await processorSeconds(target.child.pid)) - before;
  return { ...hit, cpuMicroseconds: (spent * 1e6) / hit.answers };
}

/** Measures a case on each of the servers in turn, round after round. */
async function measureAll(load: Pinned, servers: readonly Pinned[], shot: Case & Omit<Shot, 'url'>) {
  const hits: Measured[][] = servers.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, server] of servers.entries())
      hits[index]?.push(await measure(load, servers, server, shot));
  return hits.map((own) => ({
    // The least: whatever a neighbour on the machine adds to it, it is never less than the work.
    cpu: Math.min(...own.map(({ cpuMicroseconds }) => cpuMicroseconds)),
    perSecond: median(own.map(({ perSecond }) => perSecond)),
    p50: median(own.map(({ p50 }) => p50)),
    p99: median(own.map(({ p99 }) => p99)),
  }));
}
type Summary = Awaited<ReturnType<typeof measureAll>>[number];

/** How much of what the others reach: of raw by the processor's time and by answers, of the peer by answers. */
interface Shares {
  ofRaw: number;
  ofRawAnswers: number;
  ofPeer: number;
}

const atMost = (what: string, measured: number, most: number, digits: number): Aim => {
  return { what, measured: measured.toFixed(digits), wanted: `≤ ${most}`, isMet: measured <= most };
};

const modelEnv = (model: Pinned) => ({ GROQ_API_KEY: 'bench', GROQ_BASE_URL: `${model.url}/groq` });

async function measureSurface(scratch: string, model: Pinned, load: Pinned): Promise<Aim[]> {
  const all = await allCases();
  const folder = { site: path.join(scratch, 'site'), peer: path.join(scratch, 'peer') };
  await mkdir(folder.peer, { recursive: true });
  await seedSite(path.join(folder.site, 'data'), fewReaders);
  seedPeer(folder.peer, fewReaders);
  const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const site = await startSite(folder.site, modelEnv(model), flags);
  const peer = await startRole('peer', 'server', [`--folder=${folder.peer}`, `--model=${model.url}/groq`]);
  const file = path.join(scratch, 'answers.json');
  await recordAnswers(all, site.url, peer.url, file);
  const servers = [site, peer, await startRole('raw', 'server', [`--folder=${file}`])];
  const shares: (Shares & { one: Case })[] = [];
  for (const connections of [1, 64]) {
    const rows: Row[] = [];
    for (const one of all) {
      const shot = { ...one, connections, seconds: seconds * (one.isSlow ? tailTimes : 1) };
      const [ours, theirs, bare] = (await measureAll(load, servers, shot)) as [Summary, Summary, Summary];
      // A pinned server that is kept busy answers as often as its processor's time allows, and that time is the same
      // when a neighbour takes the core away for a while; a durable write waits for the disk instead.
      const ofRaw = bare.cpu / ours.cpu;
      const ofPeer = ours.perSecond / theirs.perSecond;
      if (connections > 1) shares.push({ one, ofRaw, ofPeer, ofRawAnswers: ours.perSecond / bare.perSecond });
      const rates = [ours, theirs, bare].map(({ perSecond }) => integer(perSecond));
      const costs = [ours, theirs, bare].map(({ cpu }) => integer(cpu)).join(' / ');
      const delays = [ours, theirs].map(({ p50, p99 }) => `${p50.toFixed(2)} / ${p99.toFixed(2)}`);
      rows.push([one.name, ...rates, ofPeer.toFixed(2), costs, ofRaw.toFixed(2), ...delays]);
    }
    const head =
      'site /s,peer /s,raw /s,times peer,CPU µs: site / peer / raw,of raw,site p50 / p99 ms,peer p50 / p99 ms';
    table([`${connections} connections`, ...head.split(',')], rows);
  }
  const resident = await Promise.all([site, peer].map(({ child }) => residentMegabytes(child.pid)));
  console.log(`\nResident after it all: site and peer ${resident.map(integer).join(', ')} MB.`);
  for (const server of servers) await server.end();
  /** The least share of some cases, under 64 clients. */
  const least = (what: string, of: keyof Shares, wanted: number, is: (one: Case) => boolean): Aim => {
    const measured = Math.min(...shares.filter(({ one }) => is(one)).map((share) => share[of]));
    return { what, measured: measured.toFixed(2), wanted: `≥ ${wanted}`, isMet: measured >= wanted };
  };
  return [
    least(
      'files and pages, the slowest, of raw by answers a second',
      'ofRawAnswers',
      0.85,
      ({ kind }) => kind === 'static',
    ),
    least('gallery, of raw', 'ofRaw', 0.6, ({ kind }) => kind === 'gallery'),
    least('reads through REST, the slowest, of raw', 'ofRaw', 0.38, ({ kind }) => kind === 'read'),
    least(
      'lists of more than one record, the slowest, times the peer',
      'ofPeer',
      1,
      ({ isList = false }) => isList,
    ),
    least('durable writes, the slowest, times the peer', 'ofPeer', 1, ({ kind }) => kind === 'write'),
  ].filter(({ measured }) => measured !== 'Infinity');
}

/** The same calls with few and with many readers, in turns: what a reader waits for must not grow with the others. */
async function measureScale(scratch: string, model: Pinned, load: Pinned): Promise<Aim> {
  const names = ['progress', 'history, 20 messages', 'redeem, a new reader', 'chat, a new reader'];
  const sites: Pinned[] = [];
  for (const count of [fewReaders, manyReaders]) {
    const folder = path.join(scratch, `readers-${count}`);
    await seedSite(path.join(folder, 'data'), count);
    sites.push(await startSite(folder, modelEnv(model)));
  }
  const rows: Row[] = [];
  let worst = 0;
  for (const one of (await allCases()).filter(({ name }) => names.includes(name))) {
    const shot = { ...one, connections: 64, seconds: seconds * (one.isSlow ? slowTimes : tailTimes) };
    const [few, many] = (await measureAll(load, sites, shot)) as [Summary, Summary];
    worst = Math.max(worst, many.p99 / few.p99);
    const delays = [few, many].map(({ p50, p99 }) => `${p50.toFixed(2)} / ${p99.toFixed(2)}`);
    rows.push([one.name, ...delays, (many.p99 / few.p99).toFixed(2)]);
  }
  for (const site of sites) await site.end();
  const head = [`${fewReaders} readers`, `${integer(manyReaders)} readers`, 'p99, times'];
  table(['64 connections, p50 / p99 ms', ...head], rows);
  const what = `p99 under 64 clients, ${integer(manyReaders)} readers beside ${fewReaders}, the worst`;
  return atMost(what, worst, 1.5, 2);
}

/** The demonstration book with the embedded model, after its start. */
async function measureMemory(scratch: string): Promise<Aim> {
  const folder = path.join(scratch, 'demonstration');
  // With its published codes: a site that seeds itself makes codes of its own.
  await seedSite(path.join(folder, 'data'), 0);
  const site = await startSite(folder);
  const resident = await residentMegabytes(site.child.pid);
  await site.end();
  return atMost('resident memory with the demonstration book, MB', resident, 130, 0);
}

async function main(scratch: string): Promise<void> {
  const model = await startRole('model', 'load');
  const load = await startRole('load', 'load');
  console.log(`${machine()}; medians of ${rounds} rounds of ${seconds} s`);
  const aims = await measureSurface(scratch, model, load);
  if (!flag('skip-scale')) aims.push(await measureScale(scratch, model, load), await measureMemory(scratch));
  await load.end();
  await model.end();
  printAims(aims);
}

const role = option('role');
if (role) await playRole(role);
else await inScratch('http', main);
