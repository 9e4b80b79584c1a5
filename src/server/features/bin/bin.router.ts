import { z } from 'zod';
import { binEntry, binRestored } from '#shared/contracts/bin.ts';
import { id } from '#shared/contracts/values.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';
import { emptyAll, listEntries, removeEntry, restoreEntry } from './bin.service.ts';

export const binRouter = router({
  list: adminProcedure.output(z.array(binEntry)).query(({ ctx }) => listEntries(ctx.services)),
  restore: adminProcedure
    .input(z.object({ id }))
    .output(binRestored)
    .mutation(({ ctx, input }) => restoreEntry(ctx.services, input.id)),
  remove: adminProcedure
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => removeEntry(ctx.services, input.id)),
  empty: adminProcedure.mutation(({ ctx }) => emptyAll(ctx.services)),
});
