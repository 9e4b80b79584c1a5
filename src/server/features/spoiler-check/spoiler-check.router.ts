import { spoilerCheck } from '#shared/contracts/spoiler-check.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';
import type { SpoilerCheckService } from './spoiler-check.service.ts';

/** Each change answers the progress after it, so that the panel needs no second call. */
export const spoilerCheckRouter = (check: SpoilerCheckService) =>
  router({
    progress: adminProcedure({
      summary: 'How far the check of the book is, and what it found.',
      output: spoilerCheck,
    }).query(() => check.progress()),
    start: adminProcedure({
      summary: 'Begins to look for what is told too early anywhere on the site.',
      output: spoilerCheck,
    }).mutation(() => {
      check.start();
      return check.progress();
    }),
    cancel: adminProcedure({ summary: 'Ends the check.', output: spoilerCheck }).mutation(async () => {
      await check.cancel();
      return check.progress();
    }),
  });
