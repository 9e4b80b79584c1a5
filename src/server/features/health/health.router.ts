import { z } from 'zod';
import { mirrorState } from '../../../shared/contracts/mirror.ts';
import { openProcedure, router } from '../../trpc.ts';

/** What a monitor may know: no counts, no paths, no secrets. `uptime` in whole seconds. */
const health = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  uptime: z.number().int(),
  store: z.enum(['open', 'read-only', 'closed']),
  mirror: mirrorState,
  model: z.string(),
});

export const healthRouter = router({
  get: openProcedure.output(health).query(({ ctx }) => ({
    status: ctx.store.state === 'open' ? 'ok' : 'degraded',
    version: ctx.version,
    uptime: Math.floor((Date.now() - ctx.startedAt) / 1000),
    store: ctx.store.state,
    mirror: ctx.mirror?.status().state ?? 'off',
    model: ctx.model.name,
  })),
});
