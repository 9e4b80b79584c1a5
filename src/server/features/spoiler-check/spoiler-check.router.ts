import { spoilerCheck } from '#shared/contracts/spoiler-check.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';

/** Each change answers the progress after it, so that the panel needs no second call. */
export const spoilerCheckRouter = router({
  progress: adminProcedure.output(spoilerCheck).query(({ ctx }) => ctx.services.spoilerCheck.progress()),
  start: adminProcedure.output(spoilerCheck).mutation(({ ctx }) => {
    ctx.services.spoilerCheck.start();
    return ctx.services.spoilerCheck.progress();
  }),
  cancel: adminProcedure.output(spoilerCheck).mutation(async ({ ctx }) => {
    await ctx.services.spoilerCheck.cancel();
    return ctx.services.spoilerCheck.progress();
  }),
});
