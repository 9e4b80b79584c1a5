import { z } from 'zod';
import { id, timestamp } from './values.ts';

/** A file to copy to the bucket or to delete there; one task per name, the last wins. */
export const mirrorTask = z.object({
  id,
  name: z.string().min(1).max(1_000),
  action: z.enum(['copy', 'delete']),
  since: timestamp,
});

export type MirrorTask = z.infer<typeof mirrorTask>;

/**
 * `ok`: all but the last seconds is copied; `behind`: copying; `failing`: see `lastError`; `superseded`: another machine writes in
 * the bucket, and this one is read-only.
 */
export const mirrorState = z.enum(['off', 'ok', 'behind', 'failing', 'superseded']);

export type MirrorState = z.infer<typeof mirrorState>;

/** State of the bucket copy for the Backup tab. Times ISO 8601, queue sizes in files. */
export const mirrorStatus = z.object({
  state: mirrorState,
  bucket: z.string().optional(),
  pendingFiles: z.number().int(),
  /** Age of the oldest write missing in the bucket, in whole seconds. */
  databaseBehind: z.number().int(),
  lastSuccess: timestamp.optional(),
  /** Last error, an Italian sentence; cleared by the next success. */
  lastError: z.string().optional(),
});

export type MirrorStatus = z.infer<typeof mirrorStatus>;

export const noMirror: MirrorStatus = { state: 'off', pendingFiles: 0, databaseBehind: 0 };
