import { z } from 'zod';
import { deleteCodes, deletedCodes, importedCodes } from '#shared/contracts/codes.ts';
import {
  createUnlockCode as createInput,
  createUnlockCodes as createManyInput,
  createdUnlockCodes,
  importUnlockCodes as importInput,
  unlockCode,
  updateUnlockCode as updateInput,
} from '#shared/contracts/unlock-codes.ts';
import { id } from '#shared/contracts/values.ts';
import { adminProcedure, checkedOnce, router } from '#server/api/trpc.ts';
import {
  createUnlockCode,
  createUnlockCodes,
  deleteUnlockCode,
  deleteUnlockCodes,
  importUnlockCodes,
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
  createMany: adminProcedure
    .input(createManyInput)
    .output(createdUnlockCodes)
    .mutation(({ ctx, input }) => createUnlockCodes(ctx.services, input)),
  import: adminProcedure
    .input(importInput)
    .output(importedCodes)
    .mutation(({ ctx, input }) => importUnlockCodes(ctx.services, input.codes)),
  deleteMany: adminProcedure
    .input(deleteCodes)
    .output(deletedCodes)
    .mutation(({ ctx, input }) => deleteUnlockCodes(ctx.services, input.ids, input.binId)),
});
