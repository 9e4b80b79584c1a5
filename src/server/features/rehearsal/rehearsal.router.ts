import { rehearsal, rehearse } from '#shared/contracts/rehearsal.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';
import type { Rehearse } from './rehearsal.service.ts';

export const rehearsalRouter = (ask: Rehearse) =>
  router({
    ask: adminProcedure({
      summary: 'Answers as a reader of a level would be answered, with all that entered the prompt.',
      input: rehearse,
      output: rehearsal,
    }).mutation(({ input }) => ask(input)),
  });
