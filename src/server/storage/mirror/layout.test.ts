import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headKey, journalKey, keptObject, listKept, runKey, snapshotKey } from './layout.ts';

const at = new Date('2026-11-21T15:25:38.123Z');
const times = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
const numbers = fc.integer({ min: 1, max: 2 ** 45 });

describe('the names of what is kept', () => {
  test('are those that stand in the bucket of every site since the first', () => {
    expect([runKey(12), headKey(12), snapshotKey(12, 1234, at), journalKey(12, 1235, 1300, at)]).toEqual([
      'database/00000012/run.json',
      'database/00000012/head.json',
      'database/00000012/000000001234-20261121T152538123Z.snapshot',
      'database/00000012/000000001235-000000001300-20261121T152538123Z.journal',
    ]);
  });

  test('say all that they were made of, whatever the numbers and the time', () => {
    fc.assert(
      fc.property(numbers, numbers, numbers, times, (run, first, last, time) => {
        const snapshot = keptObject(snapshotKey(run, first, time), 7);
        expect(snapshot).toMatchObject({ type: 'snapshot', run, sequence: first, at: time, bytes: 7 });
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
        expect(snapshotKey(1, earlier, at) < snapshotKey(1, later, at)).toBe(true);
        expect(journalKey(1, earlier, later, at) < journalKey(1, later, later, at)).toBe(true);
      }),
    );
  });
});

test.each([
  'lease.json',
  'files/database/00000012/run.json',
  'database/12/run.json',
  'database/00000012/tail.json',
  'database/00000012/run.json.bak',
  'database/00000012/000000001234-20261121T152538Z.snapshot',
  'database/00000012/000000001234-20261121T152538123Z.journal',
  'database/00000012/-00000001234-20261121T152538123Z.snapshot',
])('%s is none of ours', (key) => {
  expect(keptObject(key, 1)).toBeUndefined();
});

test('of the folder only what is ours is listed', async () => {
  const listed: string[] = [];
  const kept = await listKept({
    async *list(prefix) {
      listed.push(prefix);
      for (const key of ['database/appunti.txt', runKey(3), snapshotKey(3, 5, at)])
        yield { key, bytes: 4, modifiedAt: at };
    },
  });
  expect(listed).toEqual(['database/']);
  expect(kept.map(({ type }) => type)).toEqual(['run', 'snapshot']);
});
