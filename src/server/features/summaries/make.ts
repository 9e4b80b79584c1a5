import type { Section } from '#shared/contracts/sections.ts';
import { inHouse, type SummaryForm } from '#shared/contracts/summaries.ts';
import { runInSlices } from '#shared/tasks.ts';
import { witnessedSection } from '#shared/gate.ts';
import { ModelError, type WritingModel } from '#server/model/types.ts';
import { extractInSteps, extractLineInSteps } from './extract.ts';
import { writeForm } from './write.ts';

export interface MadeForm {
  text: string;
  /** The model's name, or `inHouse`. */
  by: string;
}

/**
 * Makes one form of what the protagonist witnessed of one section, knowing nothing of any other: by the model when there is one, of the section's own
 * sentences when there is none or it cannot do it. `undefined` when no form of the right length can be made.
 *
 * @throws ModelError when the model could not be asked
 */
export async function makeForm(
  record: Section,
  form: SummaryForm,
  model: WritingModel | undefined,
  allowed: readonly string[],
  signal: AbortSignal,
): Promise<MadeForm | undefined> {
  const section = witnessedSection(record);
  if (model) {
    const text = await writeForm(section, form, model, allowed, signal).catch((error: unknown) => {
      // Even the smallest part is too large for this plan: waiting would not help.
      if (error instanceof ModelError && error.failure === 'too-large') return undefined;
      throw error;
    });
    if (text !== undefined) return { text, by: model.name };
  }
  const { content } = section;
  const steps = form === 'line' ? extractLineInSteps(content) : extractInSteps(content, form);
  const text = await runInSlices(steps, signal);
  return text === undefined ? undefined : { text, by: inHouse };
}
