import { rehearsal, rehearse } from '#shared/contracts/rehearsal.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';

export const rehearsalRouter = router({
  ask: adminProcedure
    .input(rehearse)
    .output(rehearsal)
    .mutation(({ ctx, input }) => ctx.services.rehearse(input)),
});
