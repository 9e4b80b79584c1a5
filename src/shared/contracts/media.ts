import { z } from 'zod';
import { timestamp } from './values.ts';

/** A recording of the landing page that the author may replace: a slot, with what stands in it. */
export const mediaSlot = z.object({
  /** Of the file's name in the book: `estratto-primo`. */
  id: z.string(),
  kind: z.enum(['audio', 'video']),
  /** Where on the page it is, in Italian. */
  label: z.string(),
  /** The address it is served from, whatever stands in it. */
  url: z.string(),
  /** Of the book's own file, in bytes and seconds; `seconds` when it can be told. */
  original: z.object({ bytes: z.number().int(), seconds: z.number().optional() }),
  /** The author's file in its place. */
  replacement: z
    .object({
      /** As it was called on the author's machine, for the list. */
      fileName: z.string().optional(),
      url: z.string(),
      type: z.string(),
      bytes: z.number().int(),
      seconds: z.number().optional(),
      since: timestamp,
      /**
       * Its file is not on this machine's disk. `here`: the bucket has it, visitors get it from there, and it is on its way
       * back. `everywhere`: nobody can hear or see it until it is uploaded again. `unknown`: the bucket does not answer.
       */
      missing: z.enum(['here', 'everywhere', 'unknown']).optional(),
    })
    .optional(),
});

export type MediaSlot = z.infer<typeof mediaSlot>;
