import { z } from 'zod';

const text = z.string('must be text: put it in quotes').trim().min(1);
const lines = z.array(text).min(1);

/** Lines for one sub-question of an act: said when the message has one of the words. */
const aimed = z.strictObject({
  /** Folded words; with `*` at the end: whatever begins so. */
  parole: lines,
  says: lines,
});

const riddle = z.strictObject({ domanda: text, risposte: lines, giusto: text, sbagliato: text });

const act = z.strictObject({
  id: text,
  /** What the act is and how he takes it, for whoever edits the file. */
  what: text,
  /** Messages of readers that are this act. */
  examples: lines,
  /** Near-misses: messages that look like it and are not. */
  not: z.array(text).default([]),
  /** What he answers to any message of the act. */
  says: lines,
  /** Lines of the beginning, the middle and the end of the book, said before `says`. */
  phase: z
    .strictObject({ inizio: lines.optional(), meta: lines.optional(), fine: lines.optional() })
    .default({}),
  mirati: z.array(aimed).default([]),
  /** Further pools, each for a state of the conversation. */
  altri: z
    .partialRecord(
      z.enum([
        'dopo_ore',
        'dopo_giorni',
        'dopo_settimane',
        'known',
        'punti',
        'disegni',
        'teneri',
        'lacrime',
        'ultima',
      ]),
      lines,
    )
    .default({}),
  /** What he says to other languages, by their code. */
  lingue: z.record(z.string(), z.strictObject({ examples: lines, says: lines })).default({}),
  indovinelli: z.array(riddle).default([]),
});

/** The dialogue acts of the embedded character: what messages that are not about the story look like, and his answers. */
export const actTexts = z
  .strictObject({ acts: z.array(act).min(2) })
  .refine(({ acts }) => new Set(acts.map(({ id }) => id)).size === acts.length, 'two acts have the same id');

export type ActTexts = z.infer<typeof actTexts>;
export type ActText = ActTexts['acts'][number];
