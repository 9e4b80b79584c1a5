import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  headKey,
  journalKey,
  keptObject,
  listKept,
  nextRun,
  runKey,
  runOrigin,
  snapshotKey,
} from './layout.ts';

const at = new Date('2026-11-21T15:25:38.123Z');
const times = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
const hex = fc.stringMatching(/^[0-9a-f]{8}$/);
const runs = fc
  .tuple(fc.integer({ min: 1, max: 99_999_999 }), fc.option(hex))
  .map(([number, suffix]) => String(number).padStart(8, '0') + (suffix === null ? '' : `-${suffix}`));
const numbers = fc.integer({ min: 1, max: 2 ** 45 });

describe('the names of what is kept', () => {
  test('are those that stand in the bucket of every site since the first', () => {
    expect([
      runKey('00000012'),
      headKey('00000012'),
      snapshotKey('00000012', 1234, at),
      journalKey('00000012', 1235, 1300, at),
    ]).toEqual([
      'database/00000012/run.json',
      'database/00000012/head.json',
      'database/00000012/000000001234-20261121T152538123Z.snapshot',
      'database/00000012/000000001235-000000001300-20261121T152538123Z.journal',
    ]);
  });

  test('say all that they were made of, whatever the numbers and the time', () => {
    fc.assert(
      fc.property(runs, numbers, numbers, times, (run, first, last, time) => {
        const snapshot = keptObject(snapshotKey(run, first, time), 7);
        expect(snapshot).toMatchObject({ type: 'snapshot', run, first, last: first, at: time, bytes: 7 });
        const journal = keptObject(journalKey(run, first, last, time), 9);
        expect(journal).toMatchObject({ type: 'journal', run, first, last, at: time, bytes: 9 });
        expect(keptObject(runKey(run), 1)).toMatchObject({ type: 'run', run });
        expect(keptObject(headKey(run), 1)).toMatchObject({ type: 'head', run });
      }),
    );
  });

  test('stand in the order of the writes in any list of the bucket', () => {
    const pairs = fc.tuple(fc.nat(10 ** 9), fc.nat(10 ** 9)).filter(([one, other]) => one < other);
    fc.assert(
      fc.property(pairs, ([earlier, later]) => {
        expect(snapshotKey('00000001', earlier, at) < snapshotKey('00000001', later, at)).toBe(true);
        expect(journalKey('00000001', earlier, later, at) < journalKey('00000001', later, later, at)).toBe(
          true,
        );
      }),
    );
  });
});

test.each([
  'clock',
  'database/00000012-5E0C9A41/run.json',
  'files/database/00000012/run.json',
  'database/12/run.json',
  'database/00000012/tail.json',
  'database/00000012/run.json.bak',
  'database/00000012/000000001234-20261121T152538Z.snapshot',
  'database/00000012/000000001234-20261121T152538123Z.journal',
  'database/00000012/000000001234-000000001300-20261121T152538123Z.snapshot',
  'database/00000012/-00000001234-20261121T152538123Z.snapshot',
])('%s is none of ours', (key) => {
  expect(keptObject(key, 1)).toBeUndefined();
});

test('of the folder only what is ours is listed', async () => {
  const listed: string[] = [];
  const kept = await listKept({
    async *list(prefix) {
      listed.push(prefix);
      for (const key of ['database/appunti.txt', runKey('00000003'), snapshotKey('00000003', 5, at)])
        yield { key, bytes: 4, modifiedAt: at };
    },
  });
  expect(listed).toEqual(['database/']);
  expect(kept.map(({ type }) => type)).toEqual(['run', 'snapshot']);
});

test('a new run comes after all that are there, and two that begin at once have two names', () => {
  const there = ['00000002-ffffffff', '00000012', '00000003'].flatMap(
    (run) => keptObject(runKey(run), 1) ?? [],
  );
  const [one, other] = [nextRun(there), nextRun(there)];
  expect([one, other]).toEqual([
    expect.stringMatching(/^00000013-[0-9a-f]{8}$/),
    expect.stringMatching(/^00000013-/),
  ]);
  expect(one).not.toBe(other);
  expect(nextRun([])).toMatch(/^00000001-/);
});

test('a run of before, which had a number alone, is found by what goes on from it', () => {
  expect(runOrigin.parse({ run: 12, sequence: 5 })).toEqual({ run: '00000012', sequence: 5 });
});
