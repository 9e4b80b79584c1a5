import { z } from 'zod';
import {
  createGalleryImage as createInput,
  galleryImage,
  orderGalleryImages as orderInput,
  shownGalleryImage,
  updateGalleryImage as updateInput,
} from '#shared/contracts/gallery.ts';
import { id } from '#shared/contracts/values.ts';
import { adminProcedure, checkedOnce, publicProcedure, router } from '#server/api/trpc.ts';
import {
  createGalleryImage,
  deleteGalleryImage,
  listAllGalleryImages,
  listGalleryImages,
  orderGalleryImages,
  updateGalleryImage,
} from './gallery.service.ts';

export const galleryRouter = router({
  list: publicProcedure
    .output(checkedOnce(z.array(shownGalleryImage)))
    .query(({ ctx }) => listGalleryImages(ctx.services)),
  listAll: adminProcedure
    .output(checkedOnce(z.array(shownGalleryImage)))
    .query(({ ctx }) => listAllGalleryImages(ctx.services)),
  create: adminProcedure
    .input(createInput)
    .output(galleryImage)
    .mutation(({ ctx, input }) => createGalleryImage(ctx.services, input)),
  update: adminProcedure
    .input(updateInput)
    .output(galleryImage)
    .mutation(({ ctx, input }) => updateGalleryImage(ctx.services, input)),
  order: adminProcedure
    .input(orderInput)
    .output(z.array(shownGalleryImage))
    .mutation(({ ctx, input }) => orderGalleryImages(ctx.services, input)),
  delete: adminProcedure
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => deleteGalleryImage(ctx.services, input.id)),
});
