import { z } from 'zod';
import {
  createSection as createInput,
  section,
  updateSection as updateInput,
} from '#shared/contracts/sections.ts';
import { id } from '#shared/contracts/values.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';
import { checkedOnce } from '#server/api/checked-output.ts';
import { createSection, deleteSection, listSections, updateSection } from './sections.service.ts';

export const sectionsRouter = router({
  list: adminProcedure.output(checkedOnce(z.array(section))).query(({ ctx }) => listSections(ctx.store)),
  create: adminProcedure
    .input(createInput)
    .output(section)
    .mutation(async ({ ctx, input }) => {
      const created = await createSection(ctx.store, input);
      ctx.summaries.wake(created.id);
      return created;
    }),
  update: adminProcedure
    .input(updateInput)
    .output(section)
    .mutation(async ({ ctx, input }) => {
      const updated = await updateSection(ctx.store, input);
      ctx.summaries.wake(updated.id);
      return updated;
    }),
  delete: adminProcedure
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => deleteSection(ctx.store, input.id)),
});
