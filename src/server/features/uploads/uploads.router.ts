import { Readable } from 'node:stream';
import { z } from 'zod';
import { storedUpload } from '../../../shared/contracts/uploads.ts';
import { adminProcedure, router } from '../../trpc.ts';
import { storeImage } from './uploads.service.ts';

export const uploadsRouter = router({
  /** `file` is a Node stream: over HTTP only the multipart adapter can give one. */
  create: adminProcedure
    .input(z.object({ file: z.instanceof(Readable, { error: 'Il file manca.' }) }))
    .output(storedUpload)
    .mutation(({ ctx, input }) => storeImage(ctx.files, input.file)),
});
