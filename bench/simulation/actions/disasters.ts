import { dirname } from 'node:path';
import { bucketSettings, restoreFromBucket } from '../../../src/server/main/bench-api.ts';
import { checkAll } from '../checks.ts';
import { dayMs, hourMs, require } from '../facts.ts';
import type { Life } from '../life.ts';
import { folders } from '../site.ts';
import type { DiskTrouble } from '../world/disk.ts';
import { forgetCopies, newCode, remakeCode, upload } from './author.ts';
import { crowd, crowdAtTheEnd, forgetTalk, redeem, talk } from './readers.ts';

export async function crash(life: Life, isPowerCut: boolean): Promise<void> {
  await life.crash(isPowerCut);
  // What a killed process left may be cut while the next one reads it.
  if (isPowerCut && life.world.random.chance(0.2)) {
    await life.world.time.until(life.site.start(), life.world.random.below(200));
    await life.crash(true);
  }
  await startAndCheck(life);
}

async function startAndCheck(life: Life): Promise<void> {
  await life.start();
  await checkAll(life);
}

/** Power goes while a line is being written, and what is left of it is in the way of whatever the next process writes. */
export async function tearLine(life: Life, who: number, n: number): Promise<void> {
  await crowdAtTheEnd(life, who, n, true, 'writing');
  await talk(life, who);
  await crash(life, n % 2 === 0);
}

/** Killed before a line was synced, which the next process has read and told: power goes before anything else is written. */
export async function killThenCut(life: Life, who: number, n: number): Promise<void> {
  await crowdAtTheEnd(life, who, n, false, 'writing');
  await checkAll(life);
  await crash(life, true);
}

/** Power goes in the very moment in which somebody has been answered. */
export async function cutAtAnswer(life: Life, who: number, n: number): Promise<void> {
  await crowdAtTheEnd(life, who, n, true, 'answered');
  await checkAll(life);
}

/** A code is made twice, the journal with it is folded, and what was removed after that is back. */
export async function cutAfterFold(life: Life, who: number, n: number): Promise<void> {
  await remakeCode(life, who, n);
  await checkAll(life);
  await crash(life, true);
}

export async function restart(life: Life): Promise<void> {
  await life.site.stop();
  await startAndCheck(life);
}

/** A disk without room or with errors, for some minutes of ordinary life; then it is sound again. */
export async function troubleDisk(life: Life, who: number, trouble: DiskTrouble): Promise<void> {
  const { disk, random } = life.world;
  disk.trouble = trouble;
  if (trouble === 'failing') life.isDiskDoubtful = true;
  for (let number = 0; number < 5; number += 1) {
    const reader = (who + number) % 6;
    // The first that finds no room is refused in another way than those after it.
    if (number % 2 === 0) await redeem(life, reader, number);
    await talk(life, reader);
    if (number % 2 === 1) await redeem(life, reader, number);
    await life.pass(2_000);
    if (trouble === 'failing') continue;
    disk.trouble = 'none';
    await talk(life, reader);
    disk.trouble = trouble;
  }
  await newCode(life, who, who);
  disk.trouble = 'none';
  if (trouble === 'failing') return crash(life, random.chance(0.5));
  life.facts.resume(life.now);
  // What could not be folded is tried again half a minute later.
  await life.pass(40_000);
  const change = { method: 'PATCH', path: '/api/admin/conversations', body: {} };
  const answer = await life.ask(await life.author(), change);
  require(answer?.status === 200, `there is room again, and the site refuses to write: ${answer?.text}`);
  await checkAll(life);
}

const clockSettings = [10_000, 70 * 60_000, 25 * hourMs].flatMap((size) => [size, -size]);

/** The machine's clock is set, while the site runs or while it is off; what is said and promised afterwards holds all the same. */
export async function setClock(life: Life, who: number, n: number): Promise<void> {
  const isOff = n % 3 === 0;
  if (isOff) await life.site.stop();
  life.setClock(clockSettings[n % clockSettings.length] ?? 0);
  if (isOff) await life.start();
  await talk(life, who);
  await redeem(life, who, n);
  await life.pass(5_000);
  await checkAll(life);
}

/** The machine is off for a while. */
export async function turnOff(life: Life, milliseconds: number): Promise<void> {
  await life.site.stop();
  await life.world.time.pass(milliseconds);
  await life.start();
  await life.pass(2 * 60_000);
  await checkAll(life);
}

/** One who comes on four evenings; in between the machine is off. Each second of them deletes in the end what was said. */
export async function comeEveryEvening(life: Life, who: number, n: number): Promise<void> {
  for (let evening = 0; evening < 4; evening += 1) {
    await talk(life, who);
    if (evening === 3 && n % 2 === 0) await forgetTalk(life, who);
    await turnOff(life, 20 * hourMs);
  }
}

/** The machine is suspended for days, and wakes: what is over goes within a day. With a bucket, which is asked every second, not as long. */
export async function suspend(life: Life, who: number, n: number): Promise<void> {
  await talk(life, who);
  life.sleep((1 + (n % 40)) * dayMs);
  await life.pass(life.hasBucket ? hourMs : 27 * hourMs);
  await checkAll(life);
}

/** Long enough for what is over to be deleted; with a bucket, which is asked every second, not as long. */
export async function passDays(life: Life, _who: number, n: number): Promise<void> {
  await life.pass((life.hasBucket ? 0 : (1 + (n % 3)) * dayMs) + 3 * hourMs);
  await checkAll(life);
}

/**
 * Everything on the machine is gone; what the bucket had a quiet minute to take is all there. Each third machine is lost at night,
 * hours after the last word: the bucket has been cleaned meanwhile, and nothing new has covered what that left.
 */
export async function loseMachine(life: Life, who: number, n: number): Promise<void> {
  if (!life.hasBucket) return;
  const { bucket, disk, time } = life.world;
  bucket.trouble = 'none';
  // A bucket that was away is asked again within a minute, a run begins, and its copy takes a second.
  await life.pass(3 * 60_000 + (n % 5) * 30_000);
  const isSlow = n % 2 === 0;
  if (isSlow) bucket.trouble = 'slow';
  // db.json is copied once a minute: after these. The others are in the journal alone, and on a slow line they come while some are sent.
  await crowd(life, n, n);
  await life.pass(isSlow ? 15_000 : 3_000);
  for (let number = 0; number < 3; number += 1) {
    await crowd(life, n + number, n);
    await redeem(life, (n + number) % 6, number);
    await life.pass(400);
  }
  await upload(life, who, n);
  await life.pass(n % 3 === 0 ? 3 * hourMs : isSlow ? 30_000 : 6_000);
  await life.crash(true);
  disk.removeTree(folders.data);
  disk.removeTree(folders.uploads);
  forgetCopies(life);
  const isRefused = (await life.site.start()) !== undefined;
  require(isRefused, 'the site began a new database where the bucket has one');
  const settings = bucketSettings(life.site.env);
  if (!settings) return;
  let problem: unknown;
  const restoring = restoreFromBucket({ settings, dataDir: folders.data, uploadsDir: folders.uploads });
  const isOver = await time.until(
    restoring.catch((error: unknown) => (problem = error ?? 'unknown')),
    10 * 60_000,
  );
  require(isOver, 'the restore from the bucket hangs');
  require(problem === undefined, `the bucket does not give the site back: ${String(problem)}`);
  await life.site.kill();
  await life.start();
  // All is here again: nothing has to be asked for there.
  bucket.trouble = 'away';
  await checkAll(life);
  bucket.trouble = 'none';
}

/** The database's own files; the copies in the list hold others of these names. */
const filesOfStore = ({ world: { disk } }: Life, pattern: RegExp) =>
  disk.filesBelow(folders.data).filter((path) => dirname(path) === folders.data && pattern.test(path));

/** A byte of a stopped site's database is another: it does not start, and does once the byte is back. */
export async function damageFile(life: Life, _who: number, n: number): Promise<void> {
  // The journal has lines that are not its last.
  for (let number = 0; number < 3; number += 1) await talk(life, (n + number) % 6);
  await life.crash(false);
  const { disk, random } = life.world;
  const names = filesOfStore(life, /db\.json(?:\.journal)?$/);
  const path = random.pick(names);
  const before = disk.inode(path).content;
  // A wrong byte in the journal's last line is taken for the half line of a crash.
  const isJournal = path.includes('journal');
  const end = isJournal ? before.lastIndexOf('\n', -2) + 1 : before.length;
  if (end < 1) return life.start();
  const at = random.below(end);
  const after = Buffer.from(before);
  after[at] = (after[at] ?? 0) ^ (1 + (n % 255));
  disk.put(path, after);
  const isRefused = (await life.site.start()) !== undefined;
  require(isRefused, `byte ${at} of ${path} is wrong, and the site starts`);
  await life.site.kill();
  require(disk.inode(path).content.equals(after), `${path} was damaged and is changed`);
  disk.put(path, before);
  await startAndCheck(life);
}

/** A file is not there any more, any and then db.json: the site says so, or it was one that nothing needs, and all is there without it. */
export async function loseFile(life: Life, _who: number, n: number): Promise<void> {
  // Without this the newest of the journal may hold nothing yet.
  await talk(life, n % 6);
  for (const pattern of [/db\.json(?:\.journal)?$/, /db\.json$/]) {
    await life.crash(false);
    const { disk } = life.world;
    const names = filesOfStore(life, pattern);
    const path = names[n % names.length] as string;
    const before = disk.inode(path).content;
    disk.remove(path);
    if ((await life.site.start()) === undefined) {
      require(!path.endsWith('db.json'), 'db.json is missing, and the site starts');
      await checkAll(life);
      continue;
    }
    await life.site.kill();
    disk.put(path, before);
    await startAndCheck(life);
  }
}

/** A second process on the same folders is told that the first one is there, and the first goes on. */
export async function startTwice(life: Life): Promise<void> {
  const failure = String(await life.site.start(true));
  require(failure.includes('già aperto'), `a second site started beside the first: ${failure}`);
  await talk(life, 0);
}
