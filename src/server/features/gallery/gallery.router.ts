import { z } from 'zod';
import * as contract from '#shared/contracts/gallery.ts';
import { byId } from '#shared/contracts/values.ts';
import { adminProcedure, publicProcedure, router } from '#server/api/trpc.ts';
import { remove } from '#server/storage/records/records.ts';
import {
  createGalleryImage,
  createGalleryList,
  listAllGalleryImages,
  orderGalleryImages,
  updateGalleryImage,
  type GalleryServices,
} from './gallery.service.ts';

export const galleryRouter = (services: GalleryServices) => {
  const list = createGalleryList(services);
  return router({
    list: publicProcedure({
      summary: "The images of the book's world, in ascending displayOrder.",
      output: z.array(contract.shownGalleryImage),
      isKept: true,
    }).query(() => list()),
    listAll: adminProcedure({
      summary: 'The same with drafts and images that are not yet due.',
      output: z.array(contract.shownGalleryImage),
    }).query(() => listAllGalleryImages(services)),
    create: adminProcedure({
      summary: 'Adds an image; without displayOrder it goes last.',
      input: contract.createGalleryImage,
      output: contract.galleryImage,
    }).mutation(({ input }) => createGalleryImage(services, input)),
    update: adminProcedure({
      summary: 'Changes the fields that are sent.',
      input: contract.updateGalleryImage,
      output: contract.galleryImage,
    }).mutation(({ input }) => updateGalleryImage(services, input)),
    order: adminProcedure({
      summary:
        'Puts the images in the order of the ids, all at once; 409 when `from` is not their order any more.',
      input: contract.orderGalleryImages,
      output: z.array(contract.shownGalleryImage),
    }).mutation(({ input }) => orderGalleryImages(services, input)),
    delete: adminProcedure({
      summary: 'Takes an image out of the gallery.',
      input: byId,
    }).mutation(({ input }) => remove(services.store, 'galleryImages', input.id)),
  });
};
