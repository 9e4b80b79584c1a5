import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareRuns,
  journalKey,
  headKey,
  keptObject,
  type KeptObject,
  runKey,
  snapshotKey,
} from './layout.ts';
import { deletedFilesStayMs, prunable } from './retention.ts';

const hour = 3_600_000;
const now = Date.parse('2026-11-21T12:30:00.000Z');
const policy = { hours: 24, days: 31 };
const ago = (hours: number) => new Date(now - hours * hour);
const kept = (keys: readonly string[]) => keys.map((key) => keptObject(key, 1) as KeptObject);
const left = (objects: readonly KeptObject[]) => {
  const gone = new Set(prunable(objects, now, policy));
  return objects.filter(({ key }) => !gone.has(key)).map(({ key }) => key);
};

describe('what stays in the bucket', () => {
  test('the last of each hour for a day, the last of each day for a month', () => {
    const twicePerHour = Array.from({ length: 24 * 2 * 40 }, (_, index) => ago(index / 2));
    const objects = kept(twicePerHour.map((at, index) => snapshotKey('00000001', 10_000 - index, at)));
    const times = left(objects).map((key) => Number(keptObject(key, 1)?.at));
    expect(times.filter((at) => at > now - 24 * hour)).toHaveLength(25);
    const older = times.filter((at) => at <= now - 24 * hour);
    expect(older.length).toBeGreaterThanOrEqual(30);
    expect(older.length).toBeLessThanOrEqual(31);
    expect(new Set(older.map((at) => new Date(at).toISOString().slice(11, 16)))).toEqual(new Set(['23:30']));
    expect(Math.min(...times)).toBeGreaterThan(now - 31 * 24 * hour);
  });

  test('the journal of the last day, and all of it since the snapshot before the newest', () => {
    const objects = kept([
      runKey('00000003'),
      snapshotKey('00000003', 100, ago(2_000)),
      journalKey('00000003', 1, 90, ago(2_100)),
      journalKey('00000003', 91, 110, ago(1_999)),
      snapshotKey('00000003', 200, ago(1_990)),
      journalKey('00000003', 201, 210, ago(1_980)),
      runKey('00000004'),
      journalKey('00000004', 1, 5, ago(1_000)),
    ]);
    expect(left(objects)).toEqual(
      objects.map(({ key }) => key).filter((key) => !key.includes('0001-000000000090')),
    );
  });

  test('an old run goes with its notes once nothing of it is kept', () => {
    const old = [
      runKey('00000001'),
      headKey('00000001'),
      snapshotKey('00000001', 5, ago(3_000)),
      journalKey('00000001', 6, 7, ago(2_999)),
    ];
    const current = [runKey('00000002'), headKey('00000002'), snapshotKey('00000002', 8, ago(1))];
    expect(left(kept([...old, ...current]))).toEqual(current);
    expect(left(kept(old))).toEqual(old);
  });

  test('deleted files outlive every database that may name them', () => {
    expect(deletedFilesStayMs(policy)).toBeGreaterThan(31 * 24 * hour);
    expect(deletedFilesStayMs({ hours: 100, days: 0 })).toBeGreaterThan(100 * hour);
  });

  const times = fc.integer({ min: -10_000, max: 900_000 }).map((minutes) => new Date(now - minutes * 60_000));
  const runs = fc.constantFrom(
    '00000001',
    '00000002',
    '00000002-0000aaaa',
    '00000002-ffffaaaa',
    '00000003-12345678',
  );
  const objects = fc.array(
    fc.oneof(
      fc.tuple(runs, fc.nat(500), times).map((given) => snapshotKey(...given)),
      fc
        .tuple(runs, fc.nat(500), fc.nat(20), times)
        .map(([run, first, count, at]) => journalKey(run, first, first + count, at)),
    ),
  );

  test('whatever there is: the newest snapshot stays, with all the journal after it; a second look finds nothing', () => {
    fc.assert(
      fc.property(objects, (keys) => {
        const before = kept([...new Set(keys)]);
        const after = kept(left(before));
        const newest = before
          .filter((object) => object.type === 'snapshot')
          .sort((a, b) => compareRuns(a, b) || a.last - b.last)
          .at(-1);
        if (newest) {
          const same = after.filter(({ type, run }) => type === 'snapshot' && run === newest.run);
          expect(same.map((object) => object.last)).toContain(newest.last);
          const needed = before.filter(
            (object) => object.type === 'journal' && object.run === newest.run && object.last > newest.last,
          );
          expect(after).toEqual(expect.arrayContaining(needed));
        } else expect(after).toEqual(before);
        expect(prunable(after, now, policy)).toEqual([]);
      }),
    );
  });
});
