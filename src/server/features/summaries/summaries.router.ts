import { regenerateSummary, retrySummaries, summariesProgress } from '#shared/contracts/summaries.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';
import type { SummariesService } from './summaries.service.ts';

/** Each change answers the progress after it, so that the panel needs no second call. */
export const summariesRouter = (summaries: SummariesService) =>
  router({
    progress: adminProcedure({
      summary: "How far the shorter forms of the book's sections are.",
      output: summariesProgress,
    }).query(() => summaries.progress()),
    cancel: adminProcedure({
      summary: 'Stops making the shorter forms.',
      output: summariesProgress,
    }).mutation(async () => {
      await summaries.cancel();
      return summaries.progress();
    }),
    retry: adminProcedure({
      summary: 'Makes those that failed or were cancelled.',
      input: retrySummaries,
      output: summariesProgress,
    }).mutation(async ({ input }) => {
      await summaries.retry(input);
      return summaries.progress();
    }),
    regenerate: adminProcedure({
      summary: 'Makes one shorter form of a section anew.',
      input: regenerateSummary,
      output: summariesProgress,
    }).mutation(({ input }) => {
      summaries.regenerate(input.id, input.form);
      return summaries.progress();
    }),
  });
