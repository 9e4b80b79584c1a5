import { lazy } from '#shared/lazy.ts';
import { stem } from './italian.ts';
import { forms, kin, same } from './kindred-words.ts';

const readGroups = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => [...new Set(line.trim().split(/\s+/).map(stem))]);

function byStem(groups: readonly string[][]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const group of groups) {
    for (const one of group) {
      const others = found.get(one) ?? new Set<string>();
      for (const other of group) if (other !== one) others.add(other);
      found.set(one, others);
    }
  }
  return found;
}

/** «Ripreso», «riprese»: done again, a verb has the same forms. */
const repeatedForms = forms.replace(/(?<=^|\s)(?!ri)(?=\p{L})/gmu, 'ri');

// Stemming the lists takes a sixth of a start: the first message does it.
const formsOf = lazy(() => byStem([...readGroups(forms), ...readGroups(repeatedForms)]));
const sameOf = lazy(() => byStem(readGroups(same)));
const kinOf = lazy(() => byStem([...readGroups(kin), ...readGroups(same)]));

/** Whether the lists know the word at all: what they do not may be a slip of the pen. */
export function knownKindred(): Iterable<string> {
  return kinOf().keys();
}

/** How much a kindred stem counts beside the word itself. */
export const kinship = { form: 0.9, same: 0.8, kin: 0.4 } as const;

/**
 * Stems that may stand for this one, with what they count: other forms of the word, then words of kindred meaning. The stem
 * itself is left out.
 */
export function kindred(of: string): Map<string, number> {
  const found = new Map<string, number>();
  const own = [of, ...(formsOf().get(of) ?? [])];
  for (const one of own) for (const other of kinOf().get(one) ?? []) found.set(other, kinship.kin);
  for (const other of found.keys()) {
    for (const form of formsOf().get(other) ?? []) if (!found.has(form)) found.set(form, kinship.kin * 0.8);
  }
  for (const one of own)
    for (const other of sameOf().get(one) ?? []) {
      found.set(other, kinship.same);
      for (const form of formsOf().get(other) ?? [])
        found.set(form, Math.max(found.get(form) ?? 0, kinship.same * 0.9));
    }
  for (const other of formsOf().get(of) ?? []) found.set(other, kinship.form);
  found.delete(of);
  return found;
}

const concepts = lazy(
  () =>
    new Map(
      [...formsOf().keys(), ...sameOf().keys()].map((of) => {
        const same = [...kindred(of)].filter(([, worth]) => worth >= kinship.same * 0.9);
        return [of, [of, ...same.map(([other]) => other)].sort()[0] ?? of] as const;
      }),
    ),
);

/** One of the stems that are said of the same thing, the same for most of them. */
export const conceptOf = (of: string): string => concepts().get(of) ?? of;

/** Stems a reader may have meant with this one, the stem itself left out. */
export function synonyms(of: string): string[] {
  return [...kindred(of).keys()];
}
