import { Readable } from 'node:stream';
import { z } from 'zod';
import { backupStatus, restorePlan } from '#shared/contracts/backup.ts';
import { mirrorStatus, noMirror } from '#shared/contracts/mirror.ts';
import { id } from '#shared/contracts/values.ts';
import { adminProcedure, router, stoppingProcedure } from '#server/api/trpc.ts';
import { databaseBackup, filesBackup, statusOf } from './backup.service.ts';

/** A Node stream: over HTTP only the multipart adapter can give one. */
const file = z.instanceof(Readable, { error: 'Il file manca.' });

export const backupRouter = router({
  mirror: adminProcedure.output(mirrorStatus).query(({ ctx }) => ctx.mirror?.status() ?? noMirror),
  status: adminProcedure.output(backupStatus).query(({ ctx }) => statusOf(ctx)),
  database: adminProcedure.query(({ ctx }) => databaseBackup(ctx.store)),
  files: adminProcedure.query(({ ctx }) => filesBackup(ctx.store, ctx.files)),
});

/** Those that change everything stop all other calls, and must not wait for themselves. */
export const restoreRouter = router({
  check: adminProcedure
    .input(z.object({ file }))
    .output(restorePlan)
    .mutation(({ ctx, input }) => ctx.restore.check(input.file)),
  addFiles: adminProcedure
    .input(z.object({ id, file }))
    .output(restorePlan)
    .mutation(({ ctx, input }) => ctx.restore.addFiles(input.id, input.file)),
  confirm: stoppingProcedure
    .input(z.object({ id }))
    .output(backupStatus)
    .mutation(async ({ ctx, input }) => {
      await ctx.restore.apply(input.id);
      return statusOf(ctx);
    }),
  discard: adminProcedure.input(z.object({ id })).mutation(({ ctx, input }) => ctx.restore.discard(input.id)),
  undo: stoppingProcedure.output(backupStatus).mutation(async ({ ctx }) => {
    await ctx.restore.undo();
    return statusOf(ctx);
  }),
});
