import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryDisk } from '#tests/support/memory-disk.ts';
import { asItIs, put, remove } from '#tests/support/records.ts';
import { openAdapter } from '#tests/support/store-model.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import type { StoreEvent } from './events.ts';
import { loadDatabase } from './load.ts';
import type { Migration } from './migrations.ts';
import { checkDatabase, replaceDatabase } from './restore.ts';
import { openStore } from './store.ts';
import type { CollectionName, Records } from './types.ts';

/** From levels counted from 0 to levels counted from 10; it counts how often it runs. */
function tenMore(): Migration & { runs: number } {
  const migration: Migration & { runs: number } = Object.assign(
    (data: Parameters<Migration>[0]) => {
      migration.runs++;
      for (const user of data.users as { maxSection: number }[]) user.maxSection += 10;
      return data;
    },
    { runs: 0 },
  );
  return migration;
}

let dataDir: string;
beforeEach(async () => {
  dataDir = await temporaryFolder();
});

/** A folder of schema 1, crashed: one user folded, one change in the journal. */
async function crashedSchema1(): Promise<void> {
  const live = await fs.mkdtemp(path.join(tmpdir(), 'migrations-live-'));
  const store = await openStore({ dataDir: live, migrations: [] });
  await store.mutate([put.user('u1', 1), put.user('gone', 9)]);
  await store.fold();
  await store.mutate([put.user('u2', 2), remove('users', 'gone')]);
  await fs.cp(live, dataDir, { recursive: true });
  await fs.rm(path.join(dataDir, 'db.json.lock'));
  await store.close();
  await fs.rm(live, { recursive: true });
}

const levels = (store: { users: { values(): Iterable<{ id: string; maxSection: number }> } }) =>
  [...store.users.values()].map(({ id, maxSection }) => `${id}:${maxSection}`);

describe('a migration', () => {
  it('runs once, on everything, and leaves a whole copy of before', async () => {
    await crashedSchema1();
    const migration = tenMore();
    const events: StoreEvent[] = [];
    const store = await openStore({
      dataDir,
      migrations: [migration],
      onEvent: (event) => events.push(event),
    });
    expect(levels(store)).toEqual(['u1:11', 'u2:12']);
    await store.mutate([put.user('u3', 13)]);
    await store.close();

    const again = await openStore({ dataDir, migrations: [migration] });
    expect(levels(again)).toEqual(['u1:11', 'u2:12', 'u3:13']);
    await again.close();
    expect(migration.runs).toBe(1);

    const migrated = events.find((event) => event.type === 'migrated');
    expect(migrated).toMatchObject({ from: 1, to: 2 });
    const copy = migrated?.copy ?? '';
    expect(path.dirname(copy)).toBe(dataDir);
    expect(await checkDatabase(copy, { migrations: [] })).toMatchObject({ ok: true, counts: { users: 2 } });
    expect((await fs.stat(copy)).mode & 0o777).toBe(0o600);
  });

  it('that fails keeps the site from starting, with the files as they were', async () => {
    await crashedSchema1();
    const names = await fs.readdir(dataDir);
    const failing: Migration = () => {
      throw new Error('non ci riesco');
    };
    await expect(openStore({ dataDir, migrations: [failing] })).rejects.toThrow(
      /non si può aprire: non ci riesco/,
    );
    const wrong: Migration = (data) => ({ ...data, users: [{ id: 'u1' }] });
    await expect(openStore({ dataDir, migrations: [wrong] })).rejects.toMatchObject({ kind: 'damaged' });
    expect(await fs.readdir(dataDir)).toEqual(names);
    const store = await openStore({ dataDir, migrations: [] });
    expect(levels(store)).toEqual(['u1:1', 'u2:2']);
    await store.close();
  });

  it('of a newer program is not undone by an older one', async () => {
    const newer = await openStore({ dataDir, migrations: [tenMore()] });
    await newer.close();
    await expect(openStore({ dataDir, migrations: [] })).rejects.toMatchObject({
      kind: 'newer-schema',
      message: expect.stringContaining('schema 2, qui si arriva a 1') as string,
    });
  });

  it('is applied to a backup of an older version that is put back', async () => {
    await crashedSchema1();
    const store = await openStore({ dataDir, migrations: [] });
    const backup = path.join(dataDir, 'backup');
    await store.snapshot(({ open }) => fs.writeFile(backup, open()));
    await store.close();
    await replaceDatabase(dataDir, backup, { prepare: asItIs, migrations: [tenMore()] });
    const restored = await openStore({ dataDir, migrations: [tenMore()] });
    expect(levels(restored)).toEqual(['u1:11', 'u2:12']);
    await restored.close();
  });

  it('is whole or not there, at whatever call the disk dies', async () => {
    const old = new MemoryDisk();
    const adapter = await openAdapter(old);
    await adapter.mutate([put.user('u1', 1)]);
    await adapter.write();
    await adapter.mutate([put.user('u2', 2)]);
    const load = (disk: MemoryDisk) =>
      loadDatabase({ directory: '/data', disk, migrations: [tenMore()], onEvent: () => undefined });
    const whole = old.copy();
    await load(whole);
    for (let failAt = 1; failAt <= whole.calls; failAt++) {
      const disk = Object.assign(old.copy(), { failAt, forGood: true });
      await load(disk).catch(() => undefined);
      for (const unsynced of ['lost', 'kept', 'half'] as const) {
        const { collections } = await load(
          disk.afterPowerCut(unsynced, unsynced === 'kept' ? 'all' : 'synced'),
        );
        expect(levels(collections.tables), `call ${failAt}: ${disk.log[failAt - 1]}`).toEqual([
          'u1:11',
          'u2:12',
        ]);
      }
    }
  });
});

describe('a database of schema 3, whose bin, versions, erasures and sessions are settings', () => {
  const at = (hour: number) => `2030-01-07T${hour}:00:00.000Z`;
  const entry = {
    kind: 'sections',
    name: 'Sezione 7',
    count: 1,
    deletedAt: at(10),
    addresses: [],
    packed: 'a',
  };
  const text = {
    title: 'Il mercato',
    words: 2,
    writtenAt: at(10),
    addresses: ['/uploads/a.webp'],
    packed: 'b',
  };
  const erasure = { key: 'k', at: at(10), what: 'all', isStranger: false };
  const session = { id: 'x', epoch: 2, device: 'Firefox', by: 'password', since: at(10), lastUsed: at(11) };
  const stay = [
    { id: 'admin', value: { passwordHash: 'h', epoch: 2 } },
    { id: 'book:version:2', value: 'Il libro' },
    { id: 'bin:rotto', value: null },
    { id: 'version:s1', value: { title: 'Senza momento' } },
  ];
  const settings = [
    { id: 'bin:s7', value: { ...entry, sectionIds: ['s7'] } },
    { id: 'version:s1:kz', value: { ...text, replacedAt: at(12) } },
    { id: 'version:a:b:ky', value: { ...text, replacedAt: at(11) } },
    ...stay,
    { id: 'erased:0a', value: erasure },
    { id: 'erased:0b', value: { ...erasure, allAt: at(10) } },
    { id: 'admin-sessions', value: { idleHours: 24, sessions: [session] } },
    { id: 'bin:c', value: { ...entry, kind: 'unlockCodes' } },
  ];
  const expected = {
    settings: [...stay, { id: 'admin-idle-hours', value: 24 }],
    binEntries: [
      { id: 's7', ...entry, sectionIds: ['s7'] },
      { id: 'c', ...entry, kind: 'unlockCodes' },
    ],
    sectionVersions: [
      { id: 'a:b:ky', sectionId: 'a:b', ...text, replacedAt: at(11) },
      { id: 's1:kz', sectionId: 's1', ...text, replacedAt: at(12) },
    ],
    erasures: [
      { id: '0a', ...erasure },
      { id: '0b', ...erasure, allAt: at(10) },
    ],
    sessions: [session],
  };
  const recordsOf = (store: Records) =>
    Object.fromEntries(
      Object.keys(expected).map((name) => [name, [...store[name as CollectionName].values()]]),
    );

  /** A file of that schema. */
  async function writeSchema3(file: string): Promise<void> {
    const empty = {
      sections: [],
      unlockCodes: [],
      musicCodes: [],
      galleryImages: [],
      users: [],
      chatMessages: [],
    };
    const header = { schema: 3, generation: 'g', sequence: 1 };
    await fs.writeFile(
      file,
      JSON.stringify({ ...header, ...empty, settings, mirrorTasks: [], memoryCards: [] }),
    );
  }

  it('has them in collections of their own once it is opened, and whatever has another shape stays', async () => {
    await writeSchema3(path.join(dataDir, 'db.json'));
    for (const start of ['first', 'second']) {
      const store = await openStore({ dataDir });
      expect(recordsOf(store), start).toEqual(expected);
      await store.close();
    }
  });

  it('has them so where it is put back, and in the database that it takes the place of', async () => {
    const file = path.join(dataDir, 'backup.json');
    await writeSchema3(file);
    await writeSchema3(path.join(dataDir, 'db.json'));
    const compared: unknown[] = [];
    await replaceDatabase(dataDir, file, {
      prepare(next, now) {
        compared.push(recordsOf(next), now && recordsOf(now));
        return [];
      },
    });
    expect(compared).toEqual([expected, expected]);
    const store = await openStore({ dataDir });
    expect(recordsOf(store)).toEqual(expected);
    await store.close();
  });
});
