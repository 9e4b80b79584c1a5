import { rehearsal, rehearse } from '#shared/contracts/rehearsal.ts';
import { spoilerCheck } from '#shared/contracts/spoiler-check.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';

/** The author looks over the character's shoulder. */
export const rehearsalRouter = router({
  ask: adminProcedure
    .input(rehearse)
    .output(rehearsal)
    .mutation(({ ctx, input }) => ctx.rehearse(input)),
});

/** The leak suite over the author's own book. */
export const spoilerCheckRouter = router({
  progress: adminProcedure.output(spoilerCheck).query(({ ctx }) => ctx.spoilerCheck.progress()),
  start: adminProcedure.output(spoilerCheck).mutation(({ ctx }) => {
    ctx.spoilerCheck.start();
    return ctx.spoilerCheck.progress();
  }),
  cancel: adminProcedure.output(spoilerCheck).mutation(async ({ ctx }) => {
    await ctx.spoilerCheck.cancel();
    return ctx.spoilerCheck.progress();
  }),
});
