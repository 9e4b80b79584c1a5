import { deletedFiles, deleteFiles, filesOverview, holdFiles } from '#shared/contracts/files.ts';
import { storedUpload } from '#shared/contracts/uploads.ts';
import { fileInput, adminProcedure, router } from '#server/api/trpc.ts';
import { holdUnsaved } from '#server/storage/files/unsaved.ts';
import { addUpload, deleteUnused, overviewOf, type UploadsServices } from './uploads.service.ts';

export const uploadsRouter = (services: UploadsServices) =>
  router({
    create: adminProcedure({
      summary: 'Stores a picture and gives its address on this site.',
      input: fileInput,
      output: storedUpload,
    }).mutation(({ input }) => addUpload(services, input.file)),
    overview: adminProcedure({
      summary: 'How much is uploaded, and which files nothing on the site uses.',
      output: filesOverview,
    }).query(() => overviewOf(services)),
    hold: adminProcedure({
      summary:
        'Says whether a draft in a browser speaks of uploads that belong to nothing yet: they are not swept away.',
      input: holdFiles,
    }).mutation(({ input }) => holdUnsaved(services.store, input.names, input.held)),
    delete: adminProcedure({
      summary: 'Deletes uploads that nothing uses, each with what was made of it.',
      input: deleteFiles,
      output: deletedFiles,
    }).mutation(({ input }) => deleteUnused(services, input.names, input.released)),
  });
