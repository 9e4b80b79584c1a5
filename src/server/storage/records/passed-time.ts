import { z } from 'zod';
import { timestamp } from '#shared/contracts/values.ts';
import { putSetting } from './settings.ts';
import type { Store } from '../store/types.ts';

/**
 * What may be deleted because its time is over is counted by this, and not by the machine's clock: one that jumps a year ahead
 * would empty the bin, the kept copies and the conversations in one night.
 */
export interface PassedTime {
  /** The moment, in milliseconds since the epoch, up to which time has surely passed: the clock's own, or an earlier one. */
  now(): number;
  /** Writes down, about once a day, how far it is: a start compares its clock with it. */
  note(): Promise<void>;
}

const settingId = 'passed-time';
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** Who looks is at most a day away, if the site is on: more than so much at once is a jump, or a site that was off. */
const jumpMs = 3 * dayMs;
/** A clock that goes on from where it jumped to, for so long, is right. */
const doubtMs = 2 * dayMs;
const noteEveryMs = 20 * hourMs;

const state = z.object({
  /** Until when time has passed. */
  at: timestamp,
  /** When, by the doubted clock, it jumped, and when it was last looked at. */
  doubt: z.object({ since: timestamp, last: timestamp }).optional(),
});
interface State {
  at: number;
  doubt?: { since: number; last: number };
}

type NotedStore = Pick<Store, 'settings' | 'mutate'>;

/** @param clock the machine's, in milliseconds since the epoch */
export function createPassedTime(store: NotedStore, clock: () => number = Date.now): PassedTime {
  let noted = readState(store);
  let current = noted;
  const look = () => (current = nextState(current, clock()));
  return {
    now: () => look().at,
    async note() {
      const now = look();
      const isSame = noted && (now.doubt === undefined) === (noted.doubt === undefined);
      const { at, last } = { at: noted?.at ?? 0, last: noted?.doubt?.last ?? 0 };
      const hasMoved =
        Math.abs(now.at - at) >= noteEveryMs || Math.abs((now.doubt?.last ?? 0) - last) >= noteEveryMs;
      if (isSame && !hasMoved) return;
      await store.mutate([putSetting(settingId, toStored(now))]);
      noted = now;
    },
  };
}

function nextState(before: State | undefined, now: number): State {
  if (!before || now - before.at <= jumpMs) return { at: now };
  const { at, doubt } = before;
  if (!doubt || now < doubt.last - hourMs || now - doubt.last > jumpMs)
    return { at, doubt: { since: now, last: now } };
  return now - doubt.since >= doubtMs ? { at: now } : { at, doubt: { since: doubt.since, last: now } };
}

function readState({ settings }: NotedStore): State | undefined {
  const stored = state.safeParse(settings.get(settingId)?.value).data;
  if (!stored) return undefined;
  const { at, doubt } = stored;
  return {
    at: Date.parse(at),
    ...(doubt && { doubt: { since: Date.parse(doubt.since), last: Date.parse(doubt.last) } }),
  };
}

const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

const toStored = ({ at, doubt }: State): z.infer<typeof state> => ({
  at: iso(at),
  ...(doubt && { doubt: { since: iso(doubt.since), last: iso(doubt.last) } }),
});
