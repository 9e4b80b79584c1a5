import { adminProcedure, router } from '../../trpc.ts';

export const referenceRouter = router({
  openApi: adminProcedure.query(({ ctx }) => ctx.openApi()),
});
