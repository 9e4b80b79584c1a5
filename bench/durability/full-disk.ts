import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { checkSite } from './check.ts';
import { LoopDisk, loopDiskProblem } from './loop-disk.ts';
import { counted, type Row, type Trial } from './row.ts';
import { adminPassword } from '../../tests/support/admin-password.ts';
import { firstStart, SiteProcess } from './site-process.ts';
import { Refused, Visitor } from './visitor.ts';
import { Writers } from './writers.ts';

const diskMegabytes = 8;
const writerCount = 16;

/** The running server over a disk that is full, and over one that answers every call with an I/O error. */
export async function failingDisks(trial: Trial): Promise<Row[]> {
  const problem = loopDiskProblem();
  if (problem !== undefined)
    return [{ case: 'full and failing disk under the server', rounds: 0, outcome: `skipped: ${problem}` }];
  return [await fullDisk(trial), await deadDisk(trial)];
}

async function fullDisk({ scratch, scale, progress }: Trial): Promise<Row> {
  const rounds = scale.stride > 1 ? 2 : 10;
  const mount = path.join(scratch, 'full');
  await fs.mkdir(mount);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', mount]);
  const site = new SiteProcess(mount);
  const writers = new Writers({ url: () => site.url, uploads: true, refusalsChangeNothing: true });
  const { ledger } = writers;
  const problems: string[] = [];
  try {
    await site.start(firstStart);
    await writers.prepare(adminPassword);
    for (let round = 0; round < rounds; round++) {
      await fill(path.join(mount, 'filler'));
      const refusedBefore = ledger.refused;
      await runFor(writers, 500);
      if (ledger.refused === refusedBefore) problems.push('a full disk refused nothing');
      problems.push(...(await checkSite(writers.author, ledger, { whole: false })));
      await fs.rm(path.join(mount, 'filler'));
      const before = ledger.acknowledged;
      await runFor(writers, 300);
      if (ledger.acknowledged === before) problems.push('nothing is accepted once there is room');
      await site.end('SIGKILL');
      await site.start();
      problems.push(...(await checkSite(writers.author, ledger)), ...ledger.unexpected.splice(0));
      progress(`full disk: ${round + 1}`);
    }
  } finally {
    await site.end('SIGKILL');
    execFileSync('umount', [mount]);
  }
  return {
    case: `full disk (tmpfs of ${diskMegabytes} MB) under ${writerCount} writers over HTTP, then room, then kill -9`,
    rounds,
    outcome:
      `${counted(ledger.refused)} writes refused with 503 and the reason, ${counted(ledger.acknowledged)} acknowledged, ` +
      `${problems.length} lost or wrong${problems.length > 0 ? `: ${problems.slice(0, 5).join('; ')}` : ''}`,
    expected: 'refused changes nothing, reading goes on, accepted again once there is room',
    ok: problems.length === 0,
  };
}

/** Takes all the room there is. */
async function fill(filler: string): Promise<void> {
  const file = await fs.open(filler, 'w');
  try {
    for (const size of [64 * 1024, 512]) for (;;) if (!(await wrote(file, size))) break;
  } finally {
    await file.close();
  }
}

async function wrote(file: fs.FileHandle, bytes: number): Promise<boolean> {
  try {
    return (await file.write(Buffer.alloc(bytes))).bytesWritten === bytes;
  } catch {
    return false;
  }
}

async function runFor(writers: Writers, milliseconds: number): Promise<void> {
  const running = writers.run(writerCount);
  await delay(milliseconds);
  writers.stop();
  await running;
}

/** Every call on the disk is an I/O error, by the file system's own word: nothing can be read anew either. */
async function deadDisk({ scratch, scale, progress }: Trial): Promise<Row> {
  const rounds = scale.stride > 1 ? 2 : 10;
  const disk = await LoopDisk.make(scratch, 'ext4', 'dead');
  const site = new SiteProcess(disk.mountPoint);
  const writers = new Writers({ url: () => site.url });
  const problems: string[] = [];
  let refusals = 0;
  try {
    await site.start(firstStart);
    await writers.prepare(adminPassword);
    for (let round = 0; round < rounds; round++) {
      await runFor(writers, 300);
      disk.cutPower();
      refusals += await onDeadDisk(site, problems);
      await site.end('SIGKILL');
      await disk.recover();
      await site.start();
      problems.push(...(await checkSite(writers.author, writers.ledger)));
      progress(`dead disk: ${round + 1}`);
    }
  } catch (error) {
    problems.push(String(error));
  } finally {
    await site.end('SIGKILL');
    await disk.discard();
  }
  return {
    case: 'I/O error from every call of the disk under the running server (ext4 shut down), then a restart',
    rounds,
    outcome:
      `${counted(refusals)} writes and every reading refused with 503, ` +
      `${counted(writers.ledger.acknowledged)} acknowledged, ${problems.length} lost or wrong` +
      (problems.length > 0 ? `: ${problems.slice(0, 5).join('; ')}` : ''),
    expected: 'refused with a reason until the restart, nothing lost',
    ok: problems.length === 0 && refusals > 0,
  };
}

async function onDeadDisk(site: SiteProcess, problems: string[]): Promise<number> {
  const visitor = new Visitor(() => site.url);
  let refused = 0;
  for (let attempt = 0; attempt < 10; attempt++) {
    const answer = await visitor
      .fetch('POST', '/api/redeem-code', { code: 'livello-1' })
      .catch((error: unknown) => error);
    if (answer instanceof Refused && answer.status === 503) refused++;
    else
      problems.push(
        `a write on a dead disk is answered ${answer instanceof Refused ? answer.status : 'well'}`,
      );
  }
  const reading = await visitor.fetch('GET', '/api/gallery-images').catch((error: unknown) => error);
  if (!(reading instanceof Refused && reading.status === 503))
    problems.push('a reading on a dead disk shows what nobody could read');
  const { store } = await visitor.json<{ store: string }>('GET', '/api/health');
  if (store !== 'read-only') problems.push(`over a dead disk the store says it is ${store}`);
  return refused;
}
