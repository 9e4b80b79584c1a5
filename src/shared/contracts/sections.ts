import { z } from 'zod';
import { generatedForm } from './summaries.ts';
import { findMarkProblem } from '../witnessed.ts';
import { chosenId, id, optionalText, requiredText, timestamp, versionRead, wholeNumber } from './values.ts';
import { visibleFrom, visibleFromField } from './visibility.ts';

export const sectionLimits = { title: 200, content: 200_000, line: 400 } as const;

const checkMarks = (text: string | undefined, context: z.RefinementCtx) => {
  const message = findMarkProblem(text ?? '');
  if (message !== undefined) context.addIssue({ code: 'custom', message });
};

const fields = {
  sectionNumber: wholeNumber('Il numero di sezione', 1),
  title: requiredText('Il titolo', sectionLimits.title),
  content: requiredText('Il contenuto', sectionLimits.content).superRefine(checkMarks),
  contentReduced70: optionalText('Il riassunto al 70%', sectionLimits.content).superRefine(checkMarks),
  contentReduced30: optionalText('Il riassunto al 30%', sectionLimits.content).superRefine(checkMarks),
  /** One-sentence summary, the smallest form in the character's memory. */
  contentLine: optionalText('La frase di riassunto', sectionLimits.line),
  visibleFrom: visibleFromField,
};

export const section = z.object({
  id,
  sectionNumber: z.number().int().min(1),
  title: z.string(),
  content: z.string(),
  contentReduced70: z.string().optional(),
  contentReduced30: z.string().optional(),
  contentLine: z.string().optional(),
  visibleFrom,
  /** Generated forms; the others are the author's. */
  generated: z
    .object({
      reduced70: generatedForm.optional(),
      reduced30: generatedForm.optional(),
      line: generatedForm.optional(),
    })
    .optional(),
  /** When title or text were last changed by hand; absent once an import has renewed them. */
  correctedAt: timestamp.optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const createSection = z.object({ id: chosenId, ...fields });
export const updateSection = z.object(fields).partial().extend({ id, updatedAt: versionRead });

export type Section = z.infer<typeof section>;
export type CreateSection = z.infer<typeof createSection>;
export type UpdateSection = z.infer<typeof updateSection>;
