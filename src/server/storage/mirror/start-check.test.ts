import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { openFileDouble } from '#tests/support/buckets.ts';
import { headKey, runKey, snapshotKey } from './layout.ts';
import { openMachine } from './machine.ts';
import { checkBucket } from './start-check.ts';

const double = await openFileDouble();
let folder: string;
const onWait = vi.fn();

beforeEach(async () => {
  onWait.mockClear();
  folder = await mkdtemp(join(tmpdir(), 'start-'));
  await writeFile(join(folder, 'db.json'), '{}');
  return () => rm(folder, { recursive: true, force: true });
});

const settings = () => {
  const { url: endpoint, bucket, keys } = double;
  return { endpoint, region: 'us-east-1', bucket, prefix: '', ...keys };
};
/** @param during what happens while it waits */
const check = (during = () => undefined as unknown) => {
  const wait = vi.fn(() => Promise.resolve(during()));
  return checkBucket(folder, settings(), { onWait, wait }).then(() => wait.mock.calls);
};
/** A machine's last sign of life in the bucket. @param ageMs by the bucket's clock */
function give(
  machine: string | undefined,
  ageMs: number,
  { closed = false, run = '00000003-aaaaaaaa' } = {},
): void {
  const modified = new Date(Date.now() - ageMs);
  const note = { machine, sequence: 5, at: '2001-01-01T00:00:00.000Z', closed };
  const object = (content: object) => ({
    bytes: Buffer.from(JSON.stringify(content)),
    etag: 'x',
    modified,
    headers: {},
  });
  double.objects.set(runKey(run), object({}));
  double.objects.set(headKey(run), object(note));
}

test('another machine that gives its next sign while the start waits refuses it, in one sentence', async () => {
  give('altra', 20_000);
  const started = check(() => give('altra', 1_000));
  await expect(started).rejects.toMatchObject({
    failure: 'occupied',
    message:
      'Un’altra macchina lavora adesso nel bucket libro: fermala prima, oppure scegli un altro S3_PREFIX.',
  });
  expect(onWait).toHaveBeenCalledTimes(1);
});

test('one that was lost a moment ago is silent for a minute, and then the site starts', async () => {
  give('altra', 20_000);
  expect(await check()).toEqual([[60_000]]);
});

test('one that closes meanwhile, or was cut off from the bucket, stops nobody', async () => {
  give('altra', 20_000);
  expect(await check(() => give('altra', 0, { closed: true }))).toHaveLength(1);
  give('altra', 20_000);
  expect(await check(() => (double.fault = () => 403))).toHaveLength(1);
});

test('nobody waits for an old sign, a clean end, this machine, or a site of before machines had names', async () => {
  const { id } = await openMachine(folder);
  expect(await check()).toEqual([]);
  give('altra', 60_000);
  expect(await check()).toEqual([]);
  // Given before the bucket's clock was set back.
  give('altra', -25 * 3_600_000);
  expect(await check()).toEqual([]);
  give('altra', 1_000, { closed: true });
  expect(await check()).toEqual([]);
  give(undefined, 1_000);
  expect(await check()).toEqual([]);
  give('altra', 1_000);
  give(id, 1_000, { run: '00000004-00000000' });
  expect(await check()).toEqual([]);
  double.objects.set(headKey('00000005-00000000'), {
    bytes: Buffer.from('{'),
    etag: 'x',
    modified: new Date(),
    headers: {},
  });
  expect(await check()).toEqual([]);
  expect(onWait).not.toHaveBeenCalled();
});

test('a bucket that does not answer stops no start of a machine that has a database', async () => {
  give('altra', 20_000);
  double.fault = () => 503;
  expect(await check()).toEqual([]);
  await rm(join(folder, 'db.json'));
  await expect(check()).rejects.toMatchObject({ failure: 'unreachable' });
});

test('a machine without a database does not start beside a bucket that has one', async () => {
  await rm(join(folder, 'db.json'));
  expect(await check()).toEqual([]);
  give('altra', 3_600_000);
  expect(await check()).toEqual([]);
  const key = snapshotKey('00000003-aaaaaaaa', 5, new Date());
  double.objects.set(key, { bytes: Buffer.from('{}'), etag: 'x', modified: new Date(), headers: {} });
  await expect(check()).rejects.toThrow('npm run restore -- s3');
});

test('only the bucket’s clock counts, not this machine’s', async () => {
  give('altra', 20_000);
  const { now } = Date;
  // As much as a bucket lets pass.
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 10 * 60_000);
  expect(await check()).toHaveLength(1);
  clock.mockRestore();
});
