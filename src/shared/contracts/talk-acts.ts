import { z } from 'zod';

const text = z.string('must be text: put it in quotes').trim().min(1);
const lines = z.array(text).min(1);

/** Answers to a sub-question of an act, used when the message has one of the words. */
const aimed = z.strictObject({
  /** Folded words; a trailing `*` matches any ending. */
  parole: lines,
  says: lines,
});

const riddle = z.strictObject({ domanda: text, risposte: lines, giusto: text, sbagliato: text });

const act = z.strictObject({
  id: text,
  what: text,
  examples: lines,
  /** Counterexamples: similar messages that are not. */
  not: z.array(text).default([]),
  says: lines,
  /** Lines for the beginning, middle and end of the book, said before `says`. */
  phase: z
    .strictObject({ inizio: lines.optional(), meta: lines.optional(), fine: lines.optional() })
    .default({}),
  mirati: z.array(aimed).default([]),
  /** Further pools by state of the conversation. */
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
  /** Answers in other languages, by language code. */
  lingue: z.record(z.string(), z.strictObject({ examples: lines, says: lines })).default({}),
  indovinelli: z.array(riddle).default([]),
});

/** Dialogue acts of the embedded character: messages that are not about the story, and his answers. */
export const actTexts = z
  .strictObject({ acts: z.array(act).min(2) })
  .refine(({ acts }) => new Set(acts.map(({ id }) => id)).size === acts.length, 'two acts have the same id');

export type ActTexts = z.infer<typeof actTexts>;
export type ActText = ActTexts['acts'][number];
