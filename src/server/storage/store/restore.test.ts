import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryDisk } from '#tests/support/memory-disk.ts';
import { asItIs, put } from '#tests/support/records.ts';
import { openAdapter } from '#tests/support/store-model.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { loadDatabase } from './load.ts';
import { checkDatabase, replaceDatabase } from './restore.ts';
import { openStore } from './store.ts';
import { StoreError } from './store-error.ts';
import type { Operation } from './types.ts';

let directory: string;
let dataDir: string;
let backup: string;
const now = new Date('2026-03-01T10:20:30.000Z');

beforeEach(async () => {
  directory = await temporaryFolder();
  dataDir = path.join(directory, 'data');
  backup = path.join(directory, 'database.json');
});

async function readUsers(folder: string): Promise<string[]> {
  const store = await openStore({ dataDir: folder });
  const users = [...store.users.values()].map(({ id, maxSection }) => `${id}:${maxSection}`);
  await store.close();
  return users;
}

/** Runs a store in `dataDir`, downloads it as `backup`, and goes on. */
async function downloadThenWrite(later: Operation[]): Promise<void> {
  const store = await openStore({ dataDir });
  await store.mutate([put.user('u1', 1), put.section('s1', 1), put.message('m1', 'u1')]);
  await store.snapshot(({ open }) => fs.writeFile(backup, open()));
  await store.mutate(later);
  await store.close();
}

/** The folder as a crash would leave it, its journal not folded. */
async function crashedCopy(operations: Operation[]): Promise<void> {
  const live = path.join(directory, 'live');
  const store = await openStore({ dataDir: live });
  await store.mutate(operations);
  await fs.cp(live, dataDir, { recursive: true });
  await fs.rm(path.join(dataDir, 'db.json.lock'));
  await store.close();
}

describe('checking a downloaded database', () => {
  it('counts what is in a good one', async () => {
    await downloadThenWrite([]);
    expect(await checkDatabase(backup)).toEqual({
      ok: true,
      counts: {
        sections: 1,
        unlockCodes: 0,
        musicCodes: 0,
        galleryImages: 0,
        users: 1,
        chatMessages: 1,
        settings: 0,
        mirrorTasks: 0,
        memoryCards: 0,
        binEntries: 0,
        sectionVersions: 0,
        erasures: 0,
        sessions: 0,
        articles: 0,
      },
    });
  });

  it('lists what is wrong in a bad one', async () => {
    await downloadThenWrite([]);
    const content = JSON.parse(await fs.readFile(backup, 'utf8')) as Record<string, unknown>;
    const bad = { ...content, checksum: undefined, users: [{ id: 'u1' }, { id: 'u2', maxSection: -1 }] };
    await fs.writeFile(backup, JSON.stringify(bad));
    const check = await checkDatabase(backup);
    expect(check).toMatchObject({
      ok: false,
      problems: [/users, elemento 1/, /users, elemento 2/].map(
        (text) => expect.stringMatching(text) as string,
      ),
    });
  });

  it.each([
    ['an empty file', ''],
    ['half a file', '{"schema":1,"generation":"x","sequence":0,\n"sections":['],
    ['another JSON', '[1, 2]'],
    ['another program’s JSON', '{"users":[]}'],
  ])('refuses %s', async (_, text) => {
    await fs.writeFile(backup, text);
    expect(await checkDatabase(backup)).toMatchObject({ ok: false });
  });

  it('refuses a downloaded file with one letter changed', async () => {
    await downloadThenWrite([]);
    const text = await fs.readFile(backup, 'utf8');
    await fs.writeFile(backup, text.replace('Nevicava', 'Nevicavo'));
    expect(await checkDatabase(backup)).toMatchObject({ ok: false });
  });
});

describe('putting a database back', () => {
  it('into an empty folder', async () => {
    await downloadThenWrite([]);
    await fs.rm(dataDir, { recursive: true });
    expect(await replaceDatabase(dataDir, backup, { prepare: asItIs })).toMatchObject({
      counts: { users: 1 },
      kept: [],
    });
    expect(await readUsers(dataDir)).toEqual(['u1:1']);
  });

  it('keeps what it replaces, whole, and can be undone with it', async () => {
    await downloadThenWrite([put.user('u1', 5), put.user('u2', 2)]);
    const { kept } = await replaceDatabase(dataDir, backup, { prepare: asItIs, now });
    expect(kept).toEqual([path.join(dataDir, 'db.json.replaced-2026-03-01T102030.000Z')]);
    expect(await readUsers(dataDir)).toEqual(['u1:1']);
    await replaceDatabase(dataDir, kept[0] ?? '', { prepare: asItIs });
    expect(await readUsers(dataDir)).toEqual(['u1:5', 'u2:2']);
  });

  it('folds a crashed journal into what it keeps, and never replays it over the new file', async () => {
    await crashedCopy([put.user('old', 7)]);
    await downloadInto(backup, [put.user('u1', 1)]);
    const { kept } = await replaceDatabase(dataDir, backup, { prepare: asItIs, now });
    expect(kept.map((file) => path.basename(file))).toEqual([
      'db.json.replaced-2026-03-01T102030.000Z',
      'db.json.journal.replaced-2026-03-01T102030.000Z',
      'db.json.journal.head.replaced-2026-03-01T102030.000Z',
    ]);
    expect(await readUsers(dataDir)).toEqual(['u1:1']);
    await replaceDatabase(dataDir, kept[0] ?? '', { prepare: asItIs });
    expect(await readUsers(dataDir)).toEqual(['old:7']);
  });

  it('takes the place of a damaged database, which is kept byte for byte', async () => {
    await downloadThenWrite([]);
    await fs.writeFile(path.join(dataDir, 'db.json'), 'rovinato');
    await expect(openStore({ dataDir })).rejects.toMatchObject({ kind: 'damaged' });
    const { kept } = await replaceDatabase(dataDir, backup, { prepare: asItIs, now });
    expect(await fs.readFile(kept[0] ?? '', 'utf8')).toBe('rovinato');
    expect(await readUsers(dataDir)).toEqual(['u1:1']);
  });

  it('gives the file a generation of its own', async () => {
    await downloadThenWrite([]);
    await replaceDatabase(dataDir, backup, { prepare: asItIs });
    const generation = async (file: string) =>
      (JSON.parse(await fs.readFile(file, 'utf8')) as { generation: string }).generation;
    expect(await generation(path.join(dataDir, 'db.json'))).not.toBe(await generation(backup));
  });

  it('refuses a bad file, and changes nothing', async () => {
    await downloadThenWrite([put.user('u2', 2)]);
    const before = await fs.readFile(path.join(dataDir, 'db.json'));
    await fs.writeFile(backup, '{}');
    await expect(replaceDatabase(dataDir, backup, { prepare: asItIs })).rejects.toThrow(
      /non è un backup valido: non è stato cambiato nulla/,
    );
    expect(await fs.readdir(dataDir)).toEqual(['db.json']);
    expect(await fs.readFile(path.join(dataDir, 'db.json'))).toEqual(before);
  });

  it('that is interrupted leaves the old database, the new one or a refusal, never a mixture', async () => {
    await fs.mkdir(dataDir);
    const at = (name: string) => path.join(dataDir, name);
    const fresh = async (operations: Operation[], close: boolean) => {
      const disk = new MemoryDisk();
      const adapter = await openAdapter(disk);
      await adapter.mutate(operations);
      if (close) await adapter.close();
      return disk;
    };
    const old = await fresh([put.user('old', 7)], false);
    const download = (await fresh([put.user('u1', 1)], true)).bytes('/data/db.json');
    const prepared = () => {
      const disk = new MemoryDisk();
      for (const name of ['db.json', 'db.json.journal']) disk.put(at(name), old.bytes(`/data/${name}`));
      disk.put(at('download'), download);
      return disk;
    };
    const whole = prepared();
    await replaceDatabase(dataDir, at('download'), { prepare: asItIs, disk: whole, migrations: [] });
    const outcomes = new Set<string>();
    for (let failAt = 1; failAt <= whole.calls; failAt++) {
      const disk = Object.assign(prepared(), { failAt, forGood: true });
      await expect(
        replaceDatabase(dataDir, at('download'), { prepare: asItIs, disk, migrations: [] }),
      ).rejects.toThrow();
      for (const names of ['synced', 'all'] as const) {
        const load = loadDatabase({
          directory: dataDir,
          disk: disk.afterPowerCut('kept', names),
          migrations: [],
          onEvent: () => undefined,
        });
        const outcome = await load.then(
          ({ collections }) => [...collections.tables.users.values()].map(({ id }) => id).join(),
          (error: unknown) => (error instanceof StoreError ? error.kind : String(error)),
        );
        outcomes.add(outcome);
      }
    }
    expect([...outcomes].sort()).toEqual(['damaged', 'old', 'u1']);
  });

  it('refuses while the site is running', async () => {
    await downloadThenWrite([]);
    const store = await openStore({ dataDir });
    await expect(replaceDatabase(dataDir, backup, { prepare: asItIs })).rejects.toMatchObject({
      kind: 'locked',
    });
    await store.close();
  });
});

async function downloadInto(file: string, operations: Operation[]): Promise<void> {
  const store = await openStore({ dataDir: path.join(directory, 'elsewhere') });
  await store.mutate(operations);
  await store.snapshot(({ open }) => fs.writeFile(file, open()));
  await store.close();
}
