import { z } from 'zod';
import { dailyCopyState } from './copies.ts';
import { roomState } from './keeping.ts';
import { mirrorState } from './mirror.ts';
import { timestamp } from './values.ts';

/**
 * Health for monitors. Public fields contain no paths, no secrets and nothing that grows with the book, not even the
 * database size. `uptime` in whole seconds; `activeReplies`: replies being written or queued.
 *
 * From `activeReplies` on only for the author and this machine: an attacker could measure success by them.
 * `publishedCodes`: valid codes whose values are in the source. `conversations`: remaining room. `dailyCopy`: state of
 * the daily backup.
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

/** Since the start: refusals that may mean an attack, and the author's sign-ins. */
export const refusalCounts = z.object({
  wrongPasswords: z.number().int(),
  wrongCodes: z.number().int(),
  forbidden: z.number().int(),
  tooMany: z.number().int(),
  signIns: z.number().int(),
});
export type RefusalCounts = z.infer<typeof refusalCounts>;

export const publishedCodes = z.object({ codes: z.array(z.string()) });

/** State of the language model; `problem`: what only the author can fix. */
export const modelHealth = z.object({
  name: z.string(),
  offline: z.boolean(),
  problem: z.object({ message: z.string(), at: timestamp }).optional(),
  notices: z.array(z.string()).optional(),
});
