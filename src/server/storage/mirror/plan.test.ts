import { describe, expect, test } from 'vitest';
import { journalKey, type KeptObject, keptObject, type RunOrigin, runKey, snapshotKey } from './layout.ts';
import { keptMoments, rebuildPlans } from './plan.ts';

const minute = (minutes: number) => new Date(Date.parse('2026-11-21T10:00:00.000Z') + minutes * 60_000);
const kept = (...keys: string[]) => keys.map((key) => keptObject(key, 100) as KeptObject);
/** Each plan in short: run, snapshot, journals, and how far it goes. */
const shown = (objects: KeptObject[], origins: RunOrigin[] = [], at?: Date) =>
  rebuildPlans(objects, origins, at).map(({ run, snapshot, journals, sequence }) => {
    const steps = journals.map(({ first, last }) => `${first}-${last}`).join(' ');
    return `${run}: ${snapshot.sequence} + ${steps || 'nothing'} = ${sequence}`;
  });

describe('the ways to rebuild the database', () => {
  test('none without a snapshot', () => {
    expect(shown(kept(runKey(1), journalKey(1, 1, 9, minute(1))))).toEqual([]);
  });

  test('from the newest snapshot first, older ones after it', () => {
    const objects = kept(
      snapshotKey(1, 10, minute(0)),
      journalKey(1, 11, 15, minute(1)),
      journalKey(1, 16, 20, minute(2)),
      snapshotKey(1, 18, minute(3)),
      journalKey(1, 21, 22, minute(4)),
    );
    expect(shown(objects)).toEqual(['1: 18 + 16-20 21-22 = 22', '1: 10 + 11-15 16-20 21-22 = 22']);
  });

  test('the newest run that has one, whatever the older ones hold', () => {
    const objects = kept(snapshotKey(1, 90, minute(0)), snapshotKey(2, 5, minute(1)), runKey(3));
    expect(shown(objects)).toEqual(['2: 5 + nothing = 5', '1: 90 + nothing = 90']);
  });

  test('as far as the journal has no gap', () => {
    const objects = kept(
      snapshotKey(1, 10, minute(0)),
      journalKey(1, 11, 12, minute(1)),
      journalKey(1, 14, 15, minute(2)),
    );
    expect(shown(objects)).toEqual(['1: 10 + 11-12 = 12']);
  });

  test('a journal sent twice, or again with more lines, counts once', () => {
    const objects = kept(
      snapshotKey(1, 10, minute(0)),
      journalKey(1, 11, 12, minute(1)),
      journalKey(1, 11, 14, minute(2)),
      journalKey(1, 13, 14, minute(3)),
    );
    expect(shown(objects)).toEqual(['1: 10 + 11-14 = 14']);
  });

  test('what a server wrote that had already been replaced is left out', () => {
    const objects = kept(
      snapshotKey(1, 10, minute(0)),
      journalKey(1, 11, 14, minute(1)),
      journalKey(1, 15, 18, minute(2)),
      snapshotKey(1, 18, minute(3)),
    );
    expect(shown(objects, [{ run: 1, sequence: 13 }])).toEqual(['1: 10 + 11-14 = 13']);
    expect(shown(objects, [{ run: 2, sequence: 13 }])).toHaveLength(2);
    const both = [
      { run: 1, sequence: 16 },
      { run: 1, sequence: 12 },
    ];
    expect(shown(objects, both)).toEqual(['1: 10 + 11-14 = 12']);
  });

  test('of a moment: nothing that came after it', () => {
    const objects = kept(
      snapshotKey(1, 10, minute(0)),
      journalKey(1, 11, 14, minute(10)),
      journalKey(1, 15, 18, minute(20)),
      snapshotKey(1, 18, minute(30)),
    );
    expect(shown(objects, [], minute(-1))).toEqual([]);
    expect(shown(objects, [], minute(0))).toEqual(['1: 10 + nothing = 10']);
    expect(shown(objects, [], minute(15))).toEqual(['1: 10 + 11-14 = 14']);
    expect(shown(objects, [], minute(30))).toEqual(['1: 18 + nothing = 18', '1: 10 + 11-14 15-18 = 18']);
    expect(rebuildPlans(objects, [], minute(15))[0]?.at).toEqual(minute(10));
  });
});

describe('the moments that can be had', () => {
  test('are stretches from a snapshot to the end of its journal, each once, oldest first', () => {
    const objects = kept(
      snapshotKey(2, 5, minute(60)),
      snapshotKey(1, 10, minute(0)),
      journalKey(1, 11, 14, minute(10)),
      snapshotKey(1, 13, minute(9)),
      snapshotKey(1, 40, minute(30)),
    );
    expect(keptMoments(objects, [])).toEqual([
      { run: 1, from: minute(0), to: minute(10), bytes: 100 },
      { run: 1, from: minute(30), to: minute(30), bytes: 100 },
      { run: 2, from: minute(60), to: minute(60), bytes: 100 },
    ]);
  });
});
