import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLocalFiles } from '#server/storage/files/local.ts';
import { checkDatabase } from '#server/storage/store/restore.ts';
import { storedSection } from '#tests/support/sections.ts';
import { temporaryStore } from '#tests/support/temporary-store.ts';
import { createCopies, type Copies, type CopiesOptions } from './copies.ts';

let root: string;
let now: number;
let failures: unknown[];
let copies: Copies;
let options: CopiesOptions;
const dayMs = 24 * 60 * 60 * 1000;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'copie-'));
  now = Date.parse('2026-11-01T10:00:00.000Z');
  failures = [];
  const store = await temporaryStore({
    type: 'put',
    collection: 'sections',
    record: storedSection({ sectionNumber: 1, title: 'Prima', content: 'x' }),
  });
  await mkdir(join(root, 'uploads/images'), { recursive: true });
  options = {
    store,
    files: await openLocalFiles(join(root, 'uploads')),
    folder: join(root, 'copie'),
    onFailure: (error) => failures.push(error),
    clock: () => now,
    room: async () => Infinity,
  };
  copies = createCopies(options);
});
afterEach(async () => {
  await copies.close();
  await rm(root, { recursive: true, force: true });
});

const upload = (name: string, content: string) => writeFile(join(root, 'uploads/images', name), content);
const copiedFiles = async () => (await readdir(join(root, 'copie/files/images'))).sort();
const names = async () => (await copies.status()).copies.map(({ name }) => name);
const days = async () => (await names()).filter((name) => !name.includes('T'));

test('a copy is a whole database and every upload, an upload lying there once', async () => {
  await upload('a.webp', 'prima');
  await copies.copyNow();
  now += dayMs;
  await upload('b.webp', 'seconda');
  await copies.copyNow();
  expect(failures).toEqual([]);
  expect(await copies.status()).toMatchObject({
    state: 'ok',
    copies: [
      { name: '2026-11-02', files: 2 },
      { name: '2026-11-01', files: 1 },
    ],
  });
  expect(await checkDatabase(join(root, 'copie/2026-11-02/db.json'))).toMatchObject({
    ok: true,
    counts: { sections: 1 },
  });
  expect(await copiedFiles()).toEqual(['a.webp', 'b.webp']);
  const { database, files } = await copies.open('2026-11-01');
  expect(JSON.parse(await text(database))).toMatchObject({ sections: [{ title: 'Prima' }] });
  expect((await files.list()).map(({ name }) => name)).toEqual(['images/a.webp']);
  expect(await text(files.read('images/a.webp'))).toBe('prima');
});

test('seven are kept; the oldest goes first, with the uploads that only it had', async () => {
  await upload('vecchia.webp', 'vecchia');
  await copies.copyNow();
  await rm(join(root, 'uploads/images/vecchia.webp'));
  await upload('nuova.webp', 'nuova');
  for (let day = 0; day < 8; day += 1) {
    now += dayMs;
    await copies.copyNow();
  }
  expect(await days()).toHaveLength(7);
  expect((await days()).at(-1)).toBe('2026-11-03');
  expect(await copiedFiles()).toEqual(['nuova.webp']);
});

test('without room none is made, those before stay, and that is said until there is room again', async () => {
  await copies.copyNow();
  now += dayMs;
  const full = createCopies({ ...options, room: async () => 100 * 1024 * 1024 });
  await full.copyNow();
  expect(await full.status()).toMatchObject({
    state: 'skipped',
    problem: expect.stringContaining('non c’è abbastanza spazio'),
    copies: [{ name: '2026-11-01' }],
  });
  expect(failures).toEqual([]);
  expect((await readdir(join(root, 'copie'))).filter((name) => name.startsWith('.'))).toEqual([]);
  // One before an act leaves less free, as much as the act may need.
  await full.copyBefore('import');
  expect(await names()).toEqual(['2026-11-02T100000.000Z', '2026-11-01']);
  await full.close();
});

test('are told newest first, those of the days and those before an act together', async () => {
  await copies.copyBefore('import');
  now += 60_000;
  await copies.copyNow();
  now += 60_000;
  await copies.copyBefore('import');
  const { copies: told } = await copies.status();
  expect(told.map(({ reason }) => reason)).toEqual(['import', 'daily', 'import']);
});

test('another build’s first start makes a copy, and each of its own none', async () => {
  const start = async (build: string) => {
    now += 1000;
    const started = createCopies({ ...options, build });
    await started.copyIfDue();
    await started.close();
    return (await started.status()).copies.map(({ reason }) => reason);
  };
  expect(await start('uno')).toEqual(['daily']);
  expect(await start('uno')).toEqual(['daily']);
  expect(await start('due')).toEqual(['update', 'daily']);
  expect(await start('due')).toEqual(['update', 'daily']);
  expect(failures).toEqual([]);
});

test('a folder that cannot be made or written is told at the start, with what to do', async () => {
  const closed = createCopies({ ...options, folder: join(root, 'niente/copie') });
  await closed.close();
  expect(await closed.status()).toMatchObject({
    state: 'failing',
    problem: expect.stringContaining('disco'),
  });
  const readOnly = Object.assign(new Error('read-only file system'), { code: 'EROFS' });
  const list = () => Promise.reject(readOnly);
  const outside = createCopies({ ...options, files: { ...options.files, list } });
  await outside.copyNow();
  await outside.close();
  expect(await outside.status()).toMatchObject({
    state: 'failing',
    problem: expect.stringContaining(`ReadWritePaths=${options.folder}`),
  });
  expect(failures).toEqual([expect.objectContaining({ code: 'ENOENT' }), readOnly]);
});

test('after thirty days a copy goes even where no newer one could be made: readers are told so', async () => {
  await upload('vecchia.webp', 'vecchia');
  await copies.copyNow();
  await rm(join(root, 'uploads/images/vecchia.webp'));
  const full = createCopies({ ...options, room: async () => 0 });
  now += 30 * dayMs;
  await full.copyNow();
  expect((await full.status()).copies).toHaveLength(1);
  now += dayMs;
  await full.copyNow();
  expect((await full.status()).copies).toEqual([]);
  expect(await copiedFiles()).toEqual([]);
  expect(failures).toEqual([]);
  await full.close();
});

test('a copy that was not read back as it was written is no copy', async () => {
  await upload('a.webp', 'prima');
  const store: CopiesOptions['store'] = {
    openSnapshot: async () => {
      const lease = await options.store.openSnapshot();
      return {
        ...lease,
        open: () =>
          lease
            .open()
            .take(1)
            .map((chunk: Buffer) => chunk.subarray(0, 60)),
      };
    },
  };
  const damaged = createCopies({ ...options, store });
  await damaged.copyNow();
  expect(damaged.state).toBe('failing');
  expect(String(failures[0])).toContain('the copied database is damaged');
  expect((await damaged.status()).copies).toEqual([]);
  expect(await readdir(join(root, 'copie'))).toEqual(['files']);
  await damaged.close();
});

test.each(['2026-10-01', '2026-10-01T100000.000Z', '../data', ''])('there is no copy %j', async (name) => {
  await expect(copies.open(name)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a clock that is a year ahead for a night costs no copy, and back in time each day has its own again', async () => {
  let passed = now;
  await copies.close();
  copies = createCopies({ ...options, passed: () => Math.min(passed, now) });
  const everyDay = async (count: number) => {
    for (let each = 0; each < count; each += 1) {
      now += dayMs;
      await copies.copyNow();
    }
  };
  await everyDay(3);
  passed = now;
  now += 365 * dayMs;
  await copies.copyNow();
  expect(await days()).toEqual(['2027-11-04', '2026-11-04', '2026-11-03', '2026-11-02']);
  // It was believed in the end, and then set right.
  passed = Infinity;
  await everyDay(8);
  now = Date.parse('2026-11-05T10:00:00.000Z');
  await copies.copyNow();
  expect(await days()).toContain('2026-11-05');
  await everyDay(6);
  expect(await days()).toEqual(
    [11, 10, 9, 8, 7, 6, 5].map((day) => `2026-11-${String(day).padStart(2, '0')}`),
  );
  expect(failures).toEqual([]);
});

test('of a file put there by hand and then changed each copy has its own', async () => {
  const readIn = async (name: string) => text((await copies.open(name)).files.read('images/a.webp'));
  for (const content of ['prima', 'dopo!', 'più lunga', 'dopo!']) {
    await upload('a.webp', content);
    await copies.copyNow();
    now += dayMs;
  }
  expect(await readIn('2026-11-01')).toBe('prima');
  expect(await readIn('2026-11-02')).toBe('dopo!');
  expect(await readIn('2026-11-03')).toBe('più lunga');
  expect(await readIn('2026-11-04')).toBe('dopo!');
  expect(await copiedFiles()).toHaveLength(3);
});

describe('a copy before an act', () => {
  const moments = async () => (await names()).filter((name) => name.includes('T'));

  test('holds what there is when the act begins, and says which act', async () => {
    await upload('a.webp', 'prima');
    await copies.copyBefore('import');
    await copies.copyNow();
    expect(await copies.status()).toMatchObject({
      copies: [
        { name: '2026-11-01T100000.000Z', reason: 'import', at: '2026-11-01T10:00:00.000Z', files: 1 },
        { name: '2026-11-01', reason: 'daily', files: 1 },
      ],
    });
    const { database, files } = await copies.open('2026-11-01T100000.000Z');
    expect(JSON.parse(await text(database))).toMatchObject({ sections: [{ title: 'Prima' }] });
    expect(await text(files.read('images/a.webp'))).toBe('prima');
  });

  test('ten are kept, for thirty days, and those of the days have places of their own', async () => {
    await copies.copyNow();
    for (let act = 0; act < 12; act += 1) {
      now += 1_000;
      await copies.copyBefore('package');
    }
    expect(await moments()).toHaveLength(10);
    expect((await moments()).at(-1)).toBe('2026-11-01T100003.000Z');
    expect(await days()).toEqual(['2026-11-01']);
    for (let day = 0; day < 31; day += 1) {
      now += dayMs;
      await copies.copyNow();
      expect(await moments()).toHaveLength(day < 30 ? 10 : 0);
    }
    expect(await days()).toHaveLength(7);
    expect(failures).toEqual([]);
  });

  test.each<[string, Partial<CopiesOptions>, RegExp, number]>([
    [
      'without room',
      { room: async () => 10 * 1024 * 1024 },
      /non c’è abbastanza spazio.*non è cambiato nulla/,
      0,
    ],
    [
      'where the disk fails',
      { files: { list: () => Promise.reject(new Error('EIO')), read: () => Readable.from([]) } },
      /il disco ha dato un errore: non è cambiato nulla/,
      1,
    ],
  ])('is refused %s, and nothing lies about', async (_, broken, sentence, reported) => {
    const failing = createCopies({ ...options, ...broken });
    await expect(failing.copyBefore('restore')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(sentence) as string,
    });
    expect(failures).toHaveLength(reported);
    expect(await readdir(join(root, 'copie'))).toEqual(['files']);
    await failing.close();
  });

  test('two at once and the one of the day are three, and whole', async () => {
    await upload('a.webp', 'prima');
    const ticking = createCopies({ ...options, clock: () => (now += 1) });
    await Promise.all([ticking.copyBefore('import'), ticking.copyBefore('package'), ticking.copyNow()]);
    expect(await names()).toHaveLength(3);
    for (const name of await names())
      expect(await checkDatabase(join(root, 'copie', name, 'db.json'))).toMatchObject({ ok: true });
    await ticking.close();
  });
});
