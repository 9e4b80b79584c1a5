import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it, test } from 'vitest';
import type { Operation } from '#server/storage/store/types.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { temporaryStore } from '#tests/support/temporary-store.ts';
import { removeOldCopies } from './old-copies.ts';
import { ceilingOf, roomIn, usedBytes } from './policy.ts';
import { sweep, type SweepOptions } from './sweep.ts';

const now = Date.parse('2006-01-31T12:00:00.000Z');
const dayMs = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(now - days * dayMs).toISOString();
const policy = { months: 24, strangerDays: 30, messages: 200 };
const roomy = { policy, ceilingBytes: 1e9, now };

/** A reader who came so many days ago and wrote so many messages, the last one so many days ago. */
function reader(
  id: string,
  maxSection: number,
  cameDaysAgo: number,
  wrote: readonly number[] = [],
): Operation[] {
  const at = ago(cameDaysAgo);
  const user = { id, maxSection, email: null, createdAt: at, updatedAt: at };
  return [
    { type: 'put', collection: 'users', record: user },
    ...wrote.map((days, index): Operation => ({
      type: 'put',
      collection: 'chatMessages',
      record: {
        id: `${id}-${index}`,
        readerId: id,
        role: 'user',
        content: 'Ciao',
        level: 0,
        timestamp: ago(days),
      },
    })),
  ];
}

async function swept(operations: Operation[], options: Partial<SweepOptions> = {}) {
  const store = await temporaryStore(...operations);
  const result = await sweep({ store, ...roomy, ...options });
  return { store, result, left: [...store.users.values()].map(({ id }) => id) };
}

describe('the daily sweep', () => {
  it('takes who has been silent for too long, with everything, and nobody else', async () => {
    const { store, left, result } = await swept([
      ...reader('stranger, 31 days', 0, 31, [31]),
      ...reader('stranger, wrote again', 0, 300, [300, 29]),
      ...reader('stranger, 29 days', 0, 29),
      ...reader('with a code, 3 years', 3, 1100, [1100, 1099]),
      ...reader('with a code, wrote last year', 3, 1100, [1100, 300]),
      ...reader('redeemed last year', 3, 300, [1100]),
    ]);
    expect(left).toEqual([
      'stranger, wrote again',
      'stranger, 29 days',
      'with a code, wrote last year',
      'redeemed last year',
    ]);
    expect(result).toEqual({ readers: 2, messages: 3 });
    expect([...store.chatMessages.values()].every(({ readerId }) => left.includes(readerId))).toBe(true);
  });

  it('only counts in a rehearsal', async () => {
    const operations = [...reader('a', 0, 31, [31, 31]), ...reader('b', 3, 2, Array<number>(450).fill(2))];
    const { store, result } = await swept(operations, { dryRun: true });
    expect(result).toEqual({ readers: 1, messages: 2 + 250 });
    expect(store.chatMessages.size).toBe(452);
    expect(store.users.size).toBe(2);
    expect(await sweep({ store, ...roomy })).toEqual(result);
    expect(store.chatMessages.size).toBe(200);
  });

  it('leaves a reader the newest of too many messages', async () => {
    const days = Array.from({ length: 350 }, (_, index) => 350 - index);
    const { store } = await swept(reader('a', 3, 1, days));
    expect(store.chatMessages.byReader('a').map(({ timestamp }) => timestamp)).toEqual(
      days.slice(150).map(ago),
    );
  });

  it('takes the strangers who have been silent longest when there is no room, and no more than it must', async () => {
    const strangers = Array.from({ length: 20 }, (_, index) =>
      reader(`s${index}`, 0, 20.5 - index, [20.5 - index]),
    );
    const operations = [...strangers.flat(), ...reader('now', 0, 0, [0.1]), ...reader('code', 3, 29, [29])];
    const whole = usedBytes(await temporaryStore(...operations));
    const { store, left } = await swept(operations, { ceilingBytes: whole });
    expect(usedBytes(store)).toBeLessThan(0.9 * whole);
    expect(usedBytes(store)).toBeGreaterThan(0.8 * whole);
    expect(left).toEqual(expect.arrayContaining(['now', 'code', 's19', 's10']));
    expect(left).not.toContain('s0');
    // Whoever wrote today stays, whatever it takes.
    expect((await swept(operations, { ceilingBytes: 1 })).left).toEqual(['now', 'code']);
  });

  it('leaves a reader who writes while it goes on', async () => {
    const store = await temporaryStore(...reader('a', 0, 31, Array<number>(150).fill(31)));
    const sweeping = sweep({ store, ...roomy });
    const record = {
      id: 'new',
      readerId: 'a',
      role: 'user',
      content: 'Ciao',
      level: 0,
      timestamp: ago(0),
    } as const;
    await store.mutate([{ type: 'put', collection: 'chatMessages', record }]);
    await sweeping;
    // Looked at again in the tick of the deletion: a reader who has written is no longer due.
    expect(store.chatMessages.byReader('a').at(-1)).toEqual(record);
    expect(store.chatMessages.size).toBe(151);
    expect(store.users.get('a')).toBeDefined();
  });

  it('is durable, and does not hold up the others', async () => {
    const operations = Array.from({ length: 2_000 }, (_, index) =>
      reader(`${String(index).padStart(8, '0')}-4d01-4c8e-9b1a-000000000000`, 0, 31, [31, 31, 31, 31]),
    ).flat();
    const store = await temporaryStore(...operations);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await sweep({ store, ...roomy });
    delay.disable();
    expect(store.chatMessages.size + store.users.size).toBe(0);
    // A median, which a busy machine does not move: most turns are short.
    expect(delay.percentile(50) / 1e6).toBeLessThan(10);
  });
});

test('the room is told before it is full', async () => {
  const store = await temporaryStore(...reader('a', 0, 1, [1, 1, 1]));
  const used = usedBytes(store);
  expect(roomIn(store, used * 2)).toBe('ok');
  expect(roomIn(store, used * 1.2)).toBe('near');
  expect(roomIn(store, used)).toBe('full');
  expect(ceilingOf(1e9)).toBe(0.4 * 850e6);
  expect(ceilingOf(1e12)).toBe(2 * 1024 ** 3);
});

test('databases that were put aside go after a month, by the time in their names', async () => {
  const folder = await temporaryFolder();
  const old = '2005-12-31T120000.000Z';
  const fresh = '2006-01-30T120000.000Z';
  const kept = [`db.json.replaced-${fresh}`, 'db.json', 'db.json.journal.1', 'session.key'];
  const gone = [`db.json.replaced-${old}`, `db.json.schema-2-${old}`, `db.json.journal.1.replaced-${old}`];
  for (const name of [...kept, ...gone]) await writeFile(join(folder, name), '');
  await removeOldCopies(folder, now - 30 * dayMs);
  expect((await readdir(folder)).sort()).toEqual([...kept].sort());
});
