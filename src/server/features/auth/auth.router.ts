import { adminSession, login } from '#shared/contracts/auth.ts';
import { limitedProcedure, publicProcedure, router } from '#server/api/trpc.ts';
import { signIn, signOut } from './auth.service.ts';

export const authRouter = router({
  login: limitedProcedure('login')
    .input(login)
    .mutation(async ({ ctx: { caller, services }, input, signal }) => {
      const waiting = { isKnown: caller.isKnownDevice, signal };
      const epoch = await caller.guess('login', () => signIn(services, input.password, waiting));
      caller.rememberAdmin(epoch);
    }),
  /** Ends every session of the administrator; a caller who is not signed in only loses the cookie. */
  logout: publicProcedure.mutation(async ({ ctx }) => {
    if (ctx.caller.isAdmin) await signOut(ctx.services);
    ctx.caller.forgetAdmin();
  }),
  session: publicProcedure.output(adminSession).query(({ ctx }) => ({ authenticated: ctx.caller.isAdmin })),
});
