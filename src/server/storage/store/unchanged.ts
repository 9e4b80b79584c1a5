import { LRUCache } from 'lru-cache';
import { perRecord } from '#shared/per-record.ts';

declare const brand: unique symbol;

/**
 * A value that stays what it is for as long as it is the same object: its contract need be checked, and its JSON written, only
 * once. A frozen object is not one: freezing is shallow, and says nothing of what the object was made of.
 */
export type Unchanging<T extends object> = T & { readonly [brand]: true };

const minted = new WeakSet<object>();

/** Freezes and brands a value. Not exported: what it is made of is known here alone. */
function mint<T extends object>(value: T): Unchanging<T> {
  minted.add(Object.freeze(value));
  return value as Unchanging<T>;
}

export function isUnchanging(value: unknown): value is Unchanging<object> {
  return typeof value === 'object' && value !== null && minted.has(value);
}

interface Cached {
  parts: readonly unknown[];
  value: Unchanging<object>;
}

const cachedByOwner = new WeakMap<object, Cached>();

/**
 * What `make` makes of `parts`; the very same object as the last time while the parts are the same objects (records are
 * replaced whole, never changed in place).
 *
 * @param owner what the value is of: a collection
 */
export function unchanged<T extends object>(
  owner: object,
  parts: readonly unknown[],
  make: () => T,
): Unchanging<T> {
  const cached = cachedByOwner.get(owner);
  if (cached && areSame(cached.parts, parts)) return cached.value as Unchanging<T>;
  const value = mint(make());
  cachedByOwner.set(owner, { parts, value });
  return value;
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((part, index) => part === others[index]);
}

/** A value of more parts than this is not cached: it would be large, and is asked for seldom. */
const mostParts = 250;

/** The same for many values, such as one for each reader: the `max` used last are cached. */
export function lastUnchanged<T extends object>(
  max: number,
): (key: string, parts: readonly unknown[], make: () => T) => Unchanging<T> {
  const cache = new LRUCache<string, { parts: readonly unknown[]; value: Unchanging<T> }>({ max });
  return (key, parts, make) => {
    const cached = cache.get(key);
    if (cached && areSame(cached.parts, parts)) return cached.value;
    const value = mint(make());
    if (parts.length > mostParts) cache.delete(key);
    else cache.set(key, { parts, value });
    return value;
  };
}

/** What `make` makes of an unchanging value and of nothing else: made once, and unchanging itself. */
export function unchangedFrom<S extends object, T extends object>(
  make: (source: Unchanging<S>) => T,
): (source: Unchanging<S>) => Unchanging<T> {
  return perRecord((source: Unchanging<S>) => mint(make(source)));
}
