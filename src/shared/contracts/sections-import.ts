import { z } from 'zod';
import { createSection } from './sections.ts';
import { id, timestamp } from './values.ts';

/** More sections than any book has chapters. */
const mostSections = 5_000;

const { sectionNumber, title, content } = createSection.shape;

/** A section that comes, or with an `id` a newer text of that one; `updatedAt`: of the version it was compared with. */
const importedSection = z.object({
  id: id.optional(),
  sectionNumber,
  title,
  content,
  updatedAt: timestamp.optional(),
});

/** A whole manuscript at once: all of it is stored, or nothing. `remove`: sections that are no more in the book. */
export const importSections = z
  .object({
    sections: z.array(importedSection).max(mostSections, 'Un libro può avere al massimo 5.000 sezioni.'),
    remove: z.array(id).max(mostSections).default([]),
  })
  .refine(({ sections, remove }) => sections.length + remove.length > 0, 'Non c’è niente da importare.');

const count = z.number().int().min(0);

/** What an import did. */
export const importOutcome = z.object({ created: count, updated: count, removed: count });

/** The last import, as long as it can be taken back. */
export const lastImport = z.object({ import: importOutcome.extend({ at: timestamp }).nullable() });

/** `kept`: titles of sections that were edited after the import and stay as they are. */
export const undoneImport = importOutcome.extend({ kept: z.array(z.string()) });

export type ImportSections = z.input<typeof importSections>;
export type ImportOutcome = z.infer<typeof importOutcome>;
export type LastImport = z.infer<typeof lastImport>;
export type UndoneImport = z.infer<typeof undoneImport>;
