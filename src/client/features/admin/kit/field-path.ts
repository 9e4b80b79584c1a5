/** Path of a field: `landing.excerpts.0.title`. */
export type FieldPath = string;

const steps = (path: FieldPath) => (path === '' ? [] : path.split('.'));

export function valueAt(draft: unknown, path: FieldPath): unknown {
  return steps(path).reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined,
    draft,
  );
}

/** A copy of the draft with another value at a path; all but the last step must exist. */
export function withValueAt<Draft>(draft: Draft, path: FieldPath, value: unknown): Draft {
  const [step, ...rest] = steps(path);
  if (step === undefined) return value as Draft;
  const inner = withValueAt(valueAt(draft, step), rest.join('.'), value);
  if (Array.isArray(draft)) return draft.with(Number(step), inner) as Draft;
  return { ...draft, [step]: inner };
}
