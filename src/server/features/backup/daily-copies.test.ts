import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLocalFiles } from '#server/storage/files/local.ts';
import { checkDatabase } from '#server/storage/store/restore.ts';
import { storedSection } from '#tests/support/sections.ts';
import { temporaryStore } from '#tests/support/temporary-store.ts';
import { createDailyCopies, type DailyCopies, type DailyCopiesOptions } from './daily-copies.ts';

let root: string;
let now: number;
let failures: unknown[];
let copies: DailyCopies;
let options: DailyCopiesOptions;
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
  copies = createDailyCopies(options);
});
afterEach(async () => {
  await copies.close();
  await rm(root, { recursive: true, force: true });
});

const upload = (name: string, content: string) => writeFile(join(root, 'uploads/images', name), content);
const copiedFiles = async () => (await readdir(join(root, 'copie/files/images'))).sort();
const days = async () => (await copies.status()).copies.map(({ day }) => day);

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
      { day: '2026-11-02', files: 2 },
      { day: '2026-11-01', files: 1 },
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
  const full = createDailyCopies({ ...options, room: async () => 100 * 1024 * 1024 });
  await full.copyNow();
  expect(await full.status()).toMatchObject({
    state: 'skipped',
    problem: expect.stringContaining('non c’è abbastanza spazio'),
    copies: [{ day: '2026-11-01' }],
  });
  expect(failures).toEqual([]);
  expect((await readdir(join(root, 'copie'))).filter((name) => name.startsWith('.'))).toEqual([]);
  await full.close();
});

test('after thirty days a copy goes even where no newer one could be made: readers are told so', async () => {
  await upload('vecchia.webp', 'vecchia');
  await copies.copyNow();
  await rm(join(root, 'uploads/images/vecchia.webp'));
  const full = createDailyCopies({ ...options, room: async () => 0 });
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
  const store: DailyCopiesOptions['store'] = {
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
  const damaged = createDailyCopies({ ...options, store });
  await damaged.copyNow();
  expect(damaged.state).toBe('failing');
  expect(String(failures[0])).toContain('the copied database is damaged');
  expect((await damaged.status()).copies).toEqual([]);
  expect(await readdir(join(root, 'copie'))).toEqual(['files']);
  await damaged.close();
});

test.each(['2026-10-01', '../data', ''])('there is no copy of %j', async (day) => {
  await expect(copies.open(day)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a clock that is a year ahead for a night costs no copy, and back in time each day has its own again', async () => {
  let passed = now;
  await copies.close();
  copies = createDailyCopies({ ...options, passed: () => Math.min(passed, now) });
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
