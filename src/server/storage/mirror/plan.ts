import { compareRuns, type KeptJournal, type KeptObject, type KeptSnapshot, type RunNote } from './layout.ts';

/** One way to rebuild the database: a snapshot and the journal after it. */
export interface RebuildPlan {
  run: string;
  snapshot: KeptSnapshot;
  journals: KeptJournal[];
  /** The last mutation that is rebuilt. */
  sequence: number;
  /** The database as it was then. */
  at: Date;
}

/**
 * The ways to rebuild the database, best first: of the newest run that has a snapshot, from its newest snapshot; the later
 * ways are for when an object of an earlier one turns out damaged.
 *
 * @param at not after this moment
 */
export function rebuildPlans(kept: readonly KeptObject[], at: Date = new Date(8.64e15)): RebuildPlan[] {
  const inTime = kept.filter((object): object is KeptSnapshot | KeptJournal => {
    return (object.type === 'snapshot' || object.type === 'journal') && object.at <= at;
  });
  return inTime
    .filter((object) => object.type === 'snapshot')
    .sort((a, b) => compareRuns(b, a) || b.sequence - a.sequence || b.at.getTime() - a.at.getTime())
    .map((snapshot) => {
      const { run } = snapshot;
      const ofRun = inTime.filter(
        (object) => object.type === 'journal' && object.run === run,
      ) as KeptJournal[];
      return { run, snapshot, ...followJournals(snapshot, ofRun) };
    });
}

function followJournals(
  snapshot: KeptSnapshot,
  journals: readonly KeptJournal[],
): Pick<RebuildPlan, 'journals' | 'sequence' | 'at'> {
  const taken: KeptJournal[] = [];
  let { sequence, at } = snapshot;
  for (const journal of journals.toSorted((a, b) => a.first - b.first || b.last - a.last)) {
    if (journal.last <= sequence) continue;
    // Lines are missing here: there were too many for the bucket, and a later snapshot has them.
    if (journal.first > sequence + 1) break;
    taken.push(journal);
    sequence = journal.last;
    at = journal.at > at ? journal.at : at;
  }
  return { journals: taken, sequence, at };
}

/** A stretch of time of which any moment can be had, or a single snapshot (`from` is `to`). */
export interface KeptMoment {
  run: string;
  from: Date;
  to: Date;
  bytes: number;
}

/** What `--at` can ask for, oldest first. */
export function keptMoments(kept: readonly KeptObject[]): KeptMoment[] {
  const moments = rebuildPlans(kept).map(({ run, snapshot, at }) => {
    return { run, from: snapshot.at, to: at, bytes: snapshot.bytes };
  });
  moments.sort((a, b) => compareRuns(a, b) || a.from.getTime() - b.from.getTime());
  return moments.filter(({ run, from, to }, index) => {
    const earlier = moments.slice(0, index);
    return !earlier.some((other) => other.run === run && other.from <= from && other.to >= to);
  });
}

/** What one machine wrote last, and no other machine went on from: `run` and all runs before it are its history. */
export interface KeptHistory {
  run: string;
  /** The last moment in it. */
  to: Date;
}

/**
 * The histories in the bucket, newest first. There is more than one where two machines wrote without knowing of each other.
 *
 * @param notes of the runs; one without a machine is of before machines had names, and tells nothing
 */
export function keptHistories(
  kept: readonly KeptObject[],
  notes: readonly (RunNote & { run: string })[],
): KeptHistory[] {
  const machineOf = new Map(notes.map(({ run, machine }) => [run, machine]));
  const lastOfEach = new Map<string, RebuildPlan>();
  for (const plan of rebuildPlans(kept)) {
    const machine = machineOf.get(plan.run);
    if (machine !== undefined && !lastOfEach.has(machine)) lastOfEach.set(machine, plan);
  }
  return [...lastOfEach].flatMap(([machine, { run, sequence, at }]) => {
    const isContinued = notes.some(({ machine: other, continues }) => {
      if (other === machine || !continues || machineOf.get(continues.run) !== machine) return false;
      return continues.run > run || (continues.run === run && continues.sequence >= sequence);
    });
    return isContinued ? [] : [{ run, to: at }];
  });
}

export const formatTime = (at: Date) =>
  at
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');

/** What the author is told of histories, and how one is chosen. */
export function describeHistories(histories: readonly KeptHistory[]): string[] {
  return [
    'Nel bucket c’è più di una storia: due macchine hanno scritto senza sapere l’una dell’altra.',
    ...histories.map(({ run, to }) => `  ${run}   fino alle ${formatTime(to)}`),
    `Per averne una: npm run restore -- s3 --storia ${histories[0]?.run} (su un server: libro ripristina s3 --storia …).`,
  ];
}
