import { foundReader, keeping, keepingNotice, namedReader, saveKeeping } from '#shared/contracts/keeping.ts';
import { adminProcedure, publicProcedure, router } from '#server/api/trpc.ts';
import type { KeepingService } from './keeping.service.ts';

export const keepingRouter = (service: KeepingService) =>
  router({
    get: adminProcedure({
      summary: 'How long conversations are kept, how many messages, and the room that is left.',
      output: keeping,
    }).query(() => service.get()),
    save: adminProcedure({
      summary: 'Changes how long conversations are kept, and what the privacy notice says; in force at once.',
      input: saveKeeping,
      output: keeping,
    }).mutation(({ input }) => service.save(input)),
    notice: publicProcedure({
      summary: 'Who keeps the conversations, why and for how long: for the privacy notice.',
      output: keepingNotice,
    }).query(() => service.notice()),
    findReader: adminProcedure({
      summary: 'How much is kept of the reader with this identifier.',
      input: namedReader,
      output: foundReader,
    }).mutation(({ input }) => service.find(input.identifier)),
    eraseReader: adminProcedure({
      summary: 'Erases the reader with this identifier, for good.',
      input: namedReader,
    }).mutation(({ input }) => service.eraseNamed(input.identifier)),
  });
