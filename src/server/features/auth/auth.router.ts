import {
  adminSession,
  changePassword,
  login,
  openSessions,
  recoveryCodes,
  recoveryLogin,
  recoveryState,
  setIdle,
  type Entrance,
} from '#shared/contracts/auth.ts';
import { id } from '#shared/contracts/values.ts';
import { AppError } from '#shared/errors.ts';
import type { Context } from '#server/api/context.ts';
import {
  adminProcedure,
  limitedProcedure,
  publicProcedure,
  recentProcedure,
  router,
} from '#server/api/trpc.ts';
import { z } from 'zod';
import { checkPassword, replacePassword } from './auth.service.ts';
import { makeRecoveryCodes, recoveryStateOf, redeemRecoveryCode } from './recovery.ts';

/**
 * Gives the browser a session of its own, in the place of the one it had.
 *
 * @param epoch of the password that let it in, where one did
 */
export async function startSession(
  { caller, services }: Context,
  by: Entrance,
  epoch?: number,
): Promise<void> {
  const entered = { device: caller.device, by, epoch };
  caller.rememberAdmin(await services.sessions.open(entered, caller.sessionId), by);
}

/** What takes long may end after the session that asked for it. */
const signedInCheck =
  ({ caller }: Context) =>
  (): void => {
    if (!caller.isAdmin) throw new AppError('UNAUTHENTICATED');
  };

/** Who has just come in by another way need not know the password: it may be what they have lost. */
function needsOldPassword({ caller }: Context): boolean {
  return caller.recentEntrance === undefined || caller.recentEntrance === 'password';
}

const sessionsOf = (ctx: Context) => ({
  sessions: ctx.services.sessions.list(ctx.caller.sessionId),
  idleHours: ctx.services.sessions.idleHours,
  asksOldPassword: needsOldPassword(ctx),
});

export const authRouter = router({
  login: limitedProcedure('login')
    .input(login)
    .mutation(async ({ ctx, input, signal }) => {
      const waiting = { isKnown: ctx.caller.isKnownDevice, signal };
      const check = () => checkPassword(ctx.services.store, input.password, waiting);
      await startSession(ctx, 'password', await ctx.caller.guess('login', check));
    }),
  loginWithCode: limitedProcedure('login')
    .input(recoveryLogin)
    .mutation(async ({ ctx, input, signal }) => {
      const waiting = { isKnown: ctx.caller.isKnownDevice, signal };
      await ctx.caller.guess('login', () => redeemRecoveryCode(ctx.services.store, input.code, waiting));
      await startSession(ctx, 'recovery');
    }),
  /** Ends the session of this browser; a caller who is not signed in only loses the cookie. */
  logout: publicProcedure.mutation(async ({ ctx: { caller, services } }) => {
    caller.forgetAdmin();
    if (caller.isAdmin && caller.sessionId !== undefined) await services.sessions.end(caller.sessionId);
  }),
  session: publicProcedure.output(adminSession).query(({ ctx }) => ({ authenticated: ctx.caller.isAdmin })),

  sessions: adminProcedure.output(openSessions).query(({ ctx }) => sessionsOf(ctx)),
  setIdle: adminProcedure
    .input(setIdle)
    .output(openSessions)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.sessions.setIdle(input.idleHours);
      return sessionsOf(ctx);
    }),
  endSession: adminProcedure.input(z.object({ id })).mutation(async ({ ctx: { services }, input }) => {
    if (!(await services.sessions.end(input.id)))
      throw new AppError('NOT_FOUND', 'Questo accesso è già finito.');
  }),
  endSessions: adminProcedure.mutation(async ({ ctx: { caller, services } }) => {
    caller.forgetAdmin();
    await services.sessions.endAll();
  }),

  changePassword: adminProcedure.input(changePassword).mutation(async ({ ctx, input, signal }) => {
    const { store } = ctx.services;
    if (needsOldPassword(ctx)) {
      const { current } = input;
      if (!current) throw new AppError('INVALID', 'Scrivi la password di adesso.', missingCurrent);
      const waiting = { isKnown: true, signal };
      await ctx.caller.guess('login', () => checkPassword(store, current, waiting));
    }
    const words = ctx.services.bookWords();
    const epoch = await replacePassword(store, input.password, words, signedInCheck(ctx));
    await startSession(ctx, 'password', epoch);
  }),

  recovery: adminProcedure.output(recoveryState).query(({ ctx }) => recoveryStateOf(ctx.services.store)),
  makeRecovery: recentProcedure.output(recoveryCodes).mutation(async ({ ctx }) => ({
    codes: await makeRecoveryCodes(ctx.services.store, signedInCheck(ctx)),
  })),
});

const missingCurrent = { issues: [{ path: 'current', message: 'Scrivi la password di adesso.' }] };
