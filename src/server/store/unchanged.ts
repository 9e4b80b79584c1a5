const last = new WeakMap<object, { parts: readonly unknown[]; list: readonly unknown[] }>();

/**
 * The list that `make` makes of `parts`, frozen; the very same object as the last time while the parts are the same objects
 * (records are replaced whole, never changed in place). Whoever sends it out then needs to write it only once.
 *
 * @param owner what the list is of, a collection
 */
export function unchanged<T>(owner: object, parts: readonly unknown[], make: () => T[]): T[] {
  const known = last.get(owner);
  if (
    known &&
    known.parts.length === parts.length &&
    known.parts.every((part, index) => part === parts[index])
  )
    return known.list as T[];
  const list = Object.freeze(make()) as T[];
  last.set(owner, { parts, list });
  return list;
}
