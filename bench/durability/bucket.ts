import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { doubleEnv, type Fault, type S3Double, startS3Double } from '../../tests/support/s3-double.ts';
import { counted, type Row, type Trial } from './row.ts';
import { adminPassword } from '../../tests/support/admin-password.ts';
import { firstStart, SiteProcess } from './site-process.ts';
import { Writers } from './writers.ts';

const run = promisify(execFile);
const writerCount = 8;
const outageMs = 12_000;
const loadMs = 3_000;
/** Nobody waits longer for the mirror to catch up. */
const timeoutMs = 120_000;
/** What a killed machine may lose: the copy's own second, the transfer, and a busy machine. */
const secondsLostAtMost = 5;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * The bucket goes away in every way while readers and the author write; then a machine is rebuilt from the bucket alone,
 * once of a site that had come to rest, once of one that was killed in the middle.
 */
export async function bucket(trial: Trial): Promise<Row[]> {
  const double = await startS3Double();
  const site = new SiteProcess(path.join(trial.scratch, 'bucket'), { env: doubleEnv(double) });
  const writers = new Writers({ url: () => site.url, uploads: true });
  try {
    await site.start(firstStart);
    await writers.prepare(adminPassword);
    return [
      await outage(double, writers, trial),
      await rebuilt(double, site, trial),
      await killed(double, site, writers, trial),
    ];
  } finally {
    await site.end('SIGKILL');
    await double.close();
  }
}

async function outage(double: S3Double, writers: Writers, { progress }: Trial): Promise<Row> {
  const faults: Fault[] = [503, 'reset', 'hang', 403, 'reset-after'];
  const writing = writers.run(writerCount);
  await pause(loadMs);
  for (const fault of faults) {
    progress(`the bucket answers with ${fault}`);
    double.fault = () => fault;
    await pause(outageMs / faults.length);
  }
  double.fault = undefined;
  await pause(loadMs);
  writers.stop();
  await writing;
  const began = performance.now();
  const isWhole = await caughtUp(writers);
  const seconds = (performance.now() - began) / 1000;
  const { acknowledged, refused, unexpected } = writers.ledger;
  const failures = refused + unexpected.length;
  return {
    case: `bucket away for ${outageMs / 1000} s (503, reset, hang, 403) under ${writerCount} writers`,
    rounds: faults.length,
    outcome:
      `${counted(acknowledged)} writes acknowledged, ${failures} requests failed; ` +
      (isWhole ? `all mirrored ${seconds.toFixed(1)} s after the load` : 'the mirror did not catch up'),
    expected: '0 failed, all mirrored',
    ok: failures === 0 && isWhole,
  };
}

/** Whether the mirror says that everything is there, before patience ends. */
async function caughtUp({ author }: Writers): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (performance.now() < end) {
    const { state, databaseBehind } = await author.json<{ state: string; databaseBehind: number }>(
      'GET',
      '/api/admin/backup/mirror',
    );
    if (state === 'ok' && databaseBehind === 0) return true;
    await pause(100);
  }
  return false;
}

async function rebuilt(double: S3Double, site: SiteProcess, { scratch, progress }: Trial): Promise<Row> {
  progress('rebuilding from the bucket');
  // Two seconds of quiet: the copy is a second behind by design.
  await pause(2_000);
  await site.end('SIGKILL');
  const copy = path.join(scratch, 'rebuilt');
  await restore(double, copy);
  await site.start();
  await site.end('SIGTERM');
  const differences = [
    ...((await databaseOf(site.folder)) === (await databaseOf(copy)) ? [] : ['the database']),
    ...((await filesOf(site.folder)) === (await filesOf(copy)) ? [] : ['the files']),
  ];
  return {
    case: 'machine lost at rest, rebuilt from the bucket alone',
    rounds: 1,
    outcome:
      differences.length === 0
        ? 'database and files identical, 0 s lost'
        : `different: ${differences.join(', ')}`,
    expected: 'identical',
    ok: differences.length === 0,
  };
}

async function killed(double: S3Double, site: SiteProcess, writers: Writers, trial: Trial): Promise<Row> {
  trial.progress('killing under load, and rebuilding');
  await site.start();
  await waitFor(writers);
  const writing = writers.run(writerCount);
  await pause(loadMs * 2);
  const at = Date.now();
  await site.end('SIGKILL');
  writers.stop();
  await writing;
  const copy = path.join(trial.scratch, 'rebuilt-killed');
  await restore(double, copy);
  // The killed machine's own disk says what there was.
  await site.start();
  await site.end('SIGTERM');
  const kept = await messagesOf(copy);
  const lost = [...(await messagesOf(site.folder))].filter(([id]) => !kept.has(id));
  const oldest = Math.min(at, ...lost.map(([, time]) => time));
  const seconds = (at - oldest) / 1000;
  return {
    case: `machine killed under ${writerCount} writers, rebuilt from the bucket alone`,
    rounds: 1,
    outcome: `${counted(kept.size)} messages there, ${counted(lost.length)} lost: the last ${seconds.toFixed(1)} s`,
    expected: `at most ${secondsLostAtMost} s lost`,
    ok: kept.size > 0 && seconds <= secondsLostAtMost,
  };
}

async function waitFor(writers: Writers): Promise<void> {
  if (!(await caughtUp(writers))) throw new Error('the mirror did not begin');
}

/** Runs the command on a machine that has nothing but the keys. */
async function restore(double: S3Double, folder: string): Promise<void> {
  await run(process.execPath, ['dist/server/restore.js', 's3'], {
    env: {
      PATH: process.env.PATH,
      ...doubleEnv(double),
      DATA_DIR: path.join(folder, 'data'),
      UPLOADS_DIR: path.join(folder, 'uploads'),
    },
  });
}

type Json = Record<string, { id: string; timestamp: string }[]>;

async function read(folder: string): Promise<Json> {
  return JSON.parse(await fs.readFile(path.join(folder, 'data/db.json'), 'utf8')) as Json;
}

/** Everything but what is of the file and not of its content. */
async function databaseOf(folder: string): Promise<string> {
  const { generation, sequence, checksum, mirrorTasks, ...content } = await read(folder);
  void [generation, sequence, checksum, mirrorTasks];
  return JSON.stringify(content);
}

async function messagesOf(folder: string): Promise<Map<string, number>> {
  const { chatMessages = [] } = await read(folder);
  return new Map(chatMessages.map(({ id, timestamp }) => [id, Date.parse(timestamp)]));
}

async function filesOf(folder: string): Promise<string> {
  const uploads = path.join(folder, 'uploads');
  const entries = await fs.readdir(uploads, { recursive: true, withFileTypes: true });
  const lines = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(uploads, path.join(entry.parentPath, entry.name)))
    .filter((name) => !/(^|\/)\./.test(name))
    .sort()
    .map(async (name) => {
      const content = await fs.readFile(path.join(uploads, name));
      return `${createHash('sha256').update(content).digest('hex')} ${name}`;
    });
  return (await Promise.all(lines)).join('\n');
}
