import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { tarGz } from '#tests/support/tar.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { ArchiveError, stageArchive } from './archive.ts';
import { realFolders, type Folders } from './folders.ts';
import { replacedMark, replaceFiles, swapFiles } from './swap.ts';

let uploads: string;

beforeEach(async () => {
  uploads = join(await temporaryFolder(), 'uploads');
  await mkdir(uploads);
});

const stage = async (archive: Buffer, limits?: { count: number; bytes?: number }) =>
  stageArchive(uploads, Readable.from([archive]), '.staged', limits);

/** Every file below the uploads, hidden ones too, with its content. */
async function tree(): Promise<Record<string, string>> {
  const entries = await readdir(uploads, { recursive: true, withFileTypes: true });
  const found: Record<string, string> = {};
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found[path.slice(uploads.length + 1)] = await readFile(path, 'utf8');
  }
  return found;
}

describe('an archive', () => {
  it('is unpacked beside the uploads, with its dates, and described', async () => {
    const mtime = new Date('2025-05-05T05:05:05Z');
    const staged = await stage(
      await tarGz([
        { name: 'images/', type: 'directory' },
        { name: 'images/a.webp', content: 'a', mtime },
        { name: 'b.txt', content: 'bb' },
      ]),
    );
    expect([...staged.files.keys()]).toEqual(['images/a.webp', 'b.txt']);
    expect(staged.files.get('b.txt')?.bytes).toBe(2);
    expect(staged.bytes).toBe(3);
    expect((await stat(join(uploads, '.staged/images/a.webp'))).mtime).toEqual(mtime);
    await staged.discard();
    expect(await tree()).toEqual({});
  });

  it('is read as Safari leaves it, without its gzip, in pieces of any length', async () => {
    const tar = gunzipSync(await tarGz([{ name: 'images/a.webp', content: 'a' }]));
    const bytes = Array.from(tar, (_, at) => tar.subarray(at, at + 1));
    for (const pieces of [[tar], bytes]) {
      const staged = await stageArchive(uploads, Readable.from(pieces), '.staged');
      expect([...staged.files.keys()]).toEqual(['images/a.webp']);
      await staged.discard();
    }
  });

  it.each([
    ['leaves the folder', { name: '../fuori.txt' }],
    ['leaves the folder further down', { name: 'images/../../fuori.txt' }],
    ['has an absolute name', { name: '/etc/passwd' }],
    ['is hidden', { name: 'images/.htaccess' }],
    ['is the folder itself', { name: '.' }],
    ['has a backslash', { name: 'images\\..\\fuori.txt' }],
    ['has a control character', { name: 'a\nb' }],
    ['has an endless name', { name: 'a/'.repeat(300) + 'b' }],
    ['is a link out', { name: 'via', type: 'symlink' as const, linkname: '/etc' }],
    ['is a second name of a file', { name: 'via', type: 'link' as const, linkname: 'b.txt' }],
    ['is a device', { name: 'dev', type: 'character-device' as const }],
  ])('is refused when an entry %s', async (_what, entry) => {
    await expect(stage(await tarGz([{ name: 'b.txt', content: 'b' }, entry]))).rejects.toThrow(ArchiveError);
    expect(await tree()).toEqual({});
    await expect(readdir(join(uploads, '..'))).resolves.toEqual(['uploads']);
  });

  it.each([
    [
      'twice the same name',
      tarGz([
        { name: 'a', content: '1' },
        { name: 'a', content: '2' },
      ]),
      /danneggiato/,
    ],
    [
      'a file that is also a folder',
      tarGz([
        { name: 'a', content: '1' },
        { name: 'a/b', content: '2' },
      ]),
      /danneggiato/,
    ],
    ['no gzip', Promise.resolve(Buffer.from('ciao')), /danneggiato/],
    [
      'half of it',
      tarGz([{ name: 'a', content: 'x'.repeat(5000) }]).then((whole) => whole.subarray(0, 60)),
      /danneggiato/,
    ],
    [
      'a plain tar cut between two files',
      tarGz([{ name: 'a' }, { name: 'b' }]).then((whole) => gunzipSync(whole).subarray(0, 512)),
      /danneggiato/,
    ],
    ['nothing at all', Promise.resolve(Buffer.alloc(0)), /danneggiato/],
    ['more files than allowed', tarGz(['a', 'b', 'c'].map((name) => ({ name }))), /più di 2 file/],
    ['a bomb', tarGz([{ name: 'a', content: Buffer.alloc(2_000_000) }]), /non stanno sul disco/],
  ])('is refused: %s', async (_what, archive, sentence) => {
    await expect(stage(await archive, { count: 2, bytes: 1_000_000 })).rejects.toThrow(sentence);
    expect(await tree()).toEqual({});
  });
});

const swap = { from: '.staged', keepAs: '.undo' };
const dead = new Error('the machine died');

/** A file system that dies at a certain call, for good. */
function dyingFolders(at: number): Folders & { calls: number } {
  const folders = { calls: 0 } as Folders & { calls: number };
  const step = <A extends unknown[], R>(call: (...given: A) => Promise<R>) => {
    return async (...given: A): Promise<R> => {
      if (++folders.calls >= at) throw dead;
      return call(...given);
    };
  };
  return Object.assign(folders, {
    list: step(realFolders.list),
    make: step(realFolders.make),
    move: step(realFolders.move),
    remove: step(realFolders.remove),
    sync: step(realFolders.sync),
  });
}

async function prepare(): Promise<void> {
  await mkdir(join(uploads, 'images'));
  await mkdir(join(uploads, '.staged/images'), { recursive: true });
  await writeFile(join(uploads, 'images/vecchia'), '1');
  await writeFile(join(uploads, 'a.txt'), 'vecchio');
  await writeFile(join(uploads, '.gitkeep'), '');
  await writeFile(join(uploads, '.staged/images/nuova'), '2');
  await writeFile(join(uploads, '.staged/b.txt'), 'nuovo');
}

const done = {
  '.gitkeep': '',
  '.undo/a.txt': 'vecchio',
  '.undo/images/vecchia': '1',
  'images/nuova': '2',
  'b.txt': 'nuovo',
};

describe('all uploads at once', () => {
  it('change places with the staged ones, and a second time nothing happens', async () => {
    await prepare();
    await swapFiles(uploads, swap);
    expect(await tree()).toEqual(done);
    await swapFiles(uploads, swap);
    expect(await tree()).toEqual(done);
    await swapFiles(uploads, { from: '.undo', keepAs: '.undo2' });
    expect(Object.keys(await tree()).sort()).toEqual(
      ['.gitkeep', '.undo2/b.txt', '.undo2/images/nuova', 'a.txt', 'images/vecchia'].sort(),
    );
  });

  it('end up in their places whatever step a crash comes at', async () => {
    await prepare();
    const whole = dyingFolders(Infinity);
    await swapFiles(uploads, swap, whole);
    expect(whole.calls).toBeGreaterThan(12);
    for (let at = 1; at <= whole.calls; at++) {
      await rm(uploads, { recursive: true });
      await mkdir(uploads);
      await prepare();
      await expect(swapFiles(uploads, swap, dyingFolders(at))).rejects.toBe(dead);
      // The one after dies too, at a later step, and the last one gets through.
      await swapFiles(uploads, swap, dyingFolders(at)).catch(() => undefined);
      await swapFiles(uploads, swap);
      expect(await tree(), `step ${at}`).toEqual(done);
    }
  });
});

describe('all uploads at once by a command', () => {
  const now = new Date('2026-03-01T10:20:30.000Z');
  const kept = '.replaced-2026-03-01T10-20-30.000Z';

  it('leave what they replace beside', async () => {
    await prepare();
    expect(await replaceFiles(uploads, '.staged', now)).toBe(join(uploads, kept));
    const expected = Object.entries(done).map(([name, content]) => [name.replace('.undo', kept), content]);
    expect(await tree()).toEqual(Object.fromEntries(expected));
  });

  it('leave nothing beside where there was no file', async () => {
    await mkdir(join(uploads, 'images'));
    await mkdir(join(uploads, '.staged'));
    await writeFile(join(uploads, '.staged/b.txt'), 'nuovo');
    expect(await replaceFiles(uploads, '.staged', now)).toBeUndefined();
    expect((await readdir(uploads)).sort()).toEqual([replacedMark, 'b.txt']);
  });
});
