import { z } from 'zod';
import {
  cardsCost,
  cardsWriting,
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

  // Writing with a language model. Each change answers the progress after it, so that the panel needs no second call.
  writing: adminProcedure.output(cardsWriting).query(({ ctx }) => ctx.services.cardsWriting.progress()),
  cost: adminProcedure
    .input(sectionOfCards)
    .output(cardsCost)
    .query(({ ctx, input }) => ctx.services.cardsWriting.cost(input.id)),
  write: adminProcedure
    .input(sectionOfCards)
    .output(cardsWriting)
    .mutation(({ ctx, input }) => ctx.services.cardsWriting.request(input.id)),
  writeAll: adminProcedure.output(cardsWriting).mutation(({ ctx }) => ctx.services.cardsWriting.requestAll()),
  stopWriting: adminProcedure.output(cardsWriting).mutation(({ ctx }) => ctx.services.cardsWriting.cancel()),
  retryWriting: adminProcedure.output(cardsWriting).mutation(({ ctx }) => ctx.services.cardsWriting.retry()),
});
