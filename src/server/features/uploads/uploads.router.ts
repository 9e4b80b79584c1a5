import { Readable } from 'node:stream';
import { z } from 'zod';
import { deletedFiles, deleteFiles, filesOverview, holdFiles } from '#shared/contracts/files.ts';
import { storedUpload } from '#shared/contracts/uploads.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';
import { holdUnsaved } from '#server/storage/files/unsaved.ts';
import { addUpload, deleteUnused, overviewOf } from './uploads.service.ts';

export const uploadsRouter = router({
  /** `file` is a Node stream: over HTTP only the multipart adapter can give one. */
  create: adminProcedure
    .input(z.object({ file: z.instanceof(Readable, { error: 'Il file manca.' }) }))
    .output(storedUpload)
    .mutation(({ ctx, input }) => addUpload(ctx.services, input.file)),
  overview: adminProcedure.output(filesOverview).query(({ ctx }) => overviewOf(ctx.services)),
  hold: adminProcedure
    .input(holdFiles)
    .mutation(({ ctx, input }) => holdUnsaved(ctx.services.store, input.names, input.held)),
  delete: adminProcedure
    .input(deleteFiles)
    .output(deletedFiles)
    .mutation(({ ctx, input }) => deleteUnused(ctx.services, input.names, input.released)),
});
