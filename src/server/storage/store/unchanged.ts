const last = new WeakMap<object, { parts: readonly unknown[]; list: readonly unknown[] }>();

/**
 * The list that `make` makes of `parts`, frozen; the very same object as the last time while the parts are the same objects
 * (records are replaced whole, never changed in place). Whoever sends it out then needs to write it only once.
 *
 * @param owner what the list is of, a collection
 */
export function unchanged<T>(owner: object, parts: readonly unknown[], make: () => T[]): T[] {
  const known = last.get(owner);
  if (known && areSame(known.parts, parts)) return known.list as T[];
  const list = Object.freeze(make()) as T[];
  last.set(owner, { parts, list });
  return list;
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((part, index) => part === others[index]);
}

/** Of more than so many parts nothing is kept: it would be large, and is asked for seldom. */
const mostParts = 200;

/**
 * The same for what there are many of, one for each reader: of those asked for last `most` are kept, and asking again gives the
 * very same frozen object while its parts are the same.
 */
export function lastUnchanged<T extends object>(
  most: number,
): (key: string, parts: readonly unknown[], make: () => T) => Readonly<T> {
  const kept = new Map<string, { parts: readonly unknown[]; made: Readonly<T> }>();
  return (key, parts, make) => {
    const known = kept.get(key);
    if (known && areSame(known.parts, parts)) return known.made;
    const made = Object.freeze(make());
    kept.delete(key);
    if (parts.length > mostParts) return made;
    const [oldest] = kept.size < most ? [] : kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(key, { parts, made });
    return made;
  };
}
