import { foundReader, keeping, keepingNotice, namedReader, saveKeeping } from '#shared/contracts/keeping.ts';
import { adminProcedure, publicProcedure, router } from '#server/api/trpc.ts';

export const keepingRouter = router({
  get: adminProcedure.output(keeping).query(({ ctx }) => ctx.services.keeping.get()),
  save: adminProcedure
    .input(saveKeeping)
    .output(keeping)
    .mutation(({ ctx, input }) => ctx.services.keeping.save(input)),
  /** What the privacy notice says of it. */
  notice: publicProcedure.output(keepingNotice).query(({ ctx }) => ctx.services.keeping.notice()),
  findReader: adminProcedure
    .input(namedReader)
    .output(foundReader)
    .mutation(({ ctx, input }) => ctx.services.keeping.find(input.identifier)),
  eraseReader: adminProcedure
    .input(namedReader)
    .mutation(({ ctx, input }) => ctx.services.keeping.eraseNamed(input.identifier)),
});
