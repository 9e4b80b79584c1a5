import { z } from 'zod';

/** What stands around what he says back: src/content/talk/nulla.yaml says what each is for. */
export const emptyTexts = z.strictObject({
  correzione: z.array(z.string()),
  riassunto: z.strictObject({ inizio: z.string(), adesso: z.string() }),
  ricordo: z.strictObject({
    prima: z.array(z.string()),
    domanda: z.array(z.string()),
    suo: z.array(z.string()),
    discorso: z.array(z.string()),
    lettore: z.array(z.string()),
  }),
  nonDetto: z.array(z.string()),
});
export type EmptyTexts = z.infer<typeof emptyTexts>;
