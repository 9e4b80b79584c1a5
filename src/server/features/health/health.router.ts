import { z } from 'zod';
import { openProcedure, router } from '../../trpc.ts';

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
  mirror: z.enum(['off']),
  model: z.string(),
  activeReplies: z.number().int(),
  eventLoopDelayMs: z.number().int(),
  memoryBytes: z.number().int(),
  disk: z.enum(['ok', 'low', 'unknown']),
});

export const healthRouter = router({
  get: openProcedure.output(health).query(async ({ ctx }) => ({
    status: ctx.store.state === 'open' ? 'ok' : 'degraded',
    version: ctx.version,
    uptime: Math.floor((Date.now() - ctx.startedAt) / 1000),
    store: ctx.store.state,
    mirror: 'off',
    model: ctx.model.name,
    activeReplies: ctx.chat.active,
    ...(await ctx.monitor.read()),
  })),
});
