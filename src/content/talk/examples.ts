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

/** Sample dialogues for a hosted model, explained at the top of esempi.yaml. @throws when the file is invalid */
export const readVoiceExamples = () =>
  file.parse(esempi).examples.map(({ phase, reader, nilak }) => ({ phase, reader, says: nilak }));
