import { restoreFromBucket, bucketSettings } from '../../../src/server/main/lab.ts';
import { checkAll } from '../checks.ts';
import { dayMs, hourMs, require } from '../facts.ts';
import { folders } from '../installation.ts';
import type { Life } from '../life.ts';
import type { BucketTrouble } from '../world/bucket.ts';
import type { DiskTrouble } from '../world/disk.ts';
import type { ModelTrouble } from '../world/model.ts';
import { forgetUndo, newCode, remakeCode, upload } from './author.ts';
import { crowd, crowdAtTheEnd, forgetTalk, redeem, talk } from './readers.ts';

export async function crash(life: Life, isPowerCut: boolean): Promise<void> {
  await life.crash(isPowerCut);
  // What a killed process left may be cut while the next one reads it.
  if (isPowerCut && life.world.random.chance(0.2)) {
    await life.world.time.until(life.site.start(), life.world.random.below(200));
    await life.crash(true);
  }
  heal(life);
  await life.start();
  await checkAll(life);
}

/** Power goes while a line is being written, and what is left of it is in the way of whatever the next process writes. */
export async function tearLine(life: Life, who: number, amount: number): Promise<void> {
  await crowdAtTheEnd(life, who, amount, true, 'writing');
  await talk(life, who);
  return crash(life, amount % 2 === 0);
}

/** Killed before a line was synced, which the next process has read and told: power goes before anything else is written. */
export async function killThenCut(life: Life, who: number, amount: number): Promise<void> {
  await crowdAtTheEnd(life, who, amount, false, 'writing');
  await checkAll(life);
  return crash(life, true);
}

/** Power goes in the very moment in which somebody has been answered. */
export async function cutAtAnswer(life: Life, who: number, amount: number): Promise<void> {
  await crowdAtTheEnd(life, who, amount, true, 'answered');
  await checkAll(life);
}

/** A code is made twice, the journal with it is folded, and what was removed after that is back. */
export async function cutAfterFold(life: Life, amount: number): Promise<void> {
  await remakeCode(life, amount);
  await checkAll(life);
  return crash(life, true);
}

export async function restart(life: Life): Promise<void> {
  await life.site.stop();
  heal(life);
  await life.start();
  await checkAll(life);
}

function heal({ world }: Life): void {
  world.disk.trouble = 'none';
}

/** A disk without room or with errors, for some minutes of ordinary life; then a start on a sound one. */
export async function troubleDisk(life: Life, who: number, trouble: DiskTrouble): Promise<void> {
  life.world.disk.trouble = trouble;
  if (trouble === 'failing') life.isDiskDoubtful = true;
  for (let number = 0; number < 5; number += 1) {
    await talk(life, (who + number) % 6);
    await redeem(life, (who + number) % 6, number);
    await life.pass(2_000);
  }
  await newCode(life, who);
  heal(life);
  if (trouble === 'failing') return crash(life, life.world.random.chance(0.5));
  life.facts.resume(life.now);
  // What could not be folded is tried again half a minute later.
  await life.pass(40_000);
  const keeping = await life.ask(await life.author(), {
    method: 'PATCH',
    path: '/api/admin/conversations',
    body: {},
  });
  require(keeping?.status === 200, `there is room again, and the site refuses to write: ${keeping?.text}`);
  await checkAll(life);
}

export function troubleBucket(life: Life, trouble: BucketTrouble): void {
  life.world.bucket.trouble = trouble;
}

export function troubleModel(life: Life, trouble: ModelTrouble): void {
  life.world.model.trouble = trouble;
}

const clockSettings = [10_000, 70 * 60_000, 25 * hourMs].flatMap((size) => [size, -size]);

/** The machine's clock is set, while the site runs or while it is off; what is said and promised afterwards holds all the same. */
export async function setClock(life: Life, who: number, at: number): Promise<void> {
  const isOff = at % 3 === 0;
  if (isOff) await life.site.stop();
  heal(life);
  life.setClock(clockSettings[at % clockSettings.length] ?? 0);
  if (isOff) await life.start();
  await talk(life, who);
  await redeem(life, who, at);
  await life.pass(5_000);
  await checkAll(life);
}

/** The machine is off for a while. */
export async function turnOff(life: Life, milliseconds: number): Promise<void> {
  await life.site.stop();
  heal(life);
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
export async function suspend(life: Life, who: number, days: number): Promise<void> {
  await talk(life, who);
  life.sleep(days * dayMs);
  await life.pass(life.hasBucket ? hourMs : 27 * hourMs);
  await checkAll(life);
}

/** Long enough for what is over to be deleted; with a bucket, which is asked every second, not as long. */
export async function passDays(life: Life, days: number): Promise<void> {
  await life.pass((life.hasBucket ? 0 : days * dayMs) + 3 * hourMs);
  await checkAll(life);
}

/**
 * Everything on the machine is gone; what the bucket had a quiet minute to take is all there. Each third machine is lost at night,
 * hours after the last word: the bucket has been cleaned meanwhile, and nothing new has covered what that left.
 */
export async function loseMachine(life: Life, at: number): Promise<void> {
  if (!life.hasBucket) return;
  const { world, site } = life;
  world.bucket.trouble = 'none';
  // A bucket that was away is asked again within a minute, a run begins, and its copy takes a second.
  await life.pass(3 * 60_000 + (at % 5) * 30_000);
  const isSlow = at % 2 === 0;
  if (isSlow) world.bucket.trouble = 'slow';
  // db.json is copied once a minute: after these. The others are in the journal alone, and on a slow line they come while some are sent.
  await crowd(life, at, at);
  await life.pass(isSlow ? 15_000 : 3_000);
  for (let number = 0; number < 3; number += 1) {
    await crowd(life, at + number, at);
    await redeem(life, (at + number) % 6, number);
    await life.pass(400);
  }
  await upload(life, at);
  await life.pass(at % 3 === 0 ? 3 * hourMs : isSlow ? 30_000 : 6_000);
  await life.crash(true);
  world.disk.removeTree(folders.data);
  world.disk.removeTree(folders.uploads);
  forgetUndo(life);
  const failure = await site.start();
  require(failure !== undefined, 'the site began a new database where the bucket has one');
  const settings = bucketSettings(site.env);
  if (!settings) return;
  let problem: unknown;
  const restoring = restoreFromBucket({ settings, dataDir: folders.data, uploadsDir: folders.uploads }).catch(
    (error: unknown) => (problem = error ?? 'unknown'),
  );
  require(await world.time.until(restoring, 10 * 60_000), 'the restore from the bucket hangs');
  require(problem === undefined, `the bucket does not give the site back: ${String(problem)}`);
  await site.end();
  await life.start();
  // All is here again: nothing has to be asked for there.
  world.bucket.trouble = 'away';
  await checkAll(life);
  world.bucket.trouble = 'none';
}

/** A byte of a stopped site's database is another: it does not start, and does once the byte is back. */
export async function damageFile(life: Life, at: number): Promise<void> {
  // The journal has lines that are not its last.
  for (let number = 0; number < 3; number += 1) await talk(life, (at + number) % 6);
  await life.crash(false);
  const { disk, random } = life.world;
  const names = disk.filesBelow(folders.data).filter((path) => /db\.json(?:\.journal\.\d+)?$/.test(path));
  const path = random.chance(0.5) ? `${folders.data}/db.json` : random.pick(names);
  const before = disk.inode(path).content;
  const lines = before.toString('latin1').split('\n');
  // A wrong byte in the journal's last line is taken for the half line of a crash.
  const isJournal = path.includes('journal');
  const end = before.length - (isJournal ? (lines.at(-2)?.length ?? 0) + 1 : 0);
  if (end < 1) return life.start();
  const where = random.below(end);
  const after = Buffer.from(before);
  after[where] = (after[where] ?? 0) ^ (1 + (at % 255));
  disk.put(path, after);
  const failure = await life.site.start();
  require(failure !== undefined, `byte ${where} of ${path} is wrong, and the site starts`);
  await life.site.end();
  require(disk.inode(path).content.equals(after), `${path} was damaged and is changed`);
  disk.put(path, before);
  await life.start();
  await checkAll(life);
}

/** A file is not there any more, any and then db.json: the site says so, or it was one that nothing needs, and all is there without it. */
export async function loseFile(life: Life, which: number): Promise<void> {
  // Without this the newest of the journal may hold nothing yet.
  await talk(life, which % 6);
  for (const one of [/db\.json$|db\.json\.journal\.\d+$/, /db\.json$/]) await loseOne(life, which, one);
}

async function loseOne(life: Life, which: number, one: RegExp): Promise<void> {
  await life.crash(false);
  const { disk } = life.world;
  const names = disk.filesBelow(folders.data).filter((path) => one.test(path));
  const path = names[which % names.length] as string;
  const before = disk.inode(path).content;
  disk.remove(path);
  const failure = await life.site.start();
  if (failure === undefined) {
    require(!path.endsWith('db.json'), 'db.json is missing, and the site starts');
    return checkAll(life);
  }
  await life.site.end();
  disk.put(path, before);
  await life.start();
  await checkAll(life);
}

/** A second process on the same folders is told that the first one is there, and the first goes on. */
export async function startTwice(life: Life): Promise<void> {
  const failure = await life.site.startAnother();
  require(String(failure).includes(
    'già aperto',
  ), `a second site started beside the first: ${String(failure)}`);
  await talk(life, 0);
}
