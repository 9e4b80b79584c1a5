import { adminProcedure, openProcedure, router } from '#server/api/trpc.ts';
import { health, modelHealth, publishedCodes, refusalCounts } from '#shared/contracts/health.ts';
import { readHealth, readModelHealth, type HealthServices } from './health.service.ts';

export const healthRouter = (services: HealthServices) =>
  router({
    get: openProcedure({ summary: 'How the site is doing, for a monitor.', output: health }).query(
      ({ ctx }) => readHealth(services, ctx.caller.isAdmin || ctx.caller.isLocal),
    ),
    refusals: adminProcedure({
      summary: 'What was refused since the start and would show that somebody tries codes or passwords.',
      output: refusalCounts,
    }).query(() => services.refusals.counts()),
    publishedCodes: adminProcedure({
      summary: 'The codes of this site that stand in the program, where everybody can read them.',
      output: publishedCodes,
    }).query(() => ({ codes: services.publishedCodes() })),
    model: adminProcedure({
      summary: 'Which language model answers, and what keeps it from answering.',
      output: modelHealth,
    }).query(() => readModelHealth(services)),
  });
