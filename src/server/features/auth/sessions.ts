import { randomBytes } from 'node:crypto';
import { ageOf } from '#shared/age-of.ts';
import {
  setIdle,
  type Entrance,
  type IdleHours,
  type OpenSession,
  type StoredSession as Session,
} from '#shared/contracts/auth.ts';
import { deletion } from '#server/storage/records/deletion.ts';
import { putSetting } from '#server/storage/records/settings.ts';
import type { Operation, Store } from '#server/storage/store/types.ts';
import { currentEpoch } from './admin-record.ts';

const idleHoursId = 'admin-idle-hours';

/** A working day with its pauses is one sign-in; a laptop that was closed in the evening is signed out in the morning. */
const usualIdleHours: IdleHours = 12;
const hourMs = 60 * 60 * 1000;
const longestMs = 14 * 24 * hourMs;
/** A use is written down this often. */
const noteEveryMs = 5 * 60 * 1000;
/** For so long who has just proved who they are may change how one comes in. */
const recentMs = 10 * 60 * 1000;
/** The author has few browsers; a program that signs in for every call has many sessions. */
const mostSessions = 40;

/** 128 random bits; a UUID has 122. */
const newSessionId = () => randomBytes(16).toString('base64url');

export type Sessions = ReturnType<typeof openSessions>;

/**
 * The sessions are in memory and written down beside: with a full disk the author still gets in, to free it. The cookie that
 * names one is sealed, so that an id in a backup opens nothing. No address is kept.
 */
export function openSessions(store: Pick<Store, 'settings' | 'sessions' | 'mutate'>) {
  const sessions = new Map<string, Session>();
  for (const stored of store.sessions.values()) sessions.set(stored.id, { ...stored });
  /** By a clock that nobody sets; of a process before this one nobody has just come in. */
  const enteredAt = new WeakMap<Session, number>();
  let hours: IdleHours =
    setIdle.shape.idleHours.safeParse(store.settings.get(idleHoursId)?.value).data ?? usualIdleHours;

  /** All of them: what the disk refused before is written with what comes after. */
  const save = () => {
    const ended = [...store.sessions.values()].filter(({ id }) => !sessions.has(id));
    return store.mutate([
      ...ended.map(({ id }) => deletion('sessions', id)),
      ...[...sessions.values()].map((one): Operation => ({
        type: 'put',
        collection: 'sessions',
        record: { ...one },
      })),
    ]);
  };
  const isCurrent = ({ epoch, since, lastUsed }: Session) =>
    epoch === currentEpoch(store) && ageOf(since) < longestMs && ageOf(lastUsed) < hours * hourMs;
  const find = (id: string): Session | undefined => {
    const session = sessions.get(id);
    return session && isCurrent(session) ? session : undefined;
  };
  const removeEnded = () => {
    for (const one of sessions.values()) if (!isCurrent(one)) sessions.delete(one.id);
    const byUse = [...sessions.values()].sort((a, b) => a.lastUsed.localeCompare(b.lastUsed));
    for (const { id } of byUse.slice(0, Math.max(0, sessions.size - mostSessions))) sessions.delete(id);
  };

  return {
    /** Whether a session still counts; counts as a use. */
    isOpen(id: string): boolean {
      const session = find(id);
      if (!session) return false;
      if (ageOf(session.lastUsed) > noteEveryMs) {
        session.lastUsed = new Date().toISOString();
        save().catch(() => undefined);
      }
      return true;
    },
    /** How its owner came in, when that was within the last ten minutes, and not before a restart. */
    recentEntrance(id: string): Entrance | undefined {
      const session = find(id);
      const at = session && enteredAt.get(session);
      return at !== undefined && performance.now() - at < recentMs ? session?.by : undefined;
    },
    /**
     * @param entered with the epoch that it is good for, where that is not the one of now
     * @param before ends: a browser has one session
     * @returns the new one's id
     */
    async open(entered: { device: string; by: Entrance; epoch?: number }, before?: string): Promise<string> {
      const { device, by, epoch = currentEpoch(store) } = entered;
      if (before !== undefined) sessions.delete(before);
      const since = new Date().toISOString();
      const id = newSessionId();
      const session = { id, epoch, device, by, since, lastUsed: since };
      sessions.set(id, session);
      enteredAt.set(session, performance.now());
      removeEnded();
      await save().catch(() => undefined);
      return id;
    },
    list(current: string | undefined): OpenSession[] {
      const open = [...sessions.values()].filter((one) => isCurrent(one));
      const byUse = open.sort((a, b) => b.lastUsed.localeCompare(a.lastUsed));
      return byUse.map(({ id, device, by, since, lastUsed }) => {
        return { id, device, by, since, lastUsed, isCurrent: id === current };
      });
    },
    /** @returns whether there was one. @throws AppError UNAVAILABLE when it is ended here, and would be back after a restart */
    async end(id: string): Promise<boolean> {
      if (!sessions.delete(id)) return false;
      await save();
      return true;
    },
    /** @throws AppError UNAVAILABLE as `end` */
    async endAll(): Promise<void> {
      sessions.clear();
      await save();
    },
    get idleHours() {
      return hours;
    },
    async setIdle(chosen: IdleHours): Promise<void> {
      const before = hours;
      hours = chosen;
      await store.mutate([putSetting(idleHoursId, chosen)]).catch((error: unknown) => {
        hours = before;
        throw error;
      });
    },
  };
}
