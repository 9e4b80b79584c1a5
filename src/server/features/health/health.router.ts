import { health, modelHealth } from '#shared/contracts/health.ts';
import { failureSentence } from '#server/model/failures.ts';
import { adminProcedure, openProcedure, router } from '#server/api/trpc.ts';

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
