import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { checkSite } from './check.ts';
import { type FileSystem, LoopDisk, loopDiskProblem } from './loop-disk.ts';
import { forkRole, killed, lanes, lineOf, machineTime, type Promised, type Synced } from './roles.ts';
import { counted, type Row, type Trial } from './row.ts';
import { adminPassword } from '../../tests/support/admin-password.ts';
import { firstStart, SiteProcess } from './site-process.ts';
import { Writers } from './writers.ts';

const fileSystems: readonly FileSystem[] = ['ext4', 'xfs'];
const writerCount = 16;
const writesARound = 120;
/** A database and its disk serve so many rounds. */
const roundsOfOneDisk = 25;

/**
 * Real power cuts: the file system on a loop device is shut down without writing its log, everything on it is killed, it is
 * mounted again and recovers as after a cut. A neighbour syncs a file of its own all the while.
 */
export async function powerCuts(trial: Trial): Promise<Row[]> {
  const problem = loopDiskProblem();
  if (problem !== undefined)
    return [{ case: 'power cut on ext4 and XFS', rounds: 0, outcome: `skipped: ${problem}` }];
  const rows = await Promise.all(
    fileSystems.map(async (type) => [
      await siteOn(type, trial),
      await appendOn(type, trial),
      await lowdbOn(type, trial),
    ]),
  );
  return [0, 1, 2].flatMap((index) => rows.flatMap((ofType) => ofType[index] ?? []));
}

async function siteOn(type: FileSystem, { scratch, scale, progress }: Trial): Promise<Row> {
  const rounds = Math.ceil(scale.powerCuts / fileSystems.length);
  const problems: string[] = [];
  let acknowledged = 0;
  let refused = 0;
  let tornTails = 0;
  let late = 0;
  let lateGone = 0;
  let done = 0;
  while (done < rounds && problems.length === 0) {
    const disk = await LoopDisk.make(scratch, type);
    const site = new SiteProcess(disk.mountPoint);
    const writers = new Writers({ url: () => site.url, uploads: true });
    try {
      await site.start(firstStart);
      await writers.prepare(adminPassword);
      for (let round = 0; round < roundsOfOneDisk && done < rounds; round++) {
        await oneCut(disk, site, writers, round);
        for (const { visitor, level } of writers.ledger.late.splice(0)) {
          const { maxSection } = await visitor.json<{ maxSection: number }>('GET', '/api/user/progress');
          late++;
          if (maxSection !== level) lateGone++;
        }
        tornTails += site.events.filter(({ type: event }) => event === 'torn-tail-cut').length;
        problems.push(...(await checkSite(writers.author, writers.ledger)));
        problems.push(...writers.ledger.unexpected.splice(0));
        done++;
        progress(`power cuts on ${type}: ${done}`);
      }
    } catch (error) {
      problems.push(String(error));
    } finally {
      acknowledged += writers.ledger.acknowledged;
      refused += writers.ledger.refused;
      await site.end('SIGKILL');
      await disk.discard();
    }
  }
  return {
    case: `power cut under ${writerCount} writers over HTTP, ${type}`,
    rounds: done,
    outcome:
      `${counted(acknowledged)} writes acknowledged, ${problems.length} lost or wrong; ${tornTails} torn tails cut, ` +
      `${counted(refused)} writes refused on the dead disk; of ${late} codes redeemed while the cut was under way ` +
      `${lateGone} are gone` +
      (problems.length > 0 ? `: ${problems.slice(0, 5).join('; ')}` : ''),
    expected: '0 lost, each there once, every start clean',
    ok: problems.length === 0 && acknowledged > 0,
  };
}

async function oneCut(disk: LoopDisk, site: SiteProcess, writers: Writers, round: number): Promise<void> {
  const neighbour = forkRole('neighbour', disk.mountPoint);
  if (round % 3 === 2) await killedBefore(site, writers);
  const running = writers.run(writerCount);
  // Every other round db.json is being rewritten for a backup.
  const backup = round % 2 === 0 ? writers.author.fetch('GET', '/api/admin/backup/database') : undefined;
  const downloaded = backup?.then((response) => response.arrayBuffer()).catch(() => undefined);
  await writers.chanceMoment(writesARound);
  writers.powerGone();
  disk.cutPower();
  // For a moment the server lives on over a dead disk, and must not spoil what is there.
  await delay(Math.random() * 60);
  const gone = Promise.all([site.end('SIGKILL'), killed(neighbour)]);
  // At once: its port may soon be another's.
  writers.stop();
  await gone;
  await Promise.all([running, downloaded]);
  await disk.recover();
  await site.start();
}

/** Killed and started again: what it had written and not synced is read, and must not be built upon before it is synced. */
async function killedBefore(site: SiteProcess, writers: Writers): Promise<void> {
  const running = writers.run(writerCount);
  await writers.chanceMoment(writesARound);
  const gone = site.end('SIGKILL');
  writers.stop();
  await Promise.all([running, gone]);
  await site.start();
}

/**
 * The same cuts under a bare append: what the kernel keeps of what its `fdatasync` said before the cut began, and what it
 * says while the cut is under way. A round in which the second is lost is why late answers are no promise.
 */
async function appendOn(type: FileSystem, { scratch, scale, progress }: Trial): Promise<Row> {
  const lost = { before: 0, after: 0 };
  const said = { before: 0, after: 0 };
  for (let round = 0; round < scale.baseline; round++) {
    const disk = await LoopDisk.make(scratch, type, `append-${type}`);
    try {
      const neighbour = forkRole('neighbour', disk.mountPoint);
      const appender = forkRole('append', disk.mountPoint);
      const synced: Synced[] = [];
      appender.on('message', (line: Synced) => synced.push(line));
      const wanted = 50 + Math.ceil(Math.random() * 500);
      while (synced.length < wanted && appender.exitCode === null) await delay(5);
      const cutAt = machineTime();
      disk.cutPower();
      await delay(20);
      await Promise.all([killed(appender), killed(neighbour)]);
      await disk.recover();
      const kept = await Promise.all(
        Array.from({ length: lanes }, (_, lane) =>
          fs.readFile(path.join(disk.mountPoint, `lane-${lane}`), 'utf8'),
        ),
      );
      for (const { lane, line, at } of synced) {
        const when = at < cutAt ? 'before' : 'after';
        said[when]++;
        if (!`\n${kept[lane]}`.includes(`\n${lineOf(line)}`)) lost[when]++;
      }
      progress(`power cuts under a bare append on ${type}: ${round + 1}`);
    } finally {
      await disk.discard();
    }
  }
  return {
    case: `the same under a bare append and fdatasync, ${type} (what the kernel promises)`,
    rounds: scale.baseline,
    outcome:
      `${lost.before} of ${counted(said.before)} lost that were synced before the cut; ` +
      `${lost.after} of ${counted(said.after)} whose sync succeeded while it was under way`,
    expected: '0 of the first',
    ok: lost.before === 0 && said.before > 0,
  };
}

/** The same cuts under lowdb as it comes: if nothing is lost here, the method shows nothing. */
async function lowdbOn(type: FileSystem, { scratch, scale, progress }: Trial): Promise<Row> {
  let acknowledged = 0;
  let lost = 0;
  let unreadable = 0;
  for (let round = 0; round < scale.baseline; round++) {
    const disk = await LoopDisk.make(scratch, type, `lowdb-${type}`);
    try {
      const neighbour = forkRole('neighbour', disk.mountPoint);
      const lowdb = forkRole('lowdb', disk.mountPoint);
      const promised = new Set<number>();
      lowdb.on('message', ({ ids }: Promised) => ids.forEach((id) => promised.add(id)));
      const wanted = Math.ceil(Math.random() * 500);
      while (promised.size < wanted && lowdb.exitCode === null) await delay(5);
      disk.cutPower();
      await Promise.all([killed(lowdb), killed(neighbour)]);
      await disk.recover();
      const kept = await idsIn(path.join(disk.mountPoint, 'db.json'));
      if (!kept) unreadable++;
      acknowledged += promised.size;
      lost += [...promised].filter((id) => !kept?.has(id)).length;
      progress(`power cuts under lowdb on ${type}: ${round + 1}`);
    } finally {
      await disk.discard();
    }
  }
  return {
    case: `the same under stock lowdb, ${type} (baseline)`,
    rounds: scale.baseline,
    outcome:
      `${counted(lost)} of ${counted(acknowledged)} acknowledged writes lost; ` +
      `db.json empty, missing or not JSON ${unreadable} times`,
    expected: 'some lost, or the method shows nothing',
    ok: lost > 0,
  };
}

async function idsIn(file: string): Promise<Set<number> | undefined> {
  try {
    const { messages } = JSON.parse(await fs.readFile(file, 'utf8')) as { messages: { id: number }[] };
    return new Set(messages.map(({ id }) => id));
  } catch {
    return undefined;
  }
}
