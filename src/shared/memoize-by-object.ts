/**
 * Caches the result of `make` per record, in a WeakMap.
 *
 * Only for values that depend on the record alone: records are replaced, never mutated. A `make` that throws is not
 * cached.
 */
export function memoizeByObject<Source extends object, Made extends NonNullable<unknown> | null>(
  make: (record: Source) => Made,
): (record: Source) => Made {
  const madeByRecord = new WeakMap<Source, Made>();
  return (record) => {
    const cached = madeByRecord.get(record);
    if (cached !== undefined) return cached;
    const value = make(record);
    madeByRecord.set(record, value);
    return value;
  };
}
