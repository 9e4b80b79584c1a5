import { z } from 'zod';
import { timestamp } from '../../../shared/contracts/values.ts';
import { failureSentence } from '../../model/failures.ts';
import { adminProcedure, publicProcedure, router } from '../../trpc.ts';

/** What a monitor may know: no counts, no paths, no secrets. `uptime` in whole seconds. */
const health = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  uptime: z.number().int(),
  store: z.enum(['open', 'read-only', 'closed']),
  mirror: z.enum(['off']),
  model: z.string(),
});

/** What the author is told of the language model: `problem` is what only they can mend. */
const modelHealth = z.object({
  name: z.string(),
  offline: z.boolean(),
  problem: z.object({ message: z.string(), at: timestamp }).optional(),
});

export const healthRouter = router({
  get: publicProcedure.output(health).query(({ ctx }) => ({
    status: ctx.store.state === 'open' ? 'ok' : 'degraded',
    version: ctx.version,
    uptime: Math.floor((Date.now() - ctx.startedAt) / 1000),
    store: ctx.store.state,
    mirror: 'off',
    model: ctx.model.name,
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
