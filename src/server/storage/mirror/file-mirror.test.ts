import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { bucketAt, openFileDouble } from '#tests/support/buckets.ts';
import { put } from '#tests/support/records.ts';
import { sha256Of } from '../bucket/streams.ts';
import { openLocalFiles } from '../files/local.ts';
import { openBucketFiles } from '../files/s3.ts';
import { replacedMark } from '../files/swap.ts';
import { forgetUnsaved, noteUnsaved } from '../files/unsaved.ts';
import { openStore } from '../store/store.ts';
import type { Store } from '../store/types.ts';
import { type Ends, fetchFile, FileMirror, namesToCompare, repairFile } from './file-mirror.ts';

const double = await openFileDouble();
let folder: string;
let uploadsDir: string;
let store: Store;
let ends: Ends;
let mirror: FileMirror;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
  uploadsDir = join(folder, 'uploads');
  store = await openStore({ dataDir: join(folder, 'data') });
  const bucket = bucketAt(double, '', { attempts: 1 });
  ends = { bucket, files: openBucketFiles(bucket), local: await openLocalFiles(uploadsDir) };
  mirror = begin();
  return async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  };
});

const begin = () => new FileMirror({ ...ends, store, uploadsDir });
const hashed = (content: string) => `images/${sha256Of(Buffer.from(content)).slice(0, 32)}.webp`;
const keep = (name: string, content = 'ferro') =>
  ends.local.receive(Readable.from([Buffer.from(content)]), 1_000, () => Promise.resolve(name));
const here = async (name: string) => (await buffer(ends.local.read(name))).toString();
const there = (name: string) => double.objects.get(`files/${name}`)?.bytes.toString();
const keys = () => [...double.objects.keys()].sort();
const puts = () => double.requests.filter(({ method }) => method === 'PUT').length;
const deleted = { isWanted: () => false };

/** What is uploaded, or deleted, while the site runs. */
async function upload(name: string): Promise<void> {
  await keep(name);
  mirror.note(name);
}
async function remove(name: string): Promise<void> {
  await ends.local.delete(name);
  mirror.note(name);
}
/** The book speaks of a file. */
async function speakOf(...names: string[]): Promise<void> {
  const section = put.section('parla', 1);
  if (section.type !== 'put' || section.collection !== 'sections') throw new Error('a section');
  const content = names.map((name) => `![](/uploads/${name})`).join(' ');
  await store.mutate([{ ...section, record: { ...section.record, content } }]);
}
/** What the disk does to a file by itself: other bytes, the same time. */
async function damageHere(name: string, content: string): Promise<void> {
  const before = await ends.local.stat(name);
  const path = join(uploadsDir, name);
  await writeFile(path, content);
  if (before) await utimes(path, before.modifiedAt, before.modifiedAt);
}
function damageThere(name: string, content: string): void {
  const object = double.objects.get(`files/${name}`);
  if (object) object.bytes = Buffer.from(content);
}
async function writeLater(name: string): Promise<void> {
  const later = new Date(Date.now() + 60_000);
  await utimes(join(uploadsDir, name), later, later);
}

describe('one file', () => {
  test('is copied, once, and is no longer marked as deleted', async () => {
    await keep('audio/uno.mp3');
    expect(await repairFile(ends, 'audio/uno.mp3')).toBe('copy');
    await ends.bucket.put('deleted/audio/uno.mp3', Buffer.alloc(0));
    const sent = puts();
    expect(await repairFile(ends, 'audio/uno.mp3')).toBeUndefined();
    expect([keys(), there('audio/uno.mp3'), puts()]).toEqual([['files/audio/uno.mp3'], 'ferro', sent]);
  });

  test('that neither end has is nothing to do, and one that was deleted is marked', async () => {
    expect(await repairFile(ends, 'audio/nessuno.mp3', deleted)).toBeUndefined();
    expect(keys()).toEqual([]);
    await keep('audio/uno.mp3');
    await repairFile(ends, 'audio/uno.mp3');
    await ends.local.delete('audio/uno.mp3');
    expect(await repairFile(ends, 'audio/uno.mp3', deleted)).toBe('mark');
    expect(keys()).toEqual(['deleted/audio/uno.mp3', 'files/audio/uno.mp3']);
  });

  test('that is missing here and wanted comes back', async () => {
    await keep('audio/uno.mp3');
    await repairFile(ends, 'audio/uno.mp3');
    await ends.local.delete('audio/uno.mp3');
    expect(await repairFile(ends, 'audio/uno.mp3')).toBe('fetch');
    expect(await here('audio/uno.mp3')).toBe('ferro');
  });

  test('damaged here never takes the place of the whole one there: that comes back', async () => {
    const name = hashed('ferro');
    await keep(name);
    await repairFile(ends, name);
    for (const content of ['fErro', 'fer']) {
      await damageHere(name, content);
      expect(await repairFile(ends, name)).toBe('fetch');
      expect([await here(name), there(name)]).toEqual(['ferro', 'ferro']);
    }
  });

  test('whose name says that it is the whole one is copied over a damaged one', async () => {
    const name = hashed('ghisa');
    const file = await keep(name, 'ghisa');
    const wrong = Buffer.from('ghi');
    await ends.files.put(file, { bytes: 3, sha256: sha256Of(wrong), open: () => Readable.from([wrong]) });
    expect(await repairFile(ends, name)).toBe('copy');
    expect(there(name)).toBe('ghisa');
  });

  test.each([
    ['written here since it was copied', true, 'copy'],
    ['as old as its copy', false, 'fetch'],
  ] as const)('of two contents of one length, one that was %s decides', async (_, isRewritten, repair) => {
    await keep('audio/uno.mp3');
    await repairFile(ends, 'audio/uno.mp3');
    await damageHere('audio/uno.mp3', 'fErro');
    if (isRewritten) await writeLater('audio/uno.mp3');
    expect(await repairFile(ends, 'audio/uno.mp3', { dryRun: true })).toBe(repair);
    expect([await here('audio/uno.mp3'), there('audio/uno.mp3')]).toEqual(['fErro', 'ferro']);
    await repairFile(ends, 'audio/uno.mp3');
    const content = isRewritten ? 'fErro' : 'ferro';
    expect([await here('audio/uno.mp3'), there('audio/uno.mp3')]).toEqual([content, content]);
  });

  test('damaged there does not come here', async () => {
    await keep('audio/uno.mp3');
    await repairFile(ends, 'audio/uno.mp3');
    damageThere('audio/uno.mp3', 'fErro');
    await ends.local.delete('audio/uno.mp3');
    await expect(fetchFile(ends, 'audio/uno.mp3')).rejects.toMatchObject({ failure: 'damaged' });
    expect(await ends.local.list()).toEqual([]);
  });
});

describe('the names to compare', () => {
  beforeEach(async () => {
    for (const name of ['a/uguale', 'b/solo-la', 'c/cancellato']) {
      await keep(name);
      await repairFile(ends, name);
    }
    await ends.local.delete('b/solo-la');
    await ends.local.delete('c/cancellato');
    await repairFile(ends, 'c/cancellato', deleted);
    await keep('d/solo-qui', 'ossido');
  });

  test('are those of which one end alone has a file', async () => {
    expect(await namesToCompare(ends, {})).toEqual(['d/solo-qui', 'b/solo-la']);
  });

  test('and of one that is marked as deleted, and is here again or wanted', async () => {
    expect(await namesToCompare(ends, { isWanted: () => true })).toContain('c/cancellato');
    await keep('c/cancellato');
    expect(await namesToCompare(ends, {})).toContain('c/cancellato');
  });

  test('and of different lengths; of one length only when asked to', async () => {
    await damageHere('a/uguale', 'fErro');
    expect(await namesToCompare(ends, {})).not.toContain('a/uguale');
    expect(await namesToCompare(ends, { thoroughly: true })).toContain('a/uguale');
    await damageHere('a/uguale', 'fer');
    expect(await namesToCompare(ends, {})).toContain('a/uguale');
  });

  test('once repaired there is none', async () => {
    for (const name of await namesToCompare(ends, {})) await repairFile(ends, name);
    expect(await namesToCompare(ends, {})).toEqual([]);
    expect([await here('b/solo-la'), there('d/solo-qui')]).toEqual(['ferro', 'ossido']);
  });
});

test('every change is noted, done, and then no longer noted', async () => {
  await mirror.synchronise();
  await upload('a.mp3');
  await upload('b.mp3');
  expect(mirror.pending).toBe(2);
  await mirror.synchronise();
  expect([keys(), mirror.pending]).toEqual([['files/a.mp3', 'files/b.mp3'], 0]);
  await remove('a.mp3');
  expect(mirror.pending).toBe(1);
  await mirror.synchronise();
  expect([keys(), mirror.pending]).toEqual([['deleted/a.mp3', 'files/a.mp3', 'files/b.mp3'], 0]);
});

test('a deletion that the bucket was not told of is not forgotten by a restart', async () => {
  await upload('a.mp3');
  await mirror.synchronise();
  await ends.local.delete('a.mp3');
  await begin().synchronise();
  expect(keys()).toEqual(['deleted/a.mp3', 'files/a.mp3']);
  expect(await ends.local.stat('a.mp3')).toBeUndefined();
});

test('a file that the bucket refuses holds up no other, and is still to be done', async () => {
  await mirror.synchronise();
  for (const name of ['a.mp3', 'b.mp3', 'c.mp3']) await upload(name);
  double.fault = ({ key, method }) => (method === 'PUT' && key === 'files/b.mp3' ? 400 : undefined);
  await expect(mirror.synchronise()).rejects.toMatchObject({ failure: 'unknown' });
  expect([keys(), mirror.pending]).toEqual([['files/a.mp3', 'files/c.mp3'], 1]);
  double.fault = undefined;
  await mirror.synchronise();
  expect([keys().length, mirror.pending]).toEqual([3, 0]);
});

test('while the bucket refuses everything, not every file is tried', async () => {
  await mirror.synchronise();
  for (let index = 0; index < 12; index++) await upload(`${index}.mp3`);
  double.fault = () => 403;
  double.requests.length = 0;
  await expect(mirror.synchronise()).rejects.toMatchObject({ failure: 'refused' });
  expect(double.requests.length).toBeLessThanOrEqual(3);
  expect(mirror.pending).toBe(12);
});

test('a change that nobody noted is found at the start, and what was lost here comes back', async () => {
  const [picture, smaller] = [hashed('ferro'), hashed('ferro').replace('.webp', '-480.avif')];
  await speakOf('a.mp3', picture);
  for (const name of ['a.mp3', 'b.mp3', picture, smaller]) await keep(name);
  await mirror.synchronise();
  expect(keys()).toEqual(['files/a.mp3', 'files/b.mp3', `files/${smaller}`, `files/${picture}`]);
  for (const name of ['a.mp3', picture, smaller]) await ends.local.delete(name);
  await mirror.synchronise();
  expect(await ends.local.stat('a.mp3')).toBeUndefined();
  await begin().synchronise();
  for (const name of ['a.mp3', picture, smaller]) expect((await ends.local.stat(name))?.bytes).toBe(5);
});

test('an upload that belongs to nothing yet is brought back when the disk lost it, and marked once it is let go of', async () => {
  await noteUnsaved(store, 'a.mp3');
  await keep('a.mp3');
  await mirror.synchronise();
  await ends.local.delete('a.mp3');
  await begin().synchronise();
  expect(await here('a.mp3')).toBe('ferro');
  await forgetUnsaved(store, 'a.mp3');
  await ends.local.delete('a.mp3');
  await begin().synchronise();
  expect(keys()).toEqual(['deleted/a.mp3', 'files/a.mp3']);
});

test('one that is missing here and asked for is fetched once, and again when it did not arrive', async () => {
  await speakOf('a.mp3');
  await upload('a.mp3');
  await mirror.synchronise();
  await ends.local.delete('a.mp3');
  double.fault = ({ method }) => (method === 'GET' ? 403 : undefined);
  mirror.note('a.mp3');
  await expect(mirror.synchronise()).rejects.toMatchObject({ failure: 'refused' });
  expect(await ends.local.stat('a.mp3')).toBeUndefined();
  double.fault = undefined;
  double.requests.length = 0;
  for (let time = 0; time < 3; time++) mirror.note('a.mp3');
  await mirror.synchronise();
  expect(await here('a.mp3')).toBe('ferro');
  expect(double.requests.filter(({ method }) => method === 'GET')).toHaveLength(1);
});

test('after a restore what the database does not speak of is marked as deleted, once the files are in their places', async () => {
  await speakOf('b.mp3');
  await keep('a.mp3');
  await keep('b.mp3');
  await mirror.synchronise();
  const mark = join(uploadsDir, replacedMark);
  await mkdir(mark);
  await ends.local.delete('a.mp3');
  await ends.local.delete('b.mp3');
  // The files may still be on their way to their places.
  await mirror.synchronise();
  expect([keys(), await ends.local.list()]).toEqual([['files/a.mp3', 'files/b.mp3'], []]);
  const before = new Date(Date.now() - 60_000);
  await utimes(mark, before, before);
  await mirror.synchronise();
  expect(keys()).toEqual(['deleted/a.mp3', 'files/a.mp3', 'files/b.mp3']);
  expect((await ends.local.list()).map(({ name }) => name)).toEqual(['b.mp3']);
});

test('a deleted file goes from the bucket when nothing kept can need it, unless it is here again or wanted', async () => {
  for (const name of ['a.mp3', 'b.mp3', 'c.mp3']) await upload(name);
  await mirror.synchronise();
  for (const name of ['a.mp3', 'b.mp3', 'c.mp3']) await remove(name);
  await mirror.synchronise();
  await keep('b.mp3');
  await speakOf('c.mp3');
  await mirror.purge(10_000);
  expect(keys()).toHaveLength(6);
  await mirror.purge(10_000, Date.now() + 20_000);
  expect(keys()).toEqual(['deleted/b.mp3', 'deleted/c.mp3', 'files/b.mp3', 'files/c.mp3']);
  await mirror.synchronise();
  expect(keys()).toEqual(['files/b.mp3', 'files/c.mp3']);
  expect(await here('c.mp3')).toBe('ferro');
});
