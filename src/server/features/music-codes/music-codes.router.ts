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
import {
  createMusicCode,
  createMusicCodes,
  deleteMusicCode,
  deleteMusicCodes,
  findTrack,
  importMusicCodes,
  listMusicCodes,
  updateMusicCode,
} from './music-codes.service.ts';

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
    .mutation(({ ctx, input }) => createMusicCode(ctx.services, input)),
  update: adminProcedure
    .input(updateInput)
    .output(musicCode)
    .mutation(({ ctx, input }) => updateMusicCode(ctx.services, input)),
  delete: adminProcedure
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => deleteMusicCode(ctx.services, input.id)),
  createMany: adminProcedure
    .input(createManyInput)
    .output(createdMusicCodes)
    .mutation(({ ctx, input }) => createMusicCodes(ctx.services, input)),
  import: adminProcedure
    .input(importInput)
    .output(importedCodes)
    .mutation(({ ctx, input }) => importMusicCodes(ctx.services, input.codes)),
  deleteMany: adminProcedure
    .input(deleteCodes)
    .output(deletedCodes)
    .mutation(({ ctx, input }) => deleteMusicCodes(ctx.services, input.ids, input.binId)),
});
