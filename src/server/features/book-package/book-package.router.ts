import { Readable } from 'node:stream';
import { z } from 'zod';
import { exportPackage, packagePlan, packageStatus } from '#shared/contracts/book-package.ts';
import { id } from '#shared/contracts/values.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';

export const bookPackageRouter = router({
  export: adminProcedure
    .input(exportPackage)
    .query(({ ctx, input }) => ctx.services.bookPackage.download(input.codes)),
  status: adminProcedure.output(packageStatus).query(({ ctx }) => ctx.services.bookPackage.status()),
  /** `file` is a Node stream: over HTTP only the multipart adapter can give one. */
  check: adminProcedure
    .input(z.object({ file: z.instanceof(Readable, { error: 'Il file manca.' }) }))
    .output(packagePlan)
    .mutation(({ ctx, input }) => ctx.services.bookPackage.check(input.file)),
  confirm: adminProcedure
    .input(z.object({ id }))
    .output(packageStatus)
    .mutation(({ ctx, input }) => ctx.services.bookPackage.apply(input.id)),
  discard: adminProcedure
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => ctx.services.bookPackage.discard(input.id)),
  undo: adminProcedure.output(packageStatus).mutation(({ ctx }) => ctx.services.bookPackage.undo()),
});
