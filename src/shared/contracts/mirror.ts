import { z } from 'zod';
import { id, timestamp } from './values.ts';

/** A file that is to be copied to the bucket, or was deleted here and is to go from it. One for each name, the last word. */
export const mirrorTask = z.object({
  id,
  name: z.string().min(1).max(1_000),
  action: z.enum(['copy', 'delete']),
  since: timestamp,
});

export type MirrorTask = z.infer<typeof mirrorTask>;

/**
 * How the copy in the bucket stands. `off`: there is no bucket; `ok`: all but the last seconds is there; `behind`: it is
 * on its way; `failing`: it does not get there, and `lastError` says why.
 */
export const mirrorState = z.enum(['off', 'ok', 'behind', 'failing']);

export type MirrorState = z.infer<typeof mirrorState>;

/** The copy in the bucket as the Backup tab shows it. Times ISO 8601, sizes of queues in files. */
export const mirrorStatus = z.object({
  state: mirrorState,
  /** Where to: the bucket and the prefix in it. */
  bucket: z.string().optional(),
  /** Files still to be copied or deleted. */
  pendingFiles: z.number().int(),
  /** How old the oldest write is that the bucket does not have, in whole seconds. */
  databaseBehind: z.number().int(),
  lastSuccess: timestamp.optional(),
  /** An Italian sentence; the last trouble, gone as soon as something succeeds. */
  lastError: z.string().optional(),
  /**
   * Of two machines with one bucket: whether this one may write. `suspended`: not until the bucket answers again, since
   * the other may have taken its place; `lost`: the other has.
   */
  failover: z.enum(['off', 'holder', 'suspended', 'lost']),
});

export type MirrorStatus = z.infer<typeof mirrorStatus>;

/** Without a bucket. */
export const noMirror: MirrorStatus = { state: 'off', pendingFiles: 0, databaseBehind: 0, failover: 'off' };
