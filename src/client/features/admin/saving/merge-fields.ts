export type FormFields = Readonly<Record<string, unknown>>;

/** Compares as saved: the server trims texts and parses numbers. */
export function isSameValue(first: unknown, second: unknown): boolean {
  return toSavedText(first) === toSavedText(second);
}

const toSavedText = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(value)
    : String((value as string | number | null) ?? '').trim();

export function changedFields(before: FormFields, now: FormFields): string[] {
  return Object.keys(now).filter((name) => !isSameValue(before[name], now[name]));
}

/** Fields changed on both sides to different values. @param base common ancestor */
export function clashingFields(base: FormFields, mine: FormFields, theirs: FormFields): string[] {
  const theirChanges = new Set(changedFields(base, theirs));
  return changedFields(base, mine).filter(
    (name) => theirChanges.has(name) && !isSameValue(mine[name], theirs[name]),
  );
}
