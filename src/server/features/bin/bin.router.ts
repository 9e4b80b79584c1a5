import { z } from 'zod';
import { binEntry, binRestored } from '#shared/contracts/bin.ts';
import { byId } from '#shared/contracts/values.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';
import { listBin } from '#server/storage/records/bin.ts';
import { emptyAll, removeEntry, restoreEntry, type BinServices } from './bin.service.ts';

export const binRouter = (services: BinServices) =>
  router({
    list: adminProcedure({
      summary: 'What was deleted within the last thirty days.',
      output: z.array(binEntry),
    }).query(() => listBin(services.store)),
    restore: adminProcedure({
      summary: 'Puts it back; what cannot come back now stays in the bin.',
      input: byId,
      output: binRestored,
    }).mutation(({ input }) => restoreEntry(services, input.id)),
    remove: adminProcedure({ summary: 'Takes it away for good.', input: byId }).mutation(({ input }) =>
      removeEntry(services, input.id),
    ),
    empty: adminProcedure({ summary: 'Takes everything in the bin away for good.' }).mutation(() =>
      emptyAll(services),
    ),
  });
