import { z } from 'zod';
import {
  createUnlockCode as createInput,
  unlockCode,
  updateUnlockCode as updateInput,
} from '#shared/contracts/unlock-codes.ts';
import { id } from '#shared/contracts/values.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';
import { checkedOnce } from '#server/api/checked-output.ts';
import {
  createUnlockCode,
  deleteUnlockCode,
  listUnlockCodes,
  updateUnlockCode,
} from './unlock-codes.service.ts';

export const unlockCodesRouter = router({
  list: adminProcedure
    .output(checkedOnce(z.array(unlockCode)))
    .query(({ ctx }) => listUnlockCodes(ctx.services)),
  create: adminProcedure
    .input(createInput)
    .output(unlockCode)
    .mutation(({ ctx, input }) => createUnlockCode(ctx.services, input)),
  update: adminProcedure
    .input(updateInput)
    .output(unlockCode)
    .mutation(({ ctx, input }) => updateUnlockCode(ctx.services, input)),
  delete: adminProcedure
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => deleteUnlockCode(ctx.services, input.id)),
});
