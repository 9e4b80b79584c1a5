import { z } from 'zod';
import { deleteCodes, deletedCodes, importedCodes } from '#shared/contracts/codes.ts';
import * as contract from '#shared/contracts/unlock-codes.ts';
import { byId } from '#shared/contracts/values.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';
import { createCode, createCodes, importCodes, updateCode } from '#server/storage/records/code-records.ts';
import { remove, removeMany } from '#server/storage/records/records.ts';
import type { Store } from '#server/storage/store/types.ts';

export const unlockCodesRouter = (store: Pick<Store, 'unlockCodes' | 'mutate'>) =>
  router({
    list: adminProcedure({ summary: 'All unlock codes.', output: z.array(contract.unlockCode) }).query(() =>
      // In the order in which they open the story.
      [...store.unlockCodes.values()].sort((a, b) => a.maxSection - b.maxSection),
    ),
    create: adminProcedure({
      summary: 'Adds an unlock code.',
      input: contract.createUnlockCode,
      output: contract.unlockCode,
    }).mutation(({ input }) => createCode(store, 'unlockCodes', input)),
    update: adminProcedure({
      summary: 'Changes the fields that are sent.',
      input: contract.updateUnlockCode,
      output: contract.unlockCode,
    }).mutation(({ input }) => updateCode(store, 'unlockCodes', input)),
    delete: adminProcedure({
      summary: 'Deletes a code; who has redeemed it keeps the level.',
      input: byId,
    }).mutation(({ input }) => remove(store, 'unlockCodes', input.id)),
    createMany: adminProcedure({
      summary: 'Makes up to 10,000 random codes alike; `{n}` in the label becomes the number of each.',
      input: contract.createUnlockCodes,
      output: contract.createdUnlockCodes,
    }).mutation(({ input: { id, count, label, ...fields } }) => {
      const numberAt = (index: number) => String(index + 1).padStart(String(count).length, '0');
      return createCodes(store, 'unlockCodes', { id, count }, (index) => ({
        label: label?.replaceAll('{n}', numberAt(index)),
        ...fields,
      }));
    }),
    import: adminProcedure({
      summary: 'Adds the codes of a list and changes those that exist, all or none.',
      input: contract.importUnlockCodes,
      output: importedCodes,
    }).mutation(({ input }) => importCodes(store, 'unlockCodes', input.codes)),
    deleteMany: adminProcedure({
      summary: 'Deletes many codes at once.',
      input: deleteCodes,
      output: deletedCodes,
    }).mutation(({ input }) => removeMany(store, 'unlockCodes', input.ids, input.binId)),
  });
