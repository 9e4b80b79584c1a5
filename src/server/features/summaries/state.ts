import type { Section } from '#shared/contracts/sections.ts';
import {
  fewestWords,
  summaryFields,
  summaryForms,
  type GeneratedForm,
  type SummaryForm,
} from '#shared/contracts/summaries.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { countWords } from '#shared/words.ts';
import { witnessedText } from '#shared/witnessed.ts';
import { fingerprintText } from '#server/text/fingerprint.ts';

const factsOf = memoizeByObject((section: Section) => {
  /** What summaries are made from. */
  const content = witnessedText(section.content);
  return { fingerprint: fingerprintText(content), words: countWords(content) };
});

export const fingerprintOf = (section: Section): string => factsOf(section).fingerprint;

/** Whether a section is long enough to have shorter forms. */
export const isLongEnough = (section: Section): boolean => factsOf(section).words >= fewestWords;

/** `missing`: there is none; `stale`: generated from a text that was changed since; `author`: not ours to touch. */
type FormState = 'missing' | 'stale' | 'generated' | 'author';

export function stateOf(section: Section, form: SummaryForm): FormState {
  if (section[summaryFields[form]] === undefined) return 'missing';
  const generated = section.generated?.[form];
  if (!generated) return 'author';
  return generated.of === fingerprintOf(section) ? 'generated' : 'stale';
}

/** The forms that a generator has to make. They follow from the record alone, so a restart loses nothing. */
export function missingForms(section: Section): SummaryForm[] {
  if (!isLongEnough(section)) return [];
  return summaryForms.filter((form) => ['missing', 'stale'].includes(stateOf(section, form)));
}

/** The generated forms whose section was changed since. */
export function staleForms(section: Section): { sectionId: string; form: SummaryForm }[] {
  return missingForms(section)
    .filter((form) => stateOf(section, form) === 'stale')
    .map((form) => ({ sectionId: section.id, form }));
}

/** The section with a generated form in its place. Times stay: nobody edited it. */
export function withGenerated(section: Section, form: SummaryForm, text: string, by: string): Section {
  const origin: GeneratedForm = { by, of: fingerprintOf(section) };
  return {
    ...section,
    [summaryFields[form]]: text,
    generated: { ...section.generated, [form]: origin },
  };
}
