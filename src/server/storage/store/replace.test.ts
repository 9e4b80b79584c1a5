import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MemoryDisk, type Unsynced } from '#tests/support/memory-disk.ts';
import { put, remove } from '#tests/support/records.ts';
import { contentAfter, contentOf, openAdapter, StoreModel } from '#tests/support/store-model.ts';
import type { JournalAdapter } from './adapter.ts';
import { collectionNames, CollectionSet } from './collections.ts';
import { openStore } from './store.ts';
import type { Operation, Records, Store } from './types.ts';

const old = [[put.user('u1', 3), put.section('s1', 1)], [put.message('m1', 'u1')]];
const backup = [put.user('u1', 1), put.user('u2', 9), put.setting('tema', 'notte')];

function records(operations: readonly Operation[]): CollectionSet {
  const set = new CollectionSet();
  set.apply(operations);
  return set;
}

async function filled(disk: MemoryDisk): Promise<JournalAdapter> {
  const adapter = await openAdapter(disk);
  for (const operations of old) await adapter.mutate(operations);
  return adapter;
}

const replaceIn = (adapter: JournalAdapter) => adapter.replace(() => Promise.resolve(records(backup)));

/** How many calls of the disk a whole replacement takes, and how many there are before it. */
async function callsOfReplacement(): Promise<{ before: number; after: number }> {
  const disk = new MemoryDisk();
  const adapter = await filled(disk);
  const before = disk.calls;
  await replaceIn(adapter);
  return { before, after: disk.calls };
}

it('is the new database at once, and goes on with it', async () => {
  const disk = new MemoryDisk();
  const adapter = await filled(disk);
  await replaceIn(adapter);
  expect(contentOf(adapter)).toEqual(contentAfter([backup]));
  await adapter.mutate([put.user('u3', 2)]);
  const again = await openAdapter(disk.copy());
  expect(contentOf(again)).toEqual(contentAfter([backup, [put.user('u3', 2)]]));
});

it('refuses mutations while it works, and shows the old records until the new ones are there', async () => {
  const adapter = await filled(new MemoryDisk());
  let begun = () => undefined as void;
  const started = new Promise<void>((resolve) => (begun = resolve));
  let finish = () => undefined as void;
  const held = new Promise<void>((resolve) => (finish = resolve));
  const replaced = adapter.replace(async () => {
    begun();
    await held;
    return records(backup);
  });
  await started;
  await expect(adapter.mutate([put.user('u4')])).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    retryAfter: 2,
  });
  await expect(replaceIn(adapter)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(contentOf(adapter)).toEqual(contentAfter(old));
  const folded = adapter.write();
  finish();
  await Promise.all([replaced, folded]);
  expect(contentOf(adapter)).toEqual(contentAfter([backup]));
});

it('leaves the old or the new database, whole, at whatever call the machine dies', async () => {
  const { before, after } = await callsOfReplacement();
  expect(after - before).toBeGreaterThan(20);
  const seen = new Set<string>();
  for (let failAt = before + 1; failAt <= after; failAt++) {
    const disk = new MemoryDisk();
    const adapter = await filled(disk);
    Object.assign(disk, { failAt, forGood: true });
    const outcome = await replaceIn(adapter).then(
      () => 'new',
      () => 'unknown',
    );
    const survivors = [
      disk.copy(),
      ...(['lost', 'kept', 'half', 'zeros'] satisfies Unsynced[]).flatMap((unsynced) => [
        disk.afterPowerCut(unsynced),
        disk.afterPowerCut(unsynced, 'all'),
      ]),
    ];
    for (const survivor of survivors) {
      const content = contentOf(await openAdapter(survivor));
      const isNew = JSON.stringify(content) === JSON.stringify(contentAfter([backup]));
      if (!isNew) expect(content, `call ${failAt}`).toEqual(contentAfter(old));
      if (outcome === 'new' && survivor === survivors[0]) expect(isNew, `call ${failAt}`).toBe(true);
      seen.add(isNew ? 'new' : 'old');
    }
  }
  expect([...seen].sort()).toEqual(['new', 'old']);
});

it.each(['ENOSPC', 'EIO'])(
  'survives one call that fails with %s: what is told is what is there',
  async (code) => {
    const { before, after } = await callsOfReplacement();
    for (let failAt = before + 1; failAt <= after; failAt++) {
      const disk = new MemoryDisk();
      const adapter = await filled(disk);
      Object.assign(disk, { failAt, code });
      const worked = await replaceIn(adapter).then(
        () => true,
        () => false,
      );
      const expected = contentAfter(worked ? [backup] : old);
      expect(contentOf(adapter), disk.log[failAt - 1]).toEqual(expected);
      const accepted = await adapter.mutate([put.user('u5')]).then(
        () => true,
        () => false,
      );
      // A disk without room for a moment is not a reason to stop accepting.
      if (code === 'ENOSPC' && !worked) expect(accepted, disk.log[failAt - 1]).toBe(true);
      const later = accepted ? [put.user('u5')] : [];
      const restarted = contentOf(await openAdapter(disk.copy()));
      expect(restarted, disk.log[failAt - 1]).toEqual(contentAfter([...(worked ? [backup] : old), later]));
    }
  },
);

const arbitraryOperation = fc.oneof(
  fc.tuple(fc.constantFrom('u1', 'u2', 'u3', 'u4'), fc.nat(12)).map(([id, level]) => put.user(id, level)),
  fc.constantFrom('u1', 'u2', 'u3').map((id) => remove('users', id)),
  fc
    .tuple(fc.uuid(), fc.constantFrom('u1', 'u2'), fc.string())
    .map(([id, reader, text]) => put.message(id, reader, text)),
  fc.constantFrom('s1', 's2').map((id) => put.section(id, Number(id.slice(1)))),
  fc.constantFrom('s1', 's2').map((id) => remove('sections', id)),
  fc.constantFrom('admin', 'tema').map((id) => put.setting(id, id.length)),
);

it('after any history: a restore is the backup with the settings of now, and undoing it is the state before', async () => {
  const history = fc.array(fc.array(arbitraryOperation, { minLength: 1, maxLength: 4 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(history, history, async (first, later) => {
      const folder = await fs.mkdtemp(path.join(tmpdir(), 'replace-'));
      const dataDir = path.join(folder, 'data');
      const file = path.join(folder, 'backup.json');
      const before = path.join(folder, 'before.json');
      const store = await openStore({ dataDir });
      try {
        const model = new StoreModel();
        for (const operations of first) await store.mutate(model.apply(operations) && operations);
        await store.snapshot(({ open }) => fs.writeFile(file, open()));
        const saved = model.content();
        for (const operations of later) await store.mutate(model.apply(operations) && operations);
        const now = model.content();

        await store.snapshot(({ open }) => fs.writeFile(before, open()));
        await store.replace(file, { prepare: settingsOfNow });
        expect(contentOfStore(store)).toEqual({ ...saved, settings: now.settings });
        await store.replace(before, { prepare: settingsOfNow });
        expect(contentOfStore(store)).toEqual(now);
        await store.close();
        const again = await openStore({ dataDir });
        expect(contentOfStore(again)).toEqual(now);
        await again.close();
      } finally {
        await store.close();
        await fs.rm(folder, { recursive: true });
      }
    }),
    { numRuns: 15 },
  );
});

const settingsOfNow = (next: Records, now: Records): Operation[] => [
  ...[...next.settings.values()].map(({ id }) => remove('settings', id)),
  ...[...now.settings.values()].map(({ id, value }) => put.setting(id, value)),
];

function contentOfStore(store: Store): Record<string, unknown[]> {
  return Object.fromEntries(collectionNames.map((name) => [name, [...store[name].values()]]));
}
