import { compareRuns, type KeptObject } from './layout.ts';

/** Of how many hours and days the last snapshot stays. */
export interface RetentionPolicy {
  hours: number;
  days: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long a deleted file stays: longer than any database that may name it. */
export function deletedFilesStayMs({ hours, days }: RetentionPolicy): number {
  return Math.max(hours * hourMs, days * dayMs) + 2 * dayMs;
}

/**
 * What may go from the bucket: everything but
 * - the two newest snapshots of the newest run that has one, and the journal since the older of them (should the newest be
 *   damaged, nothing is lost);
 * - the last snapshot of every hour and of every day that the policy keeps;
 * - the journal of the hours that the policy keeps: with it any moment among them can be had, not only the snapshots';
 * - what claims to be of the future: some clock was wrong, and time will tell;
 * - the notes of the runs that something is left of, and of all later ones.
 */
export function prunable(objects: readonly KeptObject[], now: number, policy: RetentionPolicy): string[] {
  const snapshots = objects
    .filter(({ type }) => type === 'snapshot')
    .sort((a, b) => compareRuns(a, b) || a.last - b.last || Number(a.at) - Number(b.at));
  const newest = snapshots.at(-1);
  if (!newest) return [];
  const spare = snapshots.at(-2);
  const base = spare?.run === newest.run ? spare : newest;

  const kept = new Set([newest, base]);
  const lastOf = new Map<string, KeptObject>();
  for (const snapshot of snapshots.toSorted((a, b) => Number(a.at) - Number(b.at))) {
    const at = Number(snapshot.at);
    if (at > now) kept.add(snapshot);
    if (at > now - policy.hours * hourMs) lastOf.set(`hour ${Math.floor(at / hourMs)}`, snapshot);
    if (at > now - policy.days * dayMs) lastOf.set(`day ${Math.floor(at / dayMs)}`, snapshot);
  }
  for (const snapshot of lastOf.values()) kept.add(snapshot);

  const isKeptJournal = ({ run, last, at }: KeptObject) =>
    Number(at) > now - policy.hours * hourMs || run > newest.run || (run === newest.run && last > base.last);
  const isKept = (object: KeptObject) =>
    object.type === 'snapshot' ? kept.has(object) : isKeptJournal(object);

  const isNote = ({ type }: KeptObject) => type === 'run' || type === 'head';
  const [oldest = newest] = objects.filter((object) => !isNote(object) && isKept(object)).sort(compareRuns);
  return objects
    .filter((object) => (isNote(object) ? object.run < oldest.run : !isKept(object)))
    .map(({ key }) => key);
}
