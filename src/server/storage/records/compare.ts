import { setImmediate as breathe } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Collection } from '../store/types.ts';

type Records<T extends { id: string }> = Pick<Collection<T>, 'size' | 'get' | 'values'>;

/** How many records are there now and then, and what becomes of them. */
interface Difference {
  now: number;
  then: number;
  added: number;
  removed: number;
  changed: number;
}

/** After so many records others get their turn. */
const slice = 2_000;

/**
 * Compares a collection as it is with what it would be: by id, and whole.
 *
 * @param uncounted fields whose change is none of the author's
 */
export async function difference<T extends { id: string }>(
  now: Records<T>,
  then: Records<T>,
  uncounted: readonly (keyof T & string)[] = [],
): Promise<Difference> {
  // As the file has it: a field that is `undefined` here is absent there.
  const counted = (record: Readonly<T>): unknown => {
    const copy = JSON.parse(JSON.stringify(record)) as Partial<T>;
    for (const field of uncounted) delete copy[field];
    return copy;
  };
  let [added, changed, looked] = [0, 0, 0];
  for (const record of then.values()) {
    const present = now.get(record.id);
    if (present === undefined) added += 1;
    else if (!isDeepStrictEqual(present, record) && !isDeepStrictEqual(counted(present), counted(record)))
      changed += 1;
    if (++looked % slice === 0) await breathe();
  }
  // Ids are unique: whatever is here and was not met there goes away.
  const removed = now.size - (then.size - added);
  return { now: now.size, then: then.size, added, removed, changed };
}
