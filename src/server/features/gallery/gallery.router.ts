import { z } from 'zod';
import {
  createGalleryImage as createInput,
  galleryImage,
  updateGalleryImage as updateInput,
} from '../../../shared/contracts/gallery.ts';
import { id } from '../../../shared/contracts/values.ts';
import { adminProcedure, publicProcedure, router } from '../../trpc.ts';
import {
  createGalleryImage,
  deleteGalleryImage,
  listGalleryImages,
  updateGalleryImage,
} from './gallery.service.ts';

export const galleryRouter = router({
  list: publicProcedure.output(z.array(galleryImage)).query(({ ctx }) => listGalleryImages(ctx.store)),
  create: adminProcedure
    .input(createInput)
    .output(galleryImage)
    .mutation(({ ctx, input }) => createGalleryImage(ctx.store, input)),
  update: adminProcedure
    .input(updateInput)
    .output(galleryImage)
    .mutation(({ ctx, input }) => updateGalleryImage(ctx.store, input)),
  delete: adminProcedure
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => deleteGalleryImage(ctx.store, input.id)),
});
