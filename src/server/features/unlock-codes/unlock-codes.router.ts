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
import { byId } from '#shared/contracts/values.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';
import { createCode, importCodes, updateCode } from '#server/storage/store/code-records.ts';
import { remove, removeMany } from '#server/storage/store/records.ts';
import { createUnlockCodes, listUnlockCodes, type UnlockCodesStore } from './unlock-codes.service.ts';

export const unlockCodesRouter = (store: UnlockCodesStore) =>
  router({
    list: adminProcedure({ summary: 'All unlock codes.', output: z.array(unlockCode) }).query(() =>
      listUnlockCodes(store),
    ),
    create: adminProcedure({
      summary: 'Adds an unlock code.',
      input: createInput,
      output: unlockCode,
    }).mutation(({ input }) => createCode(store, 'unlockCodes', input)),
    update: adminProcedure({
      summary: 'Changes the fields that are sent.',
      input: updateInput,
      output: unlockCode,
    }).mutation(({ input }) => updateCode(store, 'unlockCodes', input)),
    delete: adminProcedure({
      summary: 'Deletes a code; who has redeemed it keeps the level.',
      input: byId,
    }).mutation(({ input }) => remove(store, 'unlockCodes', input.id)),
    createMany: adminProcedure({
      summary: 'Makes up to 10,000 random codes alike; `{n}` in the label becomes the number of each.',
      input: createManyInput,
      output: createdUnlockCodes,
    }).mutation(({ input }) => createUnlockCodes(store, input)),
    import: adminProcedure({
      summary: 'Adds the codes of a list and changes those that exist, all or none.',
      input: importInput,
      output: importedCodes,
    }).mutation(({ input }) => importCodes(store, 'unlockCodes', input.codes)),
    deleteMany: adminProcedure({
      summary: 'Deletes many codes at once.',
      input: deleteCodes,
      output: deletedCodes,
    }).mutation(({ input }) => removeMany(store, 'unlockCodes', input.ids, input.binId)),
  });
