import { regenerateSummary, retrySummaries, summariesProgress } from '#shared/contracts/summaries.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';

/** Each change answers the progress after it, so that the panel needs no second call. */
export const summariesRouter = router({
  progress: adminProcedure.output(summariesProgress).query(({ ctx }) => ctx.services.summaries.progress()),
  cancel: adminProcedure.output(summariesProgress).mutation(async ({ ctx }) => {
    await ctx.services.summaries.cancel();
    return ctx.services.summaries.progress();
  }),
  retry: adminProcedure
    .input(retrySummaries)
    .output(summariesProgress)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.summaries.retry(input);
      return ctx.services.summaries.progress();
    }),
  regenerate: adminProcedure
    .input(regenerateSummary)
    .output(summariesProgress)
    .mutation(({ ctx, input }) => {
      ctx.services.summaries.regenerate(input.id, input.form);
      return ctx.services.summaries.progress();
    }),
});
