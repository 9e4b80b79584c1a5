import { z } from 'zod';
import { timestamp } from './values.ts';

/** That a reader was erased, without saying who: `id` is a hash of the reader's id under `key`. */
export const erasure = z.object({
  id: z.string(),
  key: z.string(),
  at: timestamp,
  /** `messages`: the conversation up to that moment; `all`: the reader too. */
  what: z.enum(['messages', 'all']),
  /** When the reader went too, where only the conversation was erased afterwards: they had come back meanwhile. */
  allAt: timestamp.optional(),
  isStranger: z.boolean(),
});
export type Erasure = z.infer<typeof erasure>;
