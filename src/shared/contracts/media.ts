import { z } from 'zod';
import { timestamp } from './values.ts';

export const mediaSlot = z.object({
  /** File name in the book: `estratto-primo`. */
  id: z.string(),
  kind: z.enum(['audio', 'video']),
  label: z.string(),
  /** Public address, the same for any content. */
  url: z.string(),
  /** The book's own file, in bytes and seconds; `seconds` when known. */
  original: z.object({ bytes: z.number().int(), seconds: z.number().optional() }),
  replacement: z
    .object({
      fileName: z.string().optional(),
      url: z.string(),
      type: z.string(),
      bytes: z.number().int(),
      seconds: z.number().optional(),
      since: timestamp,
      /**
       * The file is missing on this disk. `here`: the bucket serves it and it is being copied back. `everywhere`: it
       * has to be uploaded again. `unknown`: the bucket does not answer.
       */
      missing: z.enum(['here', 'everywhere', 'unknown']).optional(),
    })
    .optional(),
});

export type MediaSlot = z.infer<typeof mediaSlot>;
