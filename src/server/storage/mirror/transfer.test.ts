import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bucketAt } from '#tests/support/buckets.ts';
import { type S3Double, startS3Double } from '#tests/support/s3-double.ts';
import { sha256Of } from '../bucket/streams.ts';
import { openLocalFiles } from '../files/local.ts';
import { openBucketFiles } from '../files/s3.ts';
import {
  compareEnds,
  copiedChecksum,
  copyFile,
  type Ends,
  fetchFile,
  FileReturns,
  markDeleted,
  mendDifferences,
} from './transfer.ts';

let double: S3Double;
let folder: string;
let ends: Ends;

beforeAll(async () => {
  double = await startS3Double();
});
afterAll(() => double.close());
beforeEach(async () => {
  double.objects.clear();
  double.requests.length = 0;
  double.fault = undefined;
  folder = await mkdtemp(join(tmpdir(), 'ends-'));
  const bucket = bucketAt(double);
  ends = {
    bucket,
    local: await openLocalFiles(join(folder, 'uploads')),
    files: openBucketFiles(bucket, join(folder, 'incoming')),
  };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const hashed = (content: string) => `images/${sha256Of(Buffer.from(content)).slice(0, 32)}.webp`;
const keep = (name: string, content: string) =>
  ends.local.receive(Readable.from([Buffer.from(content)]), 1_000, () => Promise.resolve(name));
/** What the disk does to a file by itself: other bytes, the same time. */
async function damageHere(name: string, content: string): Promise<void> {
  const before = await ends.local.stat(name);
  const path = join(folder, 'uploads', name);
  await writeFile(path, content);
  if (before) await utimes(path, before.modifiedAt, before.modifiedAt);
}
function damageThere(name: string, content: string): void {
  const object = double.objects.get(`files/${name}`);
  if (object) object.bytes = Buffer.from(content);
}
const here = async (name: string) => (await buffer(ends.local.read(name))).toString();
const there = (name: string) => double.objects.get(`files/${name}`)?.bytes.toString();
const puts = () => double.requests.filter(({ method }) => method === 'PUT').length;

describe('one file', () => {
  test('is copied, once, and is no longer marked as deleted', async () => {
    await keep('audio/uno.mp3', 'ferro');
    await copyFile(ends, 'audio/uno.mp3');
    await markDeleted(ends, 'audio/uno.mp3');
    expect(double.objects.has('deleted/audio/uno.mp3')).toBe(true);
    const sent = puts();
    await copyFile(ends, 'audio/uno.mp3');
    expect(there('audio/uno.mp3')).toBe('ferro');
    expect(double.objects.has('deleted/audio/uno.mp3')).toBe(false);
    expect(puts()).toBe(sent);
  });

  test('that is not here is not copied, and one that the bucket never had is not marked', async () => {
    await copyFile(ends, 'audio/nessuno.mp3');
    await markDeleted(ends, 'audio/nessuno.mp3');
    expect([...double.objects.keys()]).toEqual([]);
  });

  test('damaged here never takes the place of the whole one there: that comes back', async () => {
    const name = hashed('ferro');
    await keep(name, 'ferro');
    await copyFile(ends, name);
    await damageHere(name, 'fErro');
    await copyFile(ends, name);
    expect([await here(name), there(name)]).toEqual(['ferro', 'ferro']);
  });

  test('damaged there does not come here', async () => {
    await keep('audio/uno.mp3', 'ferro');
    await copyFile(ends, 'audio/uno.mp3');
    damageThere('audio/uno.mp3', 'fErro');
    await ends.local.delete('audio/uno.mp3');
    await expect(fetchFile(ends, 'audio/uno.mp3')).rejects.toMatchObject({ failure: 'damaged' });
    expect(await ends.local.list()).toEqual([]);
  });

  test('has a checksum to be compared with until it is written here again', async () => {
    await keep('audio/uno.mp3', 'ferro');
    expect(await copiedChecksum(ends, 'audio/uno.mp3')).toBeUndefined();
    await copyFile(ends, 'audio/uno.mp3');
    expect(await copiedChecksum(ends, 'audio/uno.mp3')).toBe(sha256Of(Buffer.from('ferro')));
    const later = new Date(Date.now() + 60_000);
    await utimes(join(folder, 'uploads/audio/uno.mp3'), later, later);
    expect(await copiedChecksum(ends, 'audio/uno.mp3')).toBeUndefined();
  });
});

describe('the difference of both ends', () => {
  const nothing = { copy: [], fetch: [], markDeleted: [] };

  beforeEach(async () => {
    for (const name of ['a/uguale', 'b/solo-la', 'c/cancellato']) {
      await keep(name, 'ferro');
      await copyFile(ends, name);
    }
    await ends.local.delete('b/solo-la');
    await ends.local.delete('c/cancellato');
    await markDeleted(ends, 'c/cancellato');
    await keep('d/solo-qui', 'ossido');
  });

  test('what is only here is copied, what is only there was lost here', async () => {
    expect(await compareEnds(ends)).toEqual({
      ...nothing,
      copy: ['d/solo-qui'],
      fetch: ['b/solo-la'],
      same: 1,
    });
  });

  test('where the files here are what is wanted, what is only there was deleted', async () => {
    const found = await compareEnds(ends, { localDecides: true });
    expect(found).toEqual({ ...nothing, copy: ['d/solo-qui'], markDeleted: ['b/solo-la'], same: 1 });
  });

  test('so was one whose deletion the bucket has not been told of yet', async () => {
    const found = await compareEnds(ends, { deletedHere: new Set(['b/solo-la']) });
    expect(found).toMatchObject({ fetch: [], markDeleted: ['b/solo-la'] });
  });

  test('one that is here again is copied again', async () => {
    await keep('c/cancellato', 'ferro');
    expect((await compareEnds(ends)).copy).toEqual(['c/cancellato', 'd/solo-qui']);
  });

  test('contents of one length are compared only when asked to', async () => {
    await damageHere('a/uguale', 'fErro');
    expect(await compareEnds(ends)).toMatchObject({ same: 1, fetch: ['b/solo-la'] });
    const thorough = await compareEnds(ends, { thoroughly: true });
    expect(thorough).toMatchObject({ same: 0, fetch: ['a/uguale', 'b/solo-la'] });
  });

  test.each([
    ['written here since it was copied', true, 'copy'],
    ['as old as its copy', false, 'fetch'],
  ] as const)('of two contents of one length, one that was %s decides', async (_, rewritten, side) => {
    await damageHere('a/uguale', 'fErro');
    const later = new Date(Date.now() + 60_000);
    if (rewritten) await utimes(join(folder, 'uploads/a/uguale'), later, later);
    expect((await compareEnds(ends, { thoroughly: true }))[side]).toContain('a/uguale');
  });

  test('a name that is a hash says which content is right, whatever the lengths', async () => {
    const name = hashed('ghisa');
    await keep(name, 'ghisa');
    await copyFile(ends, name);
    await damageHere(name, 'ghi');
    expect((await compareEnds(ends)).fetch).toContain(name);
    const file = await keep(name, 'ghisa');
    const wrong = Buffer.from('ghi');
    await ends.files.put(file, { bytes: 3, sha256: sha256Of(wrong), open: () => Readable.from([wrong]) });
    expect((await compareEnds(ends)).copy).toContain(name);
  });

  test('once mended there is none', async () => {
    await mendDifferences(ends, await compareEnds(ends));
    expect(await compareEnds(ends, { thoroughly: true })).toEqual({ ...nothing, same: 3 });
    expect([await here('b/solo-la'), there('d/solo-qui')]).toEqual(['ferro', 'ossido']);
  });
});

describe('files on their way back', () => {
  test('each is fetched once, however many ask for it', async () => {
    await keep('audio/uno.mp3', 'ferro');
    await copyFile(ends, 'audio/uno.mp3');
    await ends.local.delete('audio/uno.mp3');
    double.requests.length = 0;
    const returns = new FileReturns(ends);
    expect(await Promise.all([1, 2, 3].map(() => returns.begin('audio/uno.mp3')))).toEqual([
      true,
      true,
      true,
    ]);
    await returns.settled();
    expect(await here('audio/uno.mp3')).toBe('ferro');
    expect(double.requests.filter(({ method }) => method === 'GET')).toHaveLength(1);
  });

  test('one that the bucket does not have is not on its way', async () => {
    expect(await new FileReturns(ends).begin('audio/nessuno.mp3')).toBe(false);
  });

  test('one that does not arrive can be asked for again', async () => {
    await keep('audio/uno.mp3', 'ferro');
    await copyFile(ends, 'audio/uno.mp3');
    await ends.local.delete('audio/uno.mp3');
    const returns = new FileReturns(ends);
    double.fault = ({ method }) => (method === 'GET' ? 403 : undefined);
    expect(await returns.begin('audio/uno.mp3')).toBe(true);
    await returns.settled();
    expect(await ends.local.stat('audio/uno.mp3')).toBeUndefined();
    double.fault = undefined;
    await returns.begin('audio/uno.mp3');
    await returns.settled();
    expect(await here('audio/uno.mp3')).toBe('ferro');
  });
});
