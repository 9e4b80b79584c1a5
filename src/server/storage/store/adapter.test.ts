import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { MemoryDisk, type Unsynced } from '#tests/support/memory-disk.ts';
import { put, remove } from '#tests/support/records.ts';
import {
  type Content,
  contentAfter,
  contentOf,
  openAdapter,
  StoreModel,
} from '#tests/support/store-model.ts';
import type { JournalAdapter } from './adapter.ts';
import type { StoreEvent } from './events.ts';
import type { Operation } from './types.ts';

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.tuple(fc.constantFrom('u1', 'u2', 'u3', 'u4'), fc.nat(9)).map(([id, level]) => put.user(id, level)),
  fc
    .tuple(
      fc.constantFrom('m1', 'm2', 'm3', 'm4', 'm5'),
      fc.constantFrom('r1', 'r2'),
      fc.string({ unit: 'binary' }),
    )
    .map(([id, reader, content]) => put.message(id, reader, content)),
  fc.constantFrom('u1', 'u2', 'u3', 'u4').map((id) => remove('users', id)),
  fc.constantFrom('m1', 'm2', 'm3', 'm4', 'm5').map((id) => remove('chatMessages', id)),
  fc.tuple(fc.constantFrom('a', 'b'), fc.jsonValue()).map(([id, value]) => put.setting(id, value)),
);
const mutation = fc.array(operation, { minLength: 1, maxLength: 5 });

/** JSON knows no -0: what a reader of the file would see. */
function asJson(content: unknown): unknown {
  return JSON.parse(JSON.stringify(content));
}

describe('any sequence of mutations, folds, failures and restarts', () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('mutate' as const), operations: mutation }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('fold', 'close', 'crash', 'wait') }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('fail' as const), after: fc.integer({ min: 1, max: 3 }) }),
    },
  );

  it('leaves what a plain Map would hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        let disk = new MemoryDisk();
        let adapter = await openAdapter(disk);
        const pending: { operations: Operation[]; done: Promise<boolean> }[] = [];
        const accepted: Operation[][] = [];
        async function settle(): Promise<void> {
          for (const { operations, done } of pending.splice(0)) if (await done) accepted.push(operations);
        }
        for (const now of steps) {
          if (now.do === 'mutate') {
            const done = adapter.mutate(now.operations).then(
              () => true,
              () => false,
            );
            pending.push({ operations: now.operations, done });
            continue;
          }
          if (now.do === 'fail') {
            // "No room" is survived without a restart, whatever call it hits.
            disk.code = 'ENOSPC';
            disk.failAt = disk.calls + now.after;
            continue;
          }
          if (now.do === 'fold') await adapter.write().catch(() => undefined);
          await settle();
          disk.failAt = Infinity;
          expect(asJson(contentOf(adapter))).toEqual(asJson(contentAfter(accepted)));
          if (now.do !== 'close' && now.do !== 'crash' && adapter.state === 'open') continue;
          if (now.do === 'close') await adapter.close();
          disk = disk.afterPowerCut('lost');
          adapter = await openAdapter(disk);
          expect(asJson(contentOf(adapter))).toEqual(asJson(contentAfter(accepted)));
        }
        await settle();
        expect(asJson(contentOf(adapter))).toEqual(asJson(contentAfter(accepted)));
        expectReadersAgree(adapter);
      }),
      { numRuns: 300 },
    );
  });
});

function expectReadersAgree({ collections }: JournalAdapter): void {
  const messages = [...collections.tables.chatMessages.values()];
  for (const reader of ['r1', 'r2']) {
    expect(collections.messagesByReader.get(reader)).toEqual(
      messages.filter(({ readerId }) => readerId === reader),
    );
  }
}

/** A life with every kind of disk call in it. Answers the mutations that were promised, and those that were refused. */
async function live(disk: MemoryDisk, events: StoreEvent[]) {
  const kept: Operation[][] = [];
  const refused: Operation[][] = [];
  let adapter: JournalAdapter | undefined;
  async function mutate(...mutations: Operation[][]): Promise<void> {
    const results = await Promise.allSettled(
      mutations.map(async (operations) => adapter?.mutate(operations)),
    );
    for (const [index, { status }] of results.entries()) {
      (status === 'fulfilled' ? kept : refused).push(mutations[index] ?? []);
    }
  }
  try {
    adapter = await openAdapter(disk, events);
    await mutate([put.user('u1', 1)], [put.user('u2', 1), put.message('m1', 'r1')], [put.user('u1', 2)]);
    await mutate(
      [remove('users', 'u1')],
      [put.user('u3', 3)],
      [put.user('u1', 4), remove('chatMessages', 'm1')],
    );
    await adapter.write().catch(() => undefined);
    await mutate([put.message('m2', 'r1')], [remove('users', 'u2'), put.user('u2', 5)]);
    const folding = adapter.write().catch(() => undefined);
    await mutate([put.message('m3', 'r2')]);
    await mutate([put.message('m4', 'r2')], [remove('chatMessages', 'm2')]);
    await folding;
    await mutate([put.user('u4', 6)]);
  } catch {
    // The store could not be opened at all.
  }
  let memory: Content | undefined;
  try {
    memory = adapter && contentOf(adapter);
  } catch (error) {
    // Nothing can be told of a disk that is not to be read either.
    if (!disk.forGood) throw error;
    expect(error).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 });
  }
  const state = adapter?.state;
  await adapter?.close().catch(() => undefined);
  return { kept, refused, memory, state };
}

async function callsOfALife(): Promise<number> {
  const disk = new MemoryDisk();
  await live(disk, []);
  return disk.calls;
}

const unsyncedFates: Unsynced[] = ['lost', 'kept', 'half', 'zeros'];

describe('a disk that fails', () => {
  it.each([
    { code: 'EIO', forGood: false },
    { code: 'EIO', forGood: true },
    { code: 'ENOSPC', forGood: false },
    { code: 'ENOSPC', forGood: true },
  ])(
    'at any one call ($code, for good: $forGood) loses nothing that was promised',
    async ({ code, forGood }) => {
      const calls = await callsOfALife();
      expect(calls).toBeGreaterThan(60);
      for (let failAt = 1; failAt <= calls; failAt++) {
        const disk = Object.assign(new MemoryDisk(), { failAt, code, forGood });
        const events: StoreEvent[] = [];
        const { kept, refused, memory, state } = await live(disk, events);
        const where = `call ${failAt}: ${disk.log[failAt - 1]}`;
        if (memory) expect(memory, where).toEqual(contentAfter(kept));
        if (code === 'EIO' && refused.length > 0) expect(state, where).toBe('read-only');
        for (const unsynced of unsyncedFates) {
          const again = await openAdapter(disk.afterPowerCut(unsynced));
          const content = contentOf(again);
          // A refused mutation may only reappear when the journal could not be cut back, and then in its order.
          const possible = [contentAfter(kept)];
          if (state === 'read-only') {
            for (let more = 1; more <= refused.length; more++)
              possible.push(contentAfter([...kept, ...refused.slice(0, more)]));
          }
          expect(possible, `${where}, ${unsynced}`).toContainEqual(content);
          await again.mutate([put.user('after', 1)]);
          await again.write();
        }
      }
    },
  );

  it('that has no room refuses, and accepts again once there is room', async () => {
    const disk = new MemoryDisk();
    const adapter = await openAdapter(disk);
    await adapter.mutate([put.user('u1')]);
    Object.assign(disk, { failAt: disk.calls + 1, code: 'ENOSPC' });
    await expect(adapter.mutate([put.user('u2')])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(adapter.state).toBe('open');
    await adapter.mutate([put.user('u3')]);
    expect(contentOf(await openAdapter(disk.afterPowerCut('lost')))).toEqual(
      contentAfter([[put.user('u1')], [put.user('u3')]]),
    );
  });

  it('with an I/O error makes the store read-only until a restart', async () => {
    const disk = new MemoryDisk();
    const events: StoreEvent[] = [];
    const adapter = await openAdapter(disk, events);
    await adapter.mutate([put.user('u1')]);
    Object.assign(disk, { failAt: disk.calls + 2, code: 'EIO' });
    const [first, second] = await Promise.allSettled([
      adapter.mutate([put.user('u2')]),
      adapter.mutate([put.user('u1', 9)]),
    ]);
    expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
    expect(adapter.state).toBe('read-only');
    await expect(adapter.mutate([put.user('u3')])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(contentOf(adapter)).toEqual(contentAfter([[put.user('u1')]]));
    expect(events.map(({ type }) => type)).toEqual(['created', 'write-failed', 'read-only']);
    await adapter.close();
    const again = await openAdapter(disk.afterPowerCut('kept'));
    expect(contentOf(again)).toEqual(contentAfter([[put.user('u1')]]));
  });

  it('still gives a backup of all that was promised', async () => {
    const disk = new MemoryDisk();
    const adapter = await openAdapter(disk);
    await adapter.mutate([put.user('u1', 1)]);
    Object.assign(disk, { failAt: disk.calls + 1, code: 'EIO' });
    await expect(adapter.mutate([put.user('u2')])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(adapter.write()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const { open, release } = await adapter.openSnapshot();
    const content = await text(open());
    await release();
    expect(JSON.parse(content)).toMatchObject(contentAfter([[put.user('u1', 1)]]));
    expect(disk.names().filter((name) => name.includes('snapshot'))).toEqual([]);
  });

  it('refuses what was accepted on top of the failed batch too', async () => {
    const disk = new MemoryDisk();
    const adapter = await openAdapter(disk);
    await adapter.mutate([put.user('u1', 1)]);
    Object.assign(disk, { failAt: disk.calls + 2, code: 'ENOSPC' });
    const first = adapter.mutate([put.user('u1', 2)]);
    await new Promise(setImmediate);
    // The first is being synced now; this one is queued behind it, on top of its record.
    const second = adapter.mutate([remove('users', 'u1'), put.user('u2', 1)]);
    const results = await Promise.allSettled([first, second]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(contentOf(adapter)).toEqual(contentAfter([[put.user('u1', 1)]]));
  });

  it('refuses reads and mutations with a word on when, until memory is what was promised', async () => {
    const disk = new MemoryDisk();
    const adapter = await openAdapter(disk);
    await adapter.mutate([put.user('u1', 1)]);
    Object.assign(disk, { failAt: disk.calls + 2, code: 'ENOSPC' });
    let goOn = () => undefined as void;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const openReader = disk.openReader.bind(disk);
    const reading = vi.spyOn(disk, 'openReader').mockImplementation(async (path) => {
      await held;
      return openReader(path);
    });
    const refused = adapter.mutate([put.user('u1', 2)]).catch((error: unknown) => error);
    await vi.waitFor(() => expect(reading).toHaveBeenCalled());
    expect(() => contentOf(adapter)).toThrow(
      expect.objectContaining({ code: 'UNAVAILABLE', retryAfter: 5 }) as Error,
    );
    expect(adapter.low.data.users.size).toBe(0);
    const onTop = adapter.mutate([put.user('u3')]).catch((error: unknown) => error);
    goOn();
    expect(await refused).toMatchObject({ code: 'UNAVAILABLE' });
    expect(await onTop).toMatchObject({ code: 'UNAVAILABLE' });
    expect(contentOf(adapter)).toEqual(contentAfter([[put.user('u1', 1)]]));
    expect([...adapter.low.data.users.keys()]).toEqual(['u1']);
  });

  it('and cannot be read either is read again until it can', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const disk = new MemoryDisk();
      const adapter = await openAdapter(disk);
      await adapter.mutate([put.user('u1', 1)]);
      Object.assign(disk, { failAt: disk.calls + 1, forGood: true });
      await expect(adapter.mutate([put.user('u2')])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(() => contentOf(adapter)).toThrow('rilegge');
      await vi.advanceTimersByTimeAsync(6_000);
      expect(() => contentOf(adapter)).toThrow('rilegge');
      disk.failAt = Infinity;
      await vi.advanceTimersByTimeAsync(6_000);
      expect(contentOf(adapter)).toEqual(contentAfter([[put.user('u1', 1)]]));
      expect(adapter.state).toBe('read-only');
      await adapter.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('has memory let alone by what finds no room, once it is known that there is none', async () => {
    const disk = new MemoryDisk();
    const adapter = await openAdapter(disk);
    await adapter.mutate([put.user('u1', 1)]);
    Object.assign(disk, { failAt: disk.calls + 1, code: 'ENOSPC' });
    await expect(adapter.mutate([put.user('u2')])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const { collections } = adapter;
    for (let attempt = 0; attempt < 3; attempt++) {
      disk.failAt = disk.calls + 1;
      await expect(adapter.mutate([put.user('u2')])).rejects.toThrow('non c’è più spazio');
      expect(adapter.collections).toBe(collections);
      expect(contentOf(adapter)).toEqual(contentAfter([[put.user('u1', 1)]]));
    }
    await adapter.mutate([put.user('u3')]);
    expect(contentOf(await openAdapter(disk.afterPowerCut('lost')))).toEqual(
      contentAfter([[put.user('u1', 1)], [put.user('u3')]]),
    );
  });

  it('while folding keeps the journal, removes the half file and folds later', async () => {
    const disk = new MemoryDisk();
    const adapter = await openAdapter(disk);
    await adapter.mutate([put.user('u1')]);
    const calls = disk.calls;
    await adapter.write();
    const inAFold = disk.calls - calls;
    for (let failAt = 1; failAt <= inAFold; failAt++) {
      await adapter.mutate([put.user('u1', failAt)]);
      Object.assign(disk, { failAt: disk.calls + failAt, code: 'ENOSPC' });
      await adapter.write().catch(() => undefined);
      disk.failAt = Infinity;
      expect(disk.names()).not.toContain('db.json.tmp');
      expect(contentOf(await openAdapter(disk.afterPowerCut('lost')))).toEqual(contentOf(adapter));
    }
    await adapter.mutate([put.user('u2')]);
    await adapter.write();
    expect(disk.names()).toEqual(['db.json', 'db.json.journal', 'db.json.journal.head']);
  });
});

describe('a power cut', () => {
  it.each(unsyncedFates)(
    'before any call, unsynced bytes %s, leaves every promise kept',
    async (unsynced) => {
      const calls = await callsOfALife();
      for (let failAt = 1; failAt <= calls; failAt++) {
        for (const names of ['synced', 'all'] as const) {
          // From that call on nothing reaches the disk any more.
          const disk = Object.assign(new MemoryDisk(), { failAt, forGood: true, code: 'EIO' });
          const { kept, refused } = await live(disk, []);
          const content = contentOf(await openAdapter(disk.afterPowerCut(unsynced, names)));
          const possible = [kept, ...refused.map((_, index) => [...kept, ...refused.slice(0, index + 1)])];
          expect(possible.map(contentAfter), `call ${failAt}: ${disk.log[failAt - 1]}`).toContainEqual(
            content,
          );
        }
      }
    },
  );
});

describe('a kill, a new start and then a power cut', () => {
  it.each(unsyncedFates)('before any call, unsynced bytes %s, leave every promise kept', async (unsynced) => {
    const calls = await callsOfALife();
    for (let failAt = 1; failAt <= calls; failAt++) {
      const disk = Object.assign(new MemoryDisk(), { failAt, forGood: true, code: 'EIO' });
      await live(disk, []);
      const killed = disk.afterKill();
      const again = await openAdapter(killed);
      await again.mutate([put.user('after', 1)]);
      for (const names of ['synced', 'all'] as const) {
        const found = contentOf(await openAdapter(killed.afterPowerCut(unsynced, names)));
        expect(found, `call ${failAt}: ${disk.log[failAt - 1]}`).toEqual(contentOf(again));
      }
    }
  });
});

describe('the model itself', () => {
  it('puts a record that was deleted and written again last', () => {
    const model = new StoreModel().apply([put.user('a'), put.user('b'), remove('users', 'a'), put.user('a')]);
    expect(model.content().users).toMatchObject([{ id: 'b' }, { id: 'a' }]);
  });
});
