declare const brand: unique symbol;

/**
 * A value that stays what it is for as long as it is the same object: its contract need be checked, and its JSON written, only
 * once. A frozen object is not one: freezing is shallow, and says nothing of what the object was made of.
 */
export type Unchanging<T extends object> = T & { readonly [brand]: true };

const minted = new WeakSet<object>();

/** Freezes and brands a value. Only `server/storage/store/unchanged.ts` may, which knows what its values are made of. */
export function mintUnchanging<T extends object>(value: T): Unchanging<T> {
  minted.add(Object.freeze(value));
  return value as Unchanging<T>;
}

export function isUnchanging(value: unknown): value is Unchanging<object> {
  return typeof value === 'object' && value !== null && minted.has(value);
}
