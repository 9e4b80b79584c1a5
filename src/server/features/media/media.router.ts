import { z } from 'zod';
import { mediaSlot } from '#shared/contracts/media.ts';
import { byId } from '#shared/contracts/values.ts';
import { fileInput, adminProcedure, router } from '#server/api/trpc.ts';
import { listMedia, replaceMedia, resetMedia, type MediaServices } from './media.service.ts';

const upload = byId.extend({ ...fileInput.shape, fileName: z.string().max(300).optional() });

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
      input: byId,
    }).mutation(({ input }) => resetMedia(services, input.id)),
  });
