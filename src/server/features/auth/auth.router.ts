import { adminSession, login } from '#shared/contracts/auth.ts';
import { AppError } from '#shared/errors.ts';
import { limitedProcedure, publicProcedure, router } from '#server/api/trpc.ts';
import { signIn, signOut } from './auth.service.ts';

export const authRouter = router({
  login: limitedProcedure('login')
    .input(login)
    .mutation(async ({ ctx, input }) => {
      try {
        ctx.caller.rememberAdmin(await signIn(ctx.services, input.password));
      } catch (error) {
        if (error instanceof AppError && error.code === 'WRONG_PASSWORD') await ctx.caller.penalise('login');
        throw error;
      }
    }),
  /** Ends every session of the administrator; a caller who is not signed in only loses the cookie. */
  logout: publicProcedure.mutation(async ({ ctx }) => {
    if (ctx.caller.isAdmin) await signOut(ctx.services);
    ctx.caller.forgetAdmin();
  }),
  session: publicProcedure.output(adminSession).query(({ ctx }) => ({ authenticated: ctx.caller.isAdmin })),
});
