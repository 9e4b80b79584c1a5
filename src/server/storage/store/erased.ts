import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { timestamp } from '#shared/contracts/values.ts';
import type { CollectionSet } from './collections.ts';
import type { Operation, Setting, Store } from './types.ts';

/*
 * Who was erased, so that a restored copy does not bring them back: a keyed hash of the reader's id and the moment, kept for
 * longer than any copy. The notes are settings of the database itself: written in one step with the deletion.
 */
const prefix = 'erased:';
const dayMs = 24 * 60 * 60 * 1000;
/** Copies go after 30 days; one that was downloaded may be put back a little later. */
const keptMs = 60 * dayMs;
/** Of readers without a code, whom anybody can be in any number: what they leave goes after a month anyway. */
const mostOfStrangers = 10_000;

const note = z.object({
  key: z.string(),
  at: timestamp,
  /** `messages`: the conversation up to that moment; `all`: the reader too. */
  what: z.enum(['messages', 'all']),
  /** When the reader went too, where only the conversation was erased afterwards: they had come back meanwhile. */
  allAt: timestamp.optional(),
  isStranger: z.boolean(),
});
type Erasure = z.infer<typeof note> & { id: string };

const hashOf = (key: string, readerId: string) =>
  prefix + createHmac('sha256', key).update(readerId).digest('hex').slice(0, 40);

function* erasuresIn(settings: Iterable<Setting>): Iterable<Erasure> {
  for (const { id, value } of settings) {
    const erasure = id.startsWith(prefix) ? note.safeParse(value).data : undefined;
    if (erasure) yield { id, ...erasure };
  }
}

const putSetting = (id: string, value: unknown): Operation => ({
  type: 'put',
  collection: 'settings',
  record: { id, value },
});
const deleteSetting = (id: string): Operation => ({ type: 'delete', collection: 'settings', id });

/** Notes that a reader is erased now, without those that nothing needs any more. */
export function noteErasure(
  { settings }: Pick<Store, 'settings'>,
  reader: { id: string; isStranger: boolean; what: 'messages' | 'all' },
  now: number,
): Operation[] {
  const before = [...erasuresIn(settings.values())];
  const key = before.at(-1)?.key ?? randomBytes(16).toString('base64url');
  const id = hashOf(key, reader.id);
  const ofStrangers = before.filter(({ isStranger }) => isStranger).sort((a, b) => a.at.localeCompare(b.at));
  const superfluous = reader.isStranger ? Math.max(0, ofStrangers.length - mostOfStrangers + 1) : 0;
  const { isStranger, what } = reader;
  const earlier = before.find((each) => each.id === id);
  const isBack = what === 'messages' && earlier?.what === 'all';
  // Later than the erasure before it, where the machine's clock was set back: a copy of between the two holds what goes now.
  const at = Math.max(now, earlier ? Date.parse(earlier.at) + 1 : now);
  const value = {
    key,
    at: new Date(at).toISOString(),
    ...(isBack ? { what: 'all', allAt: earlier.allAt ?? earlier.at } : { what }),
    isStranger,
  };
  return [...ofStrangers.slice(0, superfluous).map((old) => deleteSetting(old.id)), putSetting(id, value)];
}

/** Takes away the notes that are older than any copy. */
export function forgetErasures({ settings }: Pick<Store, 'settings'>, now: number): Operation[] {
  const old = [...erasuresIn(settings.values())].filter(({ at }) => Date.parse(at) < now - keptMs);
  return old.map(({ id }) => deleteSetting(id));
}

/**
 * Erases from a database that is about to be put in the place of others whoever was erased there, and notes it in it.
 *
 * Call it while the settings are still the database's own.
 *
 * @param others the settings of the databases that know who was erased meanwhile
 * @returns every note of theirs and its own, which whoever gives it other settings has to put among them
 */
export function eraseAgain(next: CollectionSet, ...others: Iterable<Setting>[]): Setting[] {
  const { tables, messagesByReader } = next;
  const all = new Map<string, Erasure>();
  // What this database notes itself is gone from it: what it has of that reader was written afterwards, even where the machine's
  // clock was set back and says otherwise.
  const own = new Map([...erasuresIn(tables.settings.values())].map(({ id, at }) => [id, at]));
  for (const erasure of others.flatMap((settings) => [...erasuresIn(settings)])) {
    const known = all.get(erasure.id)?.at ?? own.get(erasure.id);
    if (known === undefined || known < erasure.at) all.set(erasure.id, erasure);
  }
  for (const { id, ...value } of all.values()) tables.settings.put({ id, value });
  const keys = new Set([...all.values()].map(({ key }) => key));
  const readers = new Set([...messagesByReader.keys(), ...[...tables.users.values()].map(({ id }) => id)]);
  for (const readerId of readers) {
    for (const key of keys) {
      const erasure = all.get(hashOf(key, readerId));
      if (erasure) next.apply([...whatIsErased(next, readerId, erasure)]);
    }
  }
  return [...tables.settings.values()].filter(({ id }) => id.startsWith(prefix));
}

function* whatIsErased(
  next: CollectionSet,
  readerId: string,
  { at, what, allAt = at }: Erasure,
): Iterable<Operation> {
  for (const slot of next.messagesByReader.slotsOf(readerId)) {
    const message = next.chatMessages.at(slot);
    if (message && message.timestamp <= at) yield deletion('chatMessages', message.id);
  }
  const user = next.tables.users.get(readerId);
  if (what === 'all' && user && user.createdAt <= allAt) yield deletion('users', readerId);
}

export const deletion = (collection: 'chatMessages' | 'users', id: string): Operation => ({
  type: 'delete',
  collection,
  id,
});
