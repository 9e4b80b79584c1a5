import { Readable } from 'node:stream';
import { z } from 'zod';
import { mediaSlot } from '#shared/contracts/media.ts';
import { id } from '#shared/contracts/values.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';
import { listMedia, replaceMedia, resetMedia, type MediaServices } from './media.service.ts';

const upload = z.object({
  id,
  /** A Node stream: over HTTP only the multipart adapter can give one. */
  file: z.instanceof(Readable, { error: 'Il file manca.' }),
  fileName: z.string().max(300).optional(),
});

export const mediaRouter = (services: MediaServices) =>
  router({
    list: adminProcedure({
      summary: 'The recordings of the landing page, and what stands in for them.',
      output: z.array(mediaSlot),
    }).query(() => listMedia(services)),
    replace: adminProcedure({
      summary: 'Puts a file in the place of a recording of the landing page.',
      input: upload,
      output: mediaSlot,
    }).mutation(({ input }) => replaceMedia(services, input)),
    reset: adminProcedure({
      summary: 'Gives a place back to the recording that came with the book.',
      input: z.object({ id }),
    }).mutation(({ input }) => resetMedia(services, input.id)),
  });
