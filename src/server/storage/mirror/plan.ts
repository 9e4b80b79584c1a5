import type { KeptJournal, KeptObject, KeptSnapshot, RunOrigin } from './layout.ts';

/** One way to rebuild the database: a snapshot and the journal after it. */
export interface RebuildPlan {
  run: number;
  snapshot: KeptSnapshot;
  journals: KeptJournal[];
  /** The last mutation that is rebuilt; lines after it in the last journal are left out. */
  sequence: number;
  /** The database as it was then. */
  at: Date;
}

/**
 * The ways to rebuild the database, best first: of the newest run that has a snapshot, from its newest snapshot; the later
 * ways are for when an object of an earlier one turns out damaged.
 *
 * @param origins what every run goes on from: what its predecessor wrote after that was written by a server that had already
 *   been replaced, and is ignored
 * @param at not after this moment
 */
export function rebuildPlans(
  kept: readonly KeptObject[],
  origins: readonly RunOrigin[],
  at: Date = new Date(8.64e15),
): RebuildPlan[] {
  const inTime = kept.filter((object): object is KeptSnapshot | KeptJournal => {
    return (object.type === 'snapshot' || object.type === 'journal') && object.at <= at;
  });
  return inTime
    .filter((object) => object.type === 'snapshot')
    .sort((a, b) => b.run - a.run || b.sequence - a.sequence || b.at.getTime() - a.at.getTime())
    .flatMap((snapshot) => {
      const { run } = snapshot;
      const ends = origins.filter((origin) => origin.run === run).map(({ sequence }) => sequence);
      const end = Math.min(Infinity, ...ends);
      if (snapshot.sequence > end) return [];
      const ofRun = inTime.filter(
        (object) => object.type === 'journal' && object.run === run,
      ) as KeptJournal[];
      return [{ run, snapshot, ...followJournals(snapshot, ofRun, end) }];
    });
}

function followJournals(
  snapshot: KeptSnapshot,
  journals: readonly KeptJournal[],
  end: number,
): Pick<RebuildPlan, 'journals' | 'sequence' | 'at'> {
  const taken: KeptJournal[] = [];
  let { sequence, at } = snapshot;
  for (const journal of journals.toSorted((a, b) => a.first - b.first || b.last - a.last)) {
    if (journal.last <= sequence) continue;
    // Lines are missing here: there were too many for the bucket, and a later snapshot has them.
    if (journal.first > sequence + 1 || sequence >= end) break;
    taken.push(journal);
    sequence = Math.min(journal.last, end);
    at = journal.at > at ? journal.at : at;
  }
  return { journals: taken, sequence, at };
}

/** A stretch of time of which any moment can be had, or a single snapshot (`from` is `to`). */
export interface KeptMoment {
  run: number;
  from: Date;
  to: Date;
  bytes: number;
}

/** What `--at` can ask for, oldest first. */
export function keptMoments(kept: readonly KeptObject[], origins: readonly RunOrigin[]): KeptMoment[] {
  const moments = rebuildPlans(kept, origins).map(({ run, snapshot, at }) => {
    return { run, from: snapshot.at, to: at, bytes: snapshot.bytes };
  });
  moments.sort((a, b) => a.run - b.run || a.from.getTime() - b.from.getTime());
  return moments.filter(({ run, from, to }, index) => {
    const earlier = moments.slice(0, index);
    return !earlier.some((other) => other.run === run && other.from <= from && other.to >= to);
  });
}
