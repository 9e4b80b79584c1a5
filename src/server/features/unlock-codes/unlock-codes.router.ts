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
    .query(({ ctx }) => listUnlockCodes(ctx.store)),
  create: adminProcedure
    .input(createInput)
    .output(unlockCode)
    .mutation(({ ctx, input }) => createUnlockCode(ctx.store, input)),
  update: adminProcedure
    .input(updateInput)
    .output(unlockCode)
    .mutation(({ ctx, input }) => updateUnlockCode(ctx.store, input)),
  delete: adminProcedure
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => deleteUnlockCode(ctx.store, input.id)),
});
