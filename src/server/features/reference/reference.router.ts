import { adminProcedure, router } from '#server/api/trpc.ts';

export const referenceRouter = router({
  openApi: adminProcedure.query(({ ctx }) => ctx.services.openApi()),
});
