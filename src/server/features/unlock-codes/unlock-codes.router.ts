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
import { createCode, importCodes, updateCode } from '#server/storage/store/code-records.ts';
import { remove, removeMany } from '#server/storage/store/records.ts';
import { createUnlockCodes, listUnlockCodes } from './unlock-codes.service.ts';

export const unlockCodesRouter = router({
  list: adminProcedure
    .output(checkedOnce(z.array(unlockCode)))
    .query(({ ctx }) => listUnlockCodes(ctx.services)),
  create: adminProcedure
    .input(createInput)
    .output(unlockCode)
    .mutation(({ ctx, input }) => createCode(ctx.services.store, 'unlockCodes', input)),
  update: adminProcedure
    .input(updateInput)
    .output(unlockCode)
    .mutation(({ ctx, input }) => updateCode(ctx.services.store, 'unlockCodes', input)),
  delete: adminProcedure
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => remove(ctx.services.store, 'unlockCodes', input.id)),
  createMany: adminProcedure
    .input(createManyInput)
    .output(createdUnlockCodes)
    .mutation(({ ctx, input }) => createUnlockCodes(ctx.services, input)),
  import: adminProcedure
    .input(importInput)
    .output(importedCodes)
    .mutation(({ ctx, input }) => importCodes(ctx.services.store, 'unlockCodes', input.codes)),
  deleteMany: adminProcedure
    .input(deleteCodes)
    .output(deletedCodes)
    .mutation(({ ctx, input }) => removeMany(ctx.services.store, 'unlockCodes', input.ids, input.binId)),
});
