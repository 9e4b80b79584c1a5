export type FormFields = Readonly<Record<string, unknown>>;

/** Compares as saved: the server trims texts and parses numbers. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return asSaved(one) === asSaved(other);
}

const asSaved = (value: unknown): string =>
  Array.isArray(value) ? JSON.stringify(value) : String((value as string | number | null) ?? '').trim();

export function changedFields(before: FormFields, now: FormFields): string[] {
  return Object.keys(now).filter((name) => !isSameValue(before[name], now[name]));
}

/** Fields changed on both sides to different values. @param base common ancestor */
export function clashingFields(base: FormFields, mine: FormFields, theirs: FormFields): string[] {
  const elsewhere = new Set(changedFields(base, theirs));
  return changedFields(base, mine).filter(
    (name) => elsewhere.has(name) && !isSameValue(mine[name], theirs[name]),
  );
}
