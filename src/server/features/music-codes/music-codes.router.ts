import { z } from 'zod';
import { submittedCode } from '#shared/contracts/codes.ts';
import {
  createMusicCode as createInput,
  musicCode,
  unlockedTrack,
  updateMusicCode as updateInput,
} from '#shared/contracts/music-codes.ts';
import { id } from '#shared/contracts/values.ts';
import { adminProcedure, limitedProcedure, router } from '#server/api/trpc.ts';
import { checkedOnce } from '#server/api/checked-output.ts';
import {
  createMusicCode,
  deleteMusicCode,
  findTrack,
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
});
