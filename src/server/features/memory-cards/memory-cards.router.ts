import { z } from 'zod';
import {
  createMemoryCard as createInput,
  importMemoryCards as importInput,
  likelyQuestion,
  listedCard,
  memoryCardsFile,
  orderMemoryCards as orderInput,
  sectionOfCards,
  updateMemoryCard as updateInput,
} from '#shared/contracts/memory-cards.ts';
import { id } from '#shared/contracts/values.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';
import {
  createMemoryCard,
  deleteMemoryCard,
  exportMemoryCards,
  importMemoryCards,
  listLikelyQuestions,
  listMemoryCards,
  orderMemoryCards,
  updateMemoryCard,
} from './memory-cards.service.ts';

export const memoryCardsRouter = router({
  list: adminProcedure
    .input(sectionOfCards)
    .output(z.array(listedCard))
    .query(({ ctx, input }) => listMemoryCards(ctx.services, input.id)),
  create: adminProcedure
    .input(createInput)
    .output(listedCard)
    .mutation(({ ctx, input }) => createMemoryCard(ctx.services, input)),
  update: adminProcedure
    .input(updateInput)
    .output(listedCard)
    .mutation(({ ctx, input }) => updateMemoryCard(ctx.services, input)),
  delete: adminProcedure
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => deleteMemoryCard(ctx.services, input.id)),
  order: adminProcedure
    .input(orderInput)
    .output(z.array(listedCard))
    .mutation(({ ctx, input }) => orderMemoryCards(ctx.services, input)),
  import: adminProcedure
    .input(importInput)
    .output(z.array(listedCard))
    .mutation(({ ctx, input }) => importMemoryCards(ctx.services, input)),
  questions: adminProcedure
    .input(sectionOfCards)
    .output(z.array(likelyQuestion))
    .query(({ ctx, input }) => listLikelyQuestions(ctx.services, input.id)),
  export: adminProcedure
    .input(sectionOfCards)
    .output(memoryCardsFile)
    .query(({ ctx, input }) => exportMemoryCards(ctx.services, input.id)),
});
