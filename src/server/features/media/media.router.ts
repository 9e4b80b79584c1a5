import { Readable } from 'node:stream';
import { z } from 'zod';
import { mediaSlot } from '#shared/contracts/media.ts';
import { id } from '#shared/contracts/values.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';
import { listMedia, replaceMedia, resetMedia } from './media.service.ts';

const upload = z.object({
  id,
  /** A Node stream: over HTTP only the multipart adapter can give one. */
  file: z.instanceof(Readable, { error: 'Il file manca.' }),
  fileName: z.string().max(300).optional(),
});

export const mediaRouter = router({
  list: adminProcedure.output(z.array(mediaSlot)).query(({ ctx }) => listMedia(ctx.services)),
  replace: adminProcedure
    .input(upload)
    .output(mediaSlot)
    .mutation(({ ctx, input }) => replaceMedia(ctx.services, input)),
  reset: adminProcedure
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => resetMedia(ctx.services, input.id)),
});
