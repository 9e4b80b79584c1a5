import { describe, expect, test } from 'vitest';
import { journalKey, type KeptObject, keptObject, type RunNote, runKey, snapshotKey } from './layout.ts';
import { keptHistories, keptMoments, rebuildPlans } from './plan.ts';

const minute = (minutes: number) => new Date(Date.parse('2026-11-21T10:00:00.000Z') + minutes * 60_000);
const kept = (...keys: string[]) => keys.map((key) => keptObject(key, 100) as KeptObject);
/** Each plan in short: run, snapshot, journals, and how far it goes. */
const shown = (objects: KeptObject[], at?: Date) =>
  rebuildPlans(objects, at).map(({ run, snapshot, journals, sequence }) => {
    const steps = journals.map(({ first, last }) => `${first}-${last}`).join(' ');
    return `${run}: ${snapshot.last} + ${steps || 'nothing'} = ${sequence}`;
  });

describe('the ways to rebuild the database', () => {
  test('none without a snapshot', () => {
    expect(shown(kept(runKey('00000001'), journalKey('00000001', 1, 9, minute(1))))).toEqual([]);
  });

  test('from the newest snapshot first, older ones after it', () => {
    const objects = kept(
      snapshotKey('00000001', 10, minute(0)),
      journalKey('00000001', 11, 15, minute(1)),
      journalKey('00000001', 16, 20, minute(2)),
      snapshotKey('00000001', 18, minute(3)),
      journalKey('00000001', 21, 22, minute(4)),
    );
    expect(shown(objects)).toEqual([
      '00000001: 18 + 16-20 21-22 = 22',
      '00000001: 10 + 11-15 16-20 21-22 = 22',
    ]);
  });

  test('the newest run that has one, whatever the older ones hold', () => {
    const objects = kept(
      snapshotKey('00000001', 90, minute(0)),
      snapshotKey('00000002', 5, minute(1)),
      runKey('00000003'),
    );
    expect(shown(objects)).toEqual(['00000002: 5 + nothing = 5', '00000001: 90 + nothing = 90']);
  });

  test('as far as the journal has no gap', () => {
    const objects = kept(
      snapshotKey('00000001', 10, minute(0)),
      journalKey('00000001', 11, 12, minute(1)),
      journalKey('00000001', 14, 15, minute(2)),
    );
    expect(shown(objects)).toEqual(['00000001: 10 + 11-12 = 12']);
  });

  test('a journal sent twice, or again with more lines, counts once', () => {
    const objects = kept(
      snapshotKey('00000001', 10, minute(0)),
      journalKey('00000001', 11, 12, minute(1)),
      journalKey('00000001', 11, 14, minute(2)),
      journalKey('00000001', 13, 14, minute(3)),
    );
    expect(shown(objects)).toEqual(['00000001: 10 + 11-14 = 14']);
  });

  test('of a moment: nothing that came after it', () => {
    const objects = kept(
      snapshotKey('00000001', 10, minute(0)),
      journalKey('00000001', 11, 14, minute(10)),
      journalKey('00000001', 15, 18, minute(20)),
      snapshotKey('00000001', 18, minute(30)),
    );
    expect(shown(objects, minute(-1))).toEqual([]);
    expect(shown(objects, minute(0))).toEqual(['00000001: 10 + nothing = 10']);
    expect(shown(objects, minute(15))).toEqual(['00000001: 10 + 11-14 = 14']);
    expect(shown(objects, minute(30))).toEqual([
      '00000001: 18 + nothing = 18',
      '00000001: 10 + 11-14 15-18 = 18',
    ]);
    expect(rebuildPlans(objects, minute(15))[0]?.at).toEqual(minute(10));
  });
});

describe('the moments that can be had', () => {
  test('are stretches from a snapshot to the end of its journal, each once, oldest first', () => {
    const objects = kept(
      snapshotKey('00000002', 5, minute(60)),
      snapshotKey('00000001', 10, minute(0)),
      journalKey('00000001', 11, 14, minute(10)),
      snapshotKey('00000001', 13, minute(9)),
      snapshotKey('00000001', 40, minute(30)),
    );
    expect(keptMoments(objects)).toEqual([
      { run: '00000001', from: minute(0), to: minute(10), bytes: 100 },
      { run: '00000001', from: minute(30), to: minute(30), bytes: 100 },
      { run: '00000002', from: minute(60), to: minute(60), bytes: 100 },
    ]);
  });
});

describe('the histories', () => {
  const note = (run: string, machine?: string, continues?: RunNote['continues']) => ({
    run,
    machine,
    generation: 'g',
    startedAt: minute(0).toISOString(),
    continues,
  });
  const runs = (objects: KeptObject[], ...notes: ReturnType<typeof note>[]) =>
    keptHistories(objects, notes).map(({ run }) => run);
  const [one, two, three] = ['00000001-aaaaaaaa', '00000002-bbbbbbbb', '00000003-cccccccc'] as const;
  const written = (run: string, ...sequences: number[]) =>
    kept(...sequences.map((sequence) => snapshotKey(run, sequence, minute(sequence))));

  test('are one where a machine was lost and another went on from all that it had written', () => {
    const objects = [...written(one, 10), ...written(two, 12)];
    const rebuilt = note(two, 'b', { run: one, sequence: 10 });
    expect(runs(objects, note(one, 'a'), rebuilt)).toEqual([two]);
  });

  test('are two where the first wrote after the other had gone on from it', () => {
    const objects = [...written(one, 10, 14), ...written(two, 12)];
    const rebuilt = note(two, 'b', { run: one, sequence: 10 });
    expect(keptHistories(objects, [note(one, 'a'), rebuilt])).toEqual([
      { run: two, to: minute(12) },
      { run: one, to: minute(14) },
    ]);
  });

  test('are two where the first begins again as if the other had never been', () => {
    const objects = [...written(one, 10), ...written(two, 12), ...written(three, 15)];
    const rebuilt = note(two, 'b', { run: one, sequence: 10 });
    const again = note(three, 'a', { run: one, sequence: 11 });
    expect(runs(objects, note(one, 'a'), rebuilt, again)).toEqual([three, two]);
  });

  test('are one where a machine goes on from its later run, also when of that nothing is left', () => {
    const objects = [...written(one, 10), ...written(three, 15)];
    const notes = [note(one, 'a'), note(two, 'a', { run: one, sequence: 10 })];
    expect(runs(objects, ...notes, note(three, 'b', { run: two, sequence: 12 }))).toEqual([three]);
  });

  test('are one of one machine, and of before machines had names none', () => {
    const objects = [...written(one, 10), ...written(two, 5)];
    expect(runs(objects, note(one, 'a'), note(two, 'a'))).toEqual([two]);
    expect(runs(objects, note(one), note(two))).toEqual([]);
    expect(runs(objects, note(one), note(two, 'a'))).toEqual([two]);
  });
});
