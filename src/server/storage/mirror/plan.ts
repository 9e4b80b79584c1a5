import { compareRuns, type KeptObject, type RunNote } from './layout.ts';

/** One way to rebuild the database: a snapshot and the journal after it. */
export interface RebuildPlan {
  run: string;
  snapshot: KeptObject;
  journals: KeptObject[];
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
  const inTime = kept.filter((object) => object.at <= at);
  return inTime
    .filter(({ type }) => type === 'snapshot')
    .sort((a, b) => compareRuns(b, a) || b.last - a.last || Number(b.at) - Number(a.at))
    .map((snapshot) => {
      const journals = inTime.filter(({ type, run }) => type === 'journal' && run === snapshot.run);
      return followJournals(snapshot, journals);
    });
}

function followJournals(snapshot: KeptObject, journals: readonly KeptObject[]): RebuildPlan {
  const plan = {
    run: snapshot.run,
    snapshot,
    journals: [] as KeptObject[],
    sequence: snapshot.last,
    at: snapshot.at,
  };
  for (const journal of journals.toSorted((a, b) => a.first - b.first || b.last - a.last)) {
    if (journal.last <= plan.sequence) continue;
    // Lines are missing here: there were too many for the bucket, and a later snapshot has them.
    if (journal.first > plan.sequence + 1) break;
    plan.journals.push(journal);
    plan.sequence = journal.last;
    plan.at = journal.at > plan.at ? journal.at : plan.at;
  }
  return plan;
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
  const moments = rebuildPlans(kept)
    .map(({ run, snapshot, at }) => ({ run, from: snapshot.at, to: at, bytes: snapshot.bytes }))
    .sort((a, b) => compareRuns(a, b) || Number(a.from) - Number(b.from));
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

export const formatTime = (at: Date) => at.toISOString().replace(/T(.*)\.\d+Z$/, ' $1 UTC');

/** What the author is told of histories, and how one is chosen. */
export function describeHistories(histories: readonly KeptHistory[]): string[] {
  return [
    'Nel bucket c’è più di una storia: due macchine hanno scritto senza sapere l’una dell’altra.',
    ...histories.map(({ run, to }) => `  ${run}   fino alle ${formatTime(to)}`),
    `Per averne una: npm run restore -- s3 --storia ${histories[0]?.run} (su un server: libro ripristina s3 --storia …).`,
  ];
}
