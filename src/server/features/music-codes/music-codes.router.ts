import { z } from 'zod';
import { deleteCodes, deletedCodes, importedCodes, submittedCode } from '#shared/contracts/codes.ts';
import * as contract from '#shared/contracts/music-codes.ts';
import { byId } from '#shared/contracts/values.ts';
import { adminProcedure, limitedProcedure, router } from '#server/api/trpc.ts';
import { createCode, createCodes, importCodes, updateCode } from '#server/storage/records/code-records.ts';
import { remove, removeMany } from '#server/storage/records/records.ts';
import { findTrack, listMusicCodes, type MusicCodesStore } from './music-codes.service.ts';

export const musicCodesRouter = (store: MusicCodesStore) =>
  router({
    validate: limitedProcedure('music')({
      summary: 'Gives the track that a music code opens.',
      input: submittedCode,
      output: contract.unlockedTrack,
    }).mutation(({ ctx, input }) => ctx.caller.guess('music', () => findTrack(store, input.code))),
    list: adminProcedure({ summary: 'All music codes.', output: z.array(contract.musicCode) }).query(() =>
      listMusicCodes(store),
    ),
    create: adminProcedure({
      summary: 'Adds a music code.',
      input: contract.createMusicCode,
      output: contract.musicCode,
    }).mutation(({ input }) => createCode(store, 'musicCodes', input)),
    update: adminProcedure({
      summary: 'Changes the fields that are sent.',
      input: contract.updateMusicCode,
      output: contract.musicCode,
    }).mutation(({ input }) => updateCode(store, 'musicCodes', input)),
    delete: adminProcedure({ summary: 'Deletes a music code.', input: byId }).mutation(({ input }) =>
      remove(store, 'musicCodes', input.id),
    ),
    createMany: adminProcedure({
      summary: 'Makes up to 10,000 random codes for one track.',
      input: contract.createMusicCodes,
      output: contract.createdMusicCodes,
    }).mutation(({ input: { id, count, ...fields } }) =>
      createCodes(store, 'musicCodes', { id, count }, () => fields),
    ),
    import: adminProcedure({
      summary: 'Adds the codes of a list and changes those that exist, all or none.',
      input: contract.importMusicCodes,
      output: importedCodes,
    }).mutation(({ input }) => importCodes(store, 'musicCodes', input.codes)),
    deleteMany: adminProcedure({
      summary: 'Deletes many codes at once.',
      input: deleteCodes,
      output: deletedCodes,
    }).mutation(({ input }) => removeMany(store, 'musicCodes', input.ids, input.binId)),
  });
