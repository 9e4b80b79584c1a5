import { createHmac, randomBytes } from 'node:crypto';
import type { Erasure } from '#shared/contracts/erasures.ts';
import type { Operation, Records, Store } from '../store/types.ts';
import { deletion } from './deletion.ts';

/*
 * Who was erased, so that a restored copy does not bring them back: a keyed hash of the reader's id and the moment, kept for
 * longer than any copy. A note is written in one step with the deletion.
 */
const dayMs = 24 * 60 * 60 * 1000;
/** Copies go after 30 days; one that was downloaded may be put back a little later. */
const keptMs = 60 * dayMs;
/** Of readers without a code, whom anybody can be in any number: what they leave goes after a month anyway. */
const mostOfStrangers = 10_000;

const hashOf = (key: string, readerId: string) =>
  createHmac('sha256', key).update(readerId).digest('hex').slice(0, 40);

/** Notes that a reader is erased now, without those that nothing needs any more. */
export function noteErasure(
  { erasures }: Pick<Store, 'erasures'>,
  reader: { id: string; isStranger: boolean; what: 'messages' | 'all' },
  now: number,
): Operation[] {
  const before = [...erasures.values()];
  const key = before.at(-1)?.key ?? randomBytes(16).toString('base64url');
  const id = hashOf(key, reader.id);
  const ofStrangers = before.filter(({ isStranger }) => isStranger).sort((a, b) => a.at.localeCompare(b.at));
  const superfluous = reader.isStranger ? Math.max(0, ofStrangers.length - mostOfStrangers + 1) : 0;
  const { isStranger, what } = reader;
  const earlier = erasures.get(id);
  // Later than the erasure before it, where the machine's clock was set back: a copy of between the two holds what goes now.
  const at = new Date(Math.max(now, earlier ? Date.parse(earlier.at) + 1 : now)).toISOString();
  const record: Erasure =
    what === 'messages' && earlier?.what === 'all'
      ? { id, key, at, what: 'all', allAt: earlier.allAt ?? earlier.at, isStranger }
      : { id, key, at, what, isStranger };
  return [
    ...ofStrangers.slice(0, superfluous).map((old) => deletion('erasures', old.id)),
    { type: 'put', collection: 'erasures', record },
  ];
}

/** Takes away the notes that are older than any copy. */
export function forgetErasures({ erasures }: Pick<Store, 'erasures'>, now: number): Operation[] {
  const old = [...erasures.values()].filter(({ at }) => Date.parse(at) < now - keptMs);
  return old.map(({ id }) => deletion('erasures', id));
}

/**
 * Erases from a database that is about to be put in the place of others whoever was erased there, and notes it in it.
 *
 * @param others those that know who was erased meanwhile
 */
export function eraseAgain(next: Records, ...others: (Pick<Records, 'erasures'> | undefined)[]): Operation[] {
  const all = new Map<string, Readonly<Erasure>>();
  for (const erasure of others.flatMap((other) => [...(other?.erasures.values() ?? [])])) {
    // What this database notes itself is gone from it: what it has of that reader was written afterwards, even where the
    // machine's clock was set back and says otherwise.
    const before = all.get(erasure.id) ?? next.erasures.get(erasure.id);
    if (before === undefined || before.at < erasure.at) all.set(erasure.id, erasure);
  }
  const keys = new Set([...all.values()].map(({ key }) => key));
  const readers = new Set([
    ...next.chatMessages.readerIds(),
    ...[...next.users.values()].map(({ id }) => id),
  ]);
  const erased = [...readers].flatMap((readerId) =>
    [...keys].flatMap((key) => {
      const erasure = all.get(hashOf(key, readerId));
      return erasure ? whatIsErased(next, readerId, erasure) : [];
    }),
  );
  return [
    ...[...all.values()].map((record): Operation => ({ type: 'put', collection: 'erasures', record })),
    ...erased,
  ];
}

function whatIsErased(next: Records, readerId: string, { at, what, allAt = at }: Erasure): Operation[] {
  const messages = next.chatMessages.byReader(readerId).filter(({ timestamp }) => timestamp <= at);
  const user = next.users.get(readerId);
  return [
    ...messages.map(({ id }) => deletion('chatMessages', id)),
    ...(what === 'all' && user && user.createdAt <= allAt ? [deletion('users', readerId)] : []),
  ];
}
