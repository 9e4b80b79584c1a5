import { z } from 'zod';
import { mirrorState } from '#shared/contracts/mirror.ts';
import { timestamp } from '#shared/contracts/values.ts';
import { failureSentence } from '#server/model/failures.ts';
import { adminProcedure, openProcedure, router } from '#server/api/trpc.ts';

/**
 * What a monitor may know: no paths, no secrets, and nothing that grows with the book (not even the size of the
 * database), because everybody can read it. `uptime` in whole seconds; `activeReplies`: questions whose answer is
 * being written or waited for.
 */
const health = z.object({
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
const modelHealth = z.object({
  name: z.string(),
  offline: z.boolean(),
  problem: z.object({ message: z.string(), at: timestamp }).optional(),
});

export const healthRouter = router({
  get: openProcedure.output(health).query(async ({ ctx }) => ({
    status: ctx.store.state === 'open' ? 'ok' : 'degraded',
    version: ctx.version,
    uptime: Math.floor((Date.now() - ctx.startedAt) / 1000),
    store: ctx.store.state,
    mirror: ctx.mirror?.status().state ?? 'off',
    model: ctx.model.name,
    activeReplies: ctx.chat.active,
    ...(await ctx.monitor.read()),
  })),
  model: adminProcedure.output(modelHealth).query(({ ctx }) => {
    const { name, offline, health: watched } = ctx.model;
    const problem = watched.problem();
    return {
      name,
      offline,
      ...(problem && {
        problem: {
          message: failureSentence(problem.failure, name),
          at: new Date(problem.at).toISOString(),
        },
      }),
    };
  }),
});
