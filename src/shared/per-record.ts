/**
 * `make`, computed once for each record and kept for as long as the record is.
 *
 * Right for what depends on the record alone: records are replaced whole when they change, never changed in place. A
 * `make` that throws keeps nothing.
 */
export function perRecord<Source extends object, Made extends NonNullable<unknown> | null>(
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
