import { submittedCode } from '#shared/contracts/codes.ts';
import { chooseLevel, progress } from '#shared/contracts/readers.ts';
import { redeemResult } from '#shared/contracts/unlock-codes.ts';
import { AppError } from '#shared/errors.ts';
import { limitedProcedure, publicProcedure, router } from '#server/api/trpc.ts';
import { readProgress, redeemCode, setLevel } from './readers.service.ts';

export const readersRouter = router({
  progress: publicProcedure
    .output(progress)
    .query(({ ctx }) => readProgress(ctx.services, ctx.caller.readerId)),
  chooseLevel: limitedProcedure('chatTools')
    .input(chooseLevel)
    .output(progress)
    .mutation(({ ctx, input }) => setLevel(ctx.services, ctx.caller.readerId, input.maxSection)),
  redeem: limitedProcedure('redeem')
    .input(submittedCode)
    .output(redeemResult)
    .mutation(async ({ ctx, input }) => {
      const readerId = ctx.caller.readerId ?? crypto.randomUUID();
      try {
        const result = await redeemCode(ctx.services, readerId, input.code);
        ctx.caller.rememberReader(readerId);
        return result;
      } catch (error) {
        if (error instanceof AppError && error.code === 'INVALID_CODE') await ctx.caller.penalise('redeem');
        throw error;
      }
    }),
});
