import { z } from 'zod';
import { dailyCopyState } from './daily-copies.ts';
import { roomState } from './keeping.ts';
import { mirrorState } from './mirror.ts';
import { timestamp } from './values.ts';

/**
 * What a monitor may know: no paths, no secrets, and nothing that grows with the book (not even the size of the
 * database), because everybody can read it. `uptime` in whole seconds; `activeReplies`: questions whose answer is
 * being written or waited for.
 *
 * From `activeReplies` on for the author and for this machine alone: to others it would say how well an attack goes.
 * `publishedCodes`: how many codes open something here and stand in the program. `conversations`: the room they have left.
 * `dailyCopy`: how the copy of every day on the own disk stands.
 */
export const health = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  uptime: z.number().int(),
  store: z.enum(['open', 'read-only', 'closed']),
  mirror: mirrorState,
  model: z.string(),
  activeReplies: z.number().int().optional(),
  eventLoopDelayMs: z.number().int().optional(),
  memoryBytes: z.number().int().optional(),
  disk: z.enum(['ok', 'low', 'unknown']).optional(),
  publishedCodes: z.number().int().optional(),
  conversations: roomState.optional(),
  dailyCopy: dailyCopyState.optional(),
});

/** Since the start: what was refused and would show that somebody tries, and how often the author signed in. */
export const refusalCounts = z.object({
  wrongPasswords: z.number().int(),
  wrongCodes: z.number().int(),
  forbidden: z.number().int(),
  tooMany: z.number().int(),
  signIns: z.number().int(),
});
export type RefusalCounts = z.infer<typeof refusalCounts>;

/** Codes that open something here and stand in the program, which everybody can read. */
export const publishedCodes = z.object({ codes: z.array(z.string()) });

/** What the author is told of the language model: `problem` is what only they can mend. */
export const modelHealth = z.object({
  name: z.string(),
  offline: z.boolean(),
  problem: z.object({ message: z.string(), at: timestamp }).optional(),
  /** What the author should know though nothing is broken. */
  notices: z.array(z.string()).optional(),
});
