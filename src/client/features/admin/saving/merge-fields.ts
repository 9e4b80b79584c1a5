/** What a form holds: texts and numbers by the names of its fields. */
export type FormFields = Readonly<Record<string, unknown>>;

/** Whether two values of a field are the same once saved: the server trims texts and reads numbers. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return asSaved(one) === asSaved(other);
}

const asSaved = (value: unknown): string =>
  Array.isArray(value) ? JSON.stringify(value) : String((value as string | number | null) ?? '').trim();

/** The names of the fields in which `now` is not `before`. */
export function changedFields(before: FormFields, now: FormFields): string[] {
  return Object.keys(now).filter((name) => !isSameValue(before[name], now[name]));
}

/**
 * The fields that were changed here and elsewhere, each to another value: somebody has to choose. What only one side changed,
 * or both alike, is no clash.
 *
 * @param base what both began from
 */
export function clashingFields(base: FormFields, mine: FormFields, theirs: FormFields): string[] {
  const elsewhere = new Set(changedFields(base, theirs));
  return changedFields(base, mine).filter(
    (name) => elsewhere.has(name) && !isSameValue(mine[name], theirs[name]),
  );
}
