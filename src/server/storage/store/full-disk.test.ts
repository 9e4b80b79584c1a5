import fs from 'node:fs/promises';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { MemoryDisk } from '#tests/support/memory-disk.ts';
import { fillableDisk } from '#tests/support/fillable-disk.ts';
import { asItIs, put, remove } from '#tests/support/records.ts';
import { type Content, contentAfter, contentOf, openAdapter } from '#tests/support/store-model.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import type { JournalAdapter } from './adapter.ts';
import { collectionNames } from './collections.ts';
import { replaceDatabase } from './restore.ts';
import { openStore } from './store.ts';

const refusal = {
  code: 'UNAVAILABLE',
  message: 'Non è stato possibile salvare: sul disco non c’è più spazio.',
};

/** What a snapshot holds, as a disk of its own is opened with it. */
async function snapshotContent(adapter: JournalAdapter): Promise<Content> {
  const { bytes, open, release } = await adapter.openSnapshot();
  const content = await buffer(open());
  await release();
  expect(content.length).toBe(bytes);
  const other = new MemoryDisk();
  other.put('/data/db.json', content);
  return contentOf(await openAdapter(other));
}

const written = [
  [put.user('u1', 1), put.message('m1', 'r1', 'né «neve» né ghiaccio')],
  [put.user('u2', 1), remove('users', 'u1')],
  [put.message('m2', 'r1'), put.setting('tema', 'notte')],
];

describe('a snapshot on a disk without room', () => {
  it('is byte for byte the file that the fold writes when there is room again', async () => {
    const disk = new MemoryDisk();
    const adapter = await openAdapter(disk);
    for (const operations of written) await adapter.mutate(operations);
    const names = disk.names();
    Object.assign(disk, { failAt: disk.calls + 1, forGood: true, code: 'ENOSPC' });
    const { bytes, open, release } = await adapter.openSnapshot();
    const first = await buffer(open());
    expect(await buffer(open())).toEqual(first);
    expect(first.length).toBe(bytes);
    await release();
    expect(disk.names()).toEqual(names);
    disk.failAt = Infinity;
    await adapter.write();
    expect(disk.bytes('/data/db.json')).toEqual(first);
  });

  it('stays as it was while there is room again, records change and are folded', async () => {
    const disk = new MemoryDisk();
    const adapter = await openAdapter(disk);
    const many = Array.from({ length: 3_000 }, (_, n) =>
      put.message(`m${n}`, 'r1', `parola ${n}`.repeat(90)),
    );
    await adapter.mutate(many);
    Object.assign(disk, { failAt: disk.calls + 1, forGood: true, code: 'ENOSPC' });
    const { open, release } = await adapter.openSnapshot();
    const before = await buffer(open());
    const reading = open();
    const [first] = (await reading.take(1).toArray()) as Buffer[];
    expect(first?.equals(before.subarray(0, first.length))).toBe(true);
    disk.failAt = Infinity;
    // Enough for chunks of messages to be closed up and lists to be made anew.
    await adapter.mutate(Array.from({ length: 2_900 }, (_, n) => remove('chatMessages', `m${n}`)));
    await adapter.mutate([put.message('m2999', 'r2', 'altro'), put.user('u1', 4)]);
    await adapter.write();
    await adapter.mutate(many.slice(0, 500));
    expect((await buffer(open())).equals(before)).toBe(true);
    await release();
  });

  it.each(['full', 'nearlyFull'] as const)(
    'taken amid writes while the disk is %s holds each that was promised, and none that is refused',
    async (state) => {
      const machine = fillableDisk();
      const store = await openStore({ dataDir: await temporaryFolder(), disk: machine.disk });
      for (const operations of written) await store.mutate(operations);
      const promised = new Set([...store.chatMessages.values()].map(({ id }) => id));
      machine[state] = true;
      let stopped = false;
      let refused = 0;
      const writing = Array.from({ length: 8 }, async (_, writer) => {
        for (let n = 0; !stopped; n++) {
          const id = `${writer}-${n}`;
          await store.mutate([put.message(id, 'r1'), put.user('last', n)]).then(
            () => promised.add(id),
            () => (refused += 1),
          );
        }
      });
      for (let round = 0; round < 30; round++) {
        const before = [...promised];
        const lease = await store.openSnapshot();
        const { sequence, chatMessages } = JSON.parse(await text(lease.open())) as {
          sequence: number;
          chatMessages: { id: string }[];
        };
        const ids = chatMessages.map(({ id }) => id);
        // Where a journal's lines go on from it: each mutation since has put one message.
        expect(sequence).toBe(written.length + ids.length - 2);
        expect(ids).toEqual(expect.arrayContaining(before));
        expect([...promised]).toEqual(expect.arrayContaining(ids));
        await lease.release();
      }
      stopped = true;
      await Promise.all(writing);
      if (state === 'full') expect(promised.size).toBe(2);
      else expect(promised.size).toBeGreaterThan(100);
      expect(refused > 100).toBe(state === 'full');
      await store.close();
    },
  );

  it('needs not even the file that was folded', async () => {
    const disk = new MemoryDisk();
    const adapter = await openAdapter(disk);
    for (const operations of written) await adapter.mutate(operations);
    await adapter.write();
    // Nothing is left to fold: opening the file is the first call.
    Object.assign(disk, { failAt: disk.calls + 1, code: 'ENOSPC' });
    expect(await snapshotContent(adapter)).toEqual(contentAfter(written));
    expect(disk.log.at(disk.failAt - 1)).toBe('read /data/db.json');
  });
});

it('a site without a free byte is restored elsewhere from its backup, refuses writes, and takes them again', async () => {
  const folder = await temporaryFolder();
  const [dataDir, elsewhere, file] = ['data', 'altrove', 'backup.json'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  const machine = fillableDisk();
  const store = await openStore({ dataDir, disk: machine.disk });
  const content = () => Object.fromEntries(collectionNames.map((name) => [name, [...store[name].values()]]));
  for (const operations of written) await store.mutate(operations);
  const names = (await fs.readdir(dataDir)).sort();
  const saved = content();
  machine.full = true;
  await expect(store.mutate([put.user('u9')])).rejects.toMatchObject(refusal);
  await expect(store.fold()).rejects.toMatchObject(refusal);
  await store.snapshot(({ open }) => fs.writeFile(file, open()));
  await expect(store.mutate([put.user('u9')])).rejects.toMatchObject(refusal);
  expect(content()).toEqual(saved);
  expect((await fs.readdir(dataDir)).sort()).toEqual(names);

  await replaceDatabase(elsewhere, file, { prepare: asItIs });
  const restored = await openStore({ dataDir: elsewhere });
  expect(Object.fromEntries(collectionNames.map((name) => [name, [...restored[name].values()]]))).toEqual(
    saved,
  );
  await restored.close();

  machine.full = false;
  await store.mutate([put.user('u9')]);
  expect(JSON.parse(await store.snapshot(({ open }) => text(open())))).toMatchObject(content());
  await store.close();
});
