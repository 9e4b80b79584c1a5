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
import { byId } from '#shared/contracts/values.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';
import {
  countMemoryCards,
  createMemoryCard,
  deleteMemoryCard,
  exportMemoryCards,
  importMemoryCards,
  listLikelyQuestions,
  listMemoryCards,
  orderMemoryCards,
  updateMemoryCard,
  type MemoryCardsServices,
} from './memory-cards.service.ts';
import type { CardsWritingService } from './writing/cards-writing.ts';

export const memoryCardsRouter = (services: MemoryCardsServices, writer: CardsWritingService) =>
  router({
    list: adminProcedure({
      summary: 'What the character remembers of a section; `inizio` for before the first.',
      input: sectionOfCards,
      output: z.array(listedCard),
    }).query(({ input }) => listMemoryCards(services, input.id)),
    counts: adminProcedure({
      summary: 'How many cards each section has, by its id.',
      output: z.record(z.string(), z.number()),
    }).query(() => countMemoryCards(services)),
    create: adminProcedure({
      summary: 'Adds a memory card, behind the others of its section.',
      input: createInput,
      output: listedCard,
    }).mutation(({ input }) => createMemoryCard(services, input)),
    update: adminProcedure({
      summary: 'Changes the fields that are sent.',
      input: updateInput,
      output: listedCard,
    }).mutation(({ input }) => updateMemoryCard(services, input)),
    delete: adminProcedure({ summary: 'Deletes a memory card.', input: byId }).mutation(({ input }) =>
      deleteMemoryCard(services, input.id),
    ),
    order: adminProcedure({
      summary: "Puts a section's cards in the order of the ids; 409 when `from` is not their order any more.",
      input: orderInput,
      output: z.array(listedCard),
    }).mutation(({ input }) => orderMemoryCards(services, input)),
    import: adminProcedure({
      summary: "Adds the cards of a YAML file, or puts them in the place of the section's.",
      input: importInput,
      output: z.array(listedCard),
    }).mutation(({ input }) => importMemoryCards(services, input)),
    questions: adminProcedure({
      summary: 'Questions readers are likely to ask of a section that no card answers yet.',
      input: sectionOfCards,
      output: z.array(likelyQuestion),
    }).query(({ input }) => listLikelyQuestions(services, input.id)),
    export: adminProcedure({
      summary: "A section's cards as a YAML file.",
      input: sectionOfCards,
      output: memoryCardsFile,
    }).query(({ input }) => exportMemoryCards(services, input.id)),

    // Writing with a language model. Each change answers the progress after it, so that the panel needs no second call.
    writing: adminProcedure({
      summary: 'How far the language model is with the cards that were asked of it.',
      output: cardsWriting,
    }).query(() => writer.progress()),
    cost: adminProcedure({
      summary: 'What it costs to have the cards of a section written, and of all that lack them.',
      input: sectionOfCards,
      output: cardsCost,
    }).query(({ input }) => writer.cost(input.id)),
    write: adminProcedure({
      summary: "Has the language model write a section's cards; the author's own stay.",
      input: sectionOfCards,
      output: cardsWriting,
    }).mutation(({ input }) => writer.request(input.id)),
    writeAll: adminProcedure({
      summary: 'Has it write the cards of every section that lacks them.',
      output: cardsWriting,
    }).mutation(() => writer.requestAll()),
    stopWriting: adminProcedure({
      summary: 'Stops writing; what is written stays.',
      output: cardsWriting,
    }).mutation(() => writer.cancel()),
    retryWriting: adminProcedure({ summary: 'Goes on after a failure.', output: cardsWriting }).mutation(() =>
      writer.retry(),
    ),
  });
