import { LRUCache } from 'lru-cache';
import { perRecord } from '#shared/per-record.ts';
import { mintUnchanging, type Unchanging } from '#shared/unchanging.ts';

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
  const value = mintUnchanging(make());
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
    const value = mintUnchanging(make());
    if (parts.length > mostParts) cache.delete(key);
    else cache.set(key, { parts, value });
    return value;
  };
}

/** What `make` makes of an unchanging value and of nothing else: made once, and unchanging itself. */
export function unchangedFrom<S extends object, T extends object>(
  make: (source: Unchanging<S>) => T,
): (source: Unchanging<S>) => Unchanging<T> {
  return perRecord((source: Unchanging<S>) => mintUnchanging(make(source)));
}
