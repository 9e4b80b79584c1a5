import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { bucketAt } from '#tests/support/buckets.ts';
import { type S3Double, startS3Double } from '#tests/support/s3-double.ts';
import { openLocalFiles } from '../files/local.ts';
import { openBucketFiles } from '../files/s3.ts';
import { replacedMark } from '../files/swap.ts';
import type { FileStore } from '../files/types.ts';
import { openStore } from '../store/store.ts';
import type { Store } from '../store/types.ts';
import { FileMirror, type FileMirrorOptions } from './file-mirror.ts';

let double: S3Double;
let folder: string;
let uploadsDir: string;
let store: Store;
let local: FileStore;
let mirror: FileMirror;
const onTask = vi.fn();

beforeAll(async () => {
  double = await startS3Double();
});
afterAll(() => double.close());
beforeEach(async () => {
  double.objects.clear();
  double.fault = undefined;
  onTask.mockClear();
  folder = await mkdtemp(join(tmpdir(), 'files-'));
  uploadsDir = join(folder, 'uploads');
  store = await openStore({ dataDir: join(folder, 'data') });
  local = await openLocalFiles(uploadsDir);
  mirror = begin();
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

function begin(options: Partial<FileMirrorOptions> = {}): FileMirror {
  const bucket = bucketAt(double, '', { attempts: 1 });
  const files = openBucketFiles(bucket, join(folder, 'incoming'));
  return new FileMirror({ bucket, files, local, store, uploadsDir, onTask, ...options });
}

const keep = (files: FileStore, name: string, content = 'ferro') =>
  files.receive(Readable.from([Buffer.from(content)]), 1_000, () => Promise.resolve(name));
const tasks = () => [...store.mirrorTasks.values()].map(({ name, action }) => `${action} ${name}`).sort();
const kept = () => [...double.objects.keys()].sort();

test('every change is noted in the database, done, and then no longer noted', async () => {
  await mirror.synchronise();
  await keep(mirror.noted, 'a.mp3');
  await keep(mirror.noted, 'b.mp3');
  await vi.waitFor(() => expect(tasks()).toEqual(['copy a.mp3', 'copy b.mp3']));
  await vi.waitFor(() => expect(onTask).toHaveBeenCalledTimes(2));
  expect(mirror.pending).toBe(2);
  await mirror.synchronise();
  expect([kept(), mirror.pending]).toEqual([['files/a.mp3', 'files/b.mp3'], 0]);
  await mirror.noted.delete('a.mp3');
  await vi.waitFor(() => expect(tasks()).toEqual(['delete a.mp3']));
  await mirror.synchronise();
  expect([kept(), mirror.pending]).toEqual([['deleted/a.mp3', 'files/a.mp3', 'files/b.mp3'], 0]);
});

test('what counts is what is here now, not what an old task says', async () => {
  await mirror.synchronise();
  await keep(local, 'a.mp3');
  await store.mutate([
    {
      type: 'put',
      collection: 'mirrorTasks',
      record: { id: 'x', name: 'a.mp3', action: 'delete', since: new Date().toISOString() },
    },
  ]);
  await mirror.synchronise();
  expect([kept(), mirror.pending]).toEqual([['files/a.mp3'], 0]);
});

test('a file that the bucket refuses holds up no other, and is still to be done', async () => {
  await mirror.synchronise();
  for (const name of ['a.mp3', 'b.mp3', 'c.mp3']) await keep(mirror.noted, name);
  await vi.waitFor(() => expect(mirror.pending).toBe(3));
  double.fault = ({ key, method }) => (method === 'PUT' && key === 'files/b.mp3' ? 400 : undefined);
  await expect(mirror.synchronise()).rejects.toMatchObject({ failure: 'unknown' });
  expect([kept(), tasks()]).toEqual([['files/a.mp3', 'files/c.mp3'], ['copy b.mp3']]);
});

test('while the bucket refuses everything, not every file is tried', async () => {
  await mirror.synchronise();
  const names = Array.from({ length: 12 }, (_, index) => `${index}.mp3`);
  for (const name of names) await keep(mirror.noted, name);
  await vi.waitFor(() => expect(mirror.pending).toBe(12));
  double.fault = () => 403;
  double.requests.length = 0;
  await expect(mirror.synchronise()).rejects.toMatchObject({ failure: 'refused' });
  expect(double.requests.length).toBeLessThanOrEqual(3);
  expect(mirror.pending).toBe(12);
});

test('a change that nobody noted is found at the start, and what was lost here comes back', async () => {
  await keep(local, 'a.mp3');
  await keep(local, 'b.mp3');
  await mirror.synchronise();
  expect(kept()).toEqual(['files/a.mp3', 'files/b.mp3']);
  await local.delete('a.mp3');
  await mirror.synchronise();
  expect(await local.stat('a.mp3')).toBeUndefined();
  await begin().synchronise();
  expect((await local.stat('a.mp3'))?.bytes).toBe(5);
});

test('after a restore what is here is what is wanted: the rest is marked as deleted', async () => {
  await keep(local, 'a.mp3');
  await keep(local, 'b.mp3');
  await mirror.synchronise();
  const mark = join(uploadsDir, replacedMark);
  await mkdir(mark);
  await local.delete('a.mp3');
  // The files may still be on their way to their places.
  await mirror.synchronise();
  expect(kept()).not.toContain('deleted/a.mp3');
  const before = new Date(Date.now() - 60_000);
  await utimes(mark, before, before);
  await mirror.synchronise();
  expect(kept()).toContain('deleted/a.mp3');
  await begin().synchronise();
  expect(await local.stat('a.mp3')).toBeUndefined();
});

test('a deleted file goes from the bucket when nothing kept can need it, unless it is here again', async () => {
  for (const name of ['a.mp3', 'b.mp3']) await keep(mirror.noted, name);
  await mirror.synchronise();
  for (const name of ['a.mp3', 'b.mp3']) await mirror.noted.delete(name);
  await vi.waitFor(() => expect(tasks()).toEqual(['delete a.mp3', 'delete b.mp3']));
  await mirror.synchronise();
  await keep(local, 'b.mp3');
  await mirror.purge(10_000);
  expect(kept()).toHaveLength(4);
  await mirror.purge(10_000, Date.now() + 20_000);
  expect(kept()).toEqual(['deleted/b.mp3', 'files/b.mp3']);
});
