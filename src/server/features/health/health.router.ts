import { adminProcedure, openProcedure, router } from '#server/api/trpc.ts';
import { health, modelHealth, publishedCodes, refusalCounts } from '#shared/contracts/health.ts';
import { readHealth, readModelHealth } from './health.service.ts';

export const healthRouter = router({
  get: openProcedure
    .output(health)
    .query(({ ctx }) => readHealth(ctx.services, ctx.caller.isAdmin || ctx.caller.isLocal)),
  refusals: adminProcedure.output(refusalCounts).query(({ ctx }) => ctx.services.refusals.counts()),
  publishedCodes: adminProcedure
    .output(publishedCodes)
    .query(({ ctx }) => ({ codes: ctx.services.publishedCodes() })),
  model: adminProcedure.output(modelHealth).query(({ ctx }) => readModelHealth(ctx.services)),
});
