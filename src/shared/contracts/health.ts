import { z } from 'zod';
import { mirrorState } from './mirror.ts';
import { timestamp } from './values.ts';

/**
 * What a monitor may know: no paths, no secrets, and nothing that grows with the book (not even the size of the
 * database), because everybody can read it. `uptime` in whole seconds; `activeReplies`: questions whose answer is
 * being written or waited for.
 */
export const health = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  uptime: z.number().int(),
  store: z.enum(['open', 'read-only', 'closed']),
  mirror: mirrorState,
  model: z.string(),
  activeReplies: z.number().int(),
  eventLoopDelayMs: z.number().int(),
  memoryBytes: z.number().int(),
  disk: z.enum(['ok', 'low', 'unknown']),
});

/** What the author is told of the language model: `problem` is what only they can mend. */
export const modelHealth = z.object({
  name: z.string(),
  offline: z.boolean(),
  problem: z.object({ message: z.string(), at: timestamp }).optional(),
  /** What the author should know though nothing is broken. */
  notices: z.array(z.string()).optional(),
});
