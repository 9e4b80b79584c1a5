import { z } from 'zod';
import { createSection } from './sections.ts';
import { id, timestamp } from './values.ts';

const maxSections = 5_000;

const { sectionNumber, title, content } = createSection.shape;

/** A new section, or with `id` a newer text of it; `updatedAt`: the version it was compared with. */
const importedSection = z.object({
  id: id.optional(),
  sectionNumber,
  title,
  content,
  updatedAt: timestamp.optional(),
});

/**
 * Stored in one transaction or not at all. `remove`: sections no longer in the book. `moveLevels`: codes and readers keep
 * their chapters instead of their numbers.
 */
export const importSections = z
  .object({
    sections: z.array(importedSection).max(maxSections, 'Un libro può avere al massimo 5.000 sezioni.'),
    remove: z.array(id).max(maxSections).default([]),
    moveLevels: z.boolean().default(false),
  })
  .refine(({ sections, remove }) => sections.length + remove.length > 0, 'Non c’è niente da importare.');

const count = z.number().int().min(0);

export const importOutcome = z.object({ created: count, updated: count, removed: count });

export type ImportSections = z.input<typeof importSections>;
export type ImportOutcome = z.infer<typeof importOutcome>;
