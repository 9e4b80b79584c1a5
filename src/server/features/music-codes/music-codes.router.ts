import { z } from 'zod';
import { deleteCodes, deletedCodes, importedCodes, submittedCode } from '#shared/contracts/codes.ts';
import {
  createMusicCode as createInput,
  createMusicCodes as createManyInput,
  createdMusicCodes,
  importMusicCodes as importInput,
  musicCode,
  unlockedTrack,
  updateMusicCode as updateInput,
} from '#shared/contracts/music-codes.ts';
import { id } from '#shared/contracts/values.ts';
import { adminProcedure, checkedOnce, limitedProcedure, router } from '#server/api/trpc.ts';
import { createCode, createCodes, importCodes, updateCode } from '#server/storage/store/code-records.ts';
import { remove, removeMany } from '#server/storage/store/records.ts';
import { findTrack, listMusicCodes } from './music-codes.service.ts';

export const musicCodesRouter = router({
  validate: limitedProcedure('music')
    .input(submittedCode)
    .output(unlockedTrack)
    .mutation(({ ctx, input }) => ctx.caller.guess('music', () => findTrack(ctx.services, input.code))),
  list: adminProcedure
    .output(checkedOnce(z.array(musicCode)))
    .query(({ ctx }) => listMusicCodes(ctx.services)),
  create: adminProcedure
    .input(createInput)
    .output(musicCode)
    .mutation(({ ctx, input }) => createCode(ctx.services.store, 'musicCodes', input)),
  update: adminProcedure
    .input(updateInput)
    .output(musicCode)
    .mutation(({ ctx, input }) => updateCode(ctx.services.store, 'musicCodes', input)),
  delete: adminProcedure
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => remove(ctx.services.store, 'musicCodes', input.id)),
  createMany: adminProcedure
    .input(createManyInput)
    .output(createdMusicCodes)
    .mutation(({ ctx, input: { id, count, ...fields } }) =>
      createCodes(ctx.services.store, 'musicCodes', { id, count }, () => fields),
    ),
  import: adminProcedure
    .input(importInput)
    .output(importedCodes)
    .mutation(({ ctx, input }) => importCodes(ctx.services.store, 'musicCodes', input.codes)),
  deleteMany: adminProcedure
    .input(deleteCodes)
    .output(deletedCodes)
    .mutation(({ ctx, input }) => removeMany(ctx.services.store, 'musicCodes', input.ids, input.binId)),
});
