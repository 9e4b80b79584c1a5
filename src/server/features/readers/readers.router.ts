import { submittedCode } from '#shared/contracts/codes.ts';
import { chooseLevel, progress } from '#shared/contracts/readers.ts';
import { redeemResult } from '#shared/contracts/unlock-codes.ts';
import { readerIdentifier } from '#shared/contracts/keeping.ts';
import { limitedProcedure, publicProcedure, router } from '#server/api/trpc.ts';
import { findUnlockCode, readProgress, redeemCode, setLevel } from './readers.service.ts';

export const readersRouter = router({
  progress: publicProcedure
    .output(progress)
    .query(({ ctx }) => readProgress(ctx.services, ctx.caller.readerId)),
  chooseLevel: limitedProcedure('chatTools')
    .input(chooseLevel)
    .output(progress)
    .mutation(({ ctx, input }) => setLevel(ctx.services, ctx.caller.readerId, input.maxSection)),
  /** What the reader tells the author who is to erase them. */
  identifier: publicProcedure
    .output(readerIdentifier)
    .query(({ ctx }) => ctx.services.keeping.identifier(ctx.caller.readerId)),
  /** Everything that is kept of the reader, the level too. */
  erase: limitedProcedure('chatTools').mutation(async ({ ctx }) => {
    if (ctx.caller.readerId !== undefined) await ctx.services.chat.forget(ctx.caller.readerId, 'all');
  }),
  redeem: limitedProcedure('redeem')
    .input(submittedCode)
    .output(redeemResult)
    .mutation(async ({ ctx, input }) => {
      const { caller, services } = ctx;
      // The point is back before the level is written: a class that redeems at once is not taken for somebody who guesses.
      const code = await caller.guess('redeem', () => findUnlockCode(services, input.code, caller.readerId));
      const readerId = caller.readerId ?? crypto.randomUUID();
      const result = await redeemCode(services, readerId, code);
      caller.rememberReader(readerId);
      return result;
    }),
});
