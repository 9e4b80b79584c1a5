import { z } from 'zod';
import esempi from './esempi.yaml';

const file = z.object({
  note: z.string(),
  examples: z.array(
    z.object({
      phase: z.enum(['inizio', 'meta', 'fine']),
      kind: z.string(),
      reader: z.string(),
      nilak: z.string(),
    }),
  ),
});

/** How he speaks, shown to a hosted model; the head of esempi.yaml explains it. Throws when the file is something else. */
export const readVoiceExamples = () =>
  file.parse(esempi).examples.map(({ phase, reader, nilak }) => ({ phase, reader, says: nilak }));
