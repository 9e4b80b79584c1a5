import { createHash } from 'node:crypto';
import type { Section } from '#shared/contracts/sections.ts';
import {
  fewestWords,
  summaryFields,
  summaryForms,
  type GeneratedForm,
  type SummaryForm,
} from '#shared/contracts/summaries.ts';
import { countWords } from '#shared/words.ts';

interface Facts {
  /** Of the text that summaries are made from. */
  fingerprint: string;
  words: number;
}

/** Keyed by record: an edited section is a new record. */
const known = new WeakMap<Section, Facts>();

function factsOf(section: Section): Facts {
  const found = known.get(section);
  if (found) return found;
  const fingerprint = createHash('sha256').update(section.content).digest('base64url').slice(0, 16);
  const made = { fingerprint, words: countWords(section.content) };
  known.set(section, made);
  return made;
}

export const fingerprintOf = (section: Section): string => factsOf(section).fingerprint;

/** Whether a section is long enough to have shorter forms. */
export const isLongEnough = (section: Section): boolean => factsOf(section).words >= fewestWords;

/** `missing`: there is none; `stale`: generated from a text that was changed since; `author`: not ours to touch. */
export type FormState = 'missing' | 'stale' | 'generated' | 'author';

export function stateOf(section: Section, form: SummaryForm): FormState {
  if (section[summaryFields[form]] === undefined) return 'missing';
  const made = section.generated?.[form];
  if (!made) return 'author';
  return made.of === fingerprintOf(section) ? 'generated' : 'stale';
}

/** The forms that a generator has to make. What is to be done follows from the records alone, so a restart loses nothing. */
export function wantedForms(section: Section): SummaryForm[] {
  if (!isLongEnough(section)) return [];
  return summaryForms.filter((form) => ['missing', 'stale'].includes(stateOf(section, form)));
}

/** The section with a generated form in its place. Times stay: nobody edited it. */
export function withGenerated(section: Section, form: SummaryForm, text: string, by: string): Section {
  const made: GeneratedForm = { by, of: fingerprintOf(section) };
  return {
    ...section,
    [summaryFields[form]]: text,
    generated: { ...section.generated, [form]: made },
  };
}
