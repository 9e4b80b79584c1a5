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
import { byId } from '#shared/contracts/values.ts';
import { AppError } from '#shared/errors.ts';
import type { Caller } from '#server/api/context.ts';
import {
  adminProcedure,
  limitedProcedure,
  publicProcedure,
  recentProcedure,
  router,
} from '#server/api/trpc.ts';
import { checkPassword, replacePassword, type AuthServices } from './auth.service.ts';
import { makeRecoveryCodes, recoveryStateOf, redeemRecoveryCode } from './recovery.ts';
import type { Sessions } from './sessions.ts';

/**
 * Gives the browser a session of its own, in the place of the one it had.
 *
 * @param epoch of the password that let it in, where one did
 */
export async function startSession(
  sessions: Sessions,
  caller: Caller,
  by: Entrance,
  epoch?: number,
): Promise<void> {
  const entered = { device: caller.device, by, epoch };
  caller.rememberAdmin(await sessions.open(entered, caller.sessionId), by);
}

/** What takes long may end after the session that asked for it. */
const signedInCheck = (caller: Caller) => (): void => {
  if (!caller.isAdmin) throw new AppError('UNAUTHENTICATED');
};

/** Who has just come in by another way need not know the password: it may be what they have lost. */
function needsOldPassword(caller: Caller): boolean {
  return caller.recentEntrance === undefined || caller.recentEntrance === 'password';
}

const sessionsOf = (sessions: Sessions, caller: Caller) => ({
  sessions: sessions.list(caller.sessionId),
  idleHours: sessions.idleHours,
  asksOldPassword: needsOldPassword(caller),
});

export const authRouter = ({ store, sessions, bookWords }: Omit<AuthServices, 'passkeys'>) =>
  router({
    login: limitedProcedure('login')({
      summary: 'Signs the administrator in: the cookie that the other calls of the administrator need.',
      input: login,
    }).mutation(async ({ ctx, input, signal }) => {
      const waiting = { isKnown: ctx.caller.cookies.deviceId !== undefined, signal };
      const check = () => checkPassword(store, input.password, waiting);
      await startSession(sessions, ctx.caller, 'password', await ctx.caller.guess('login', check));
    }),
    loginWithCode: limitedProcedure('login')({
      summary: 'Signs the administrator in with a recovery code, which is used up by that.',
      input: recoveryLogin,
    }).mutation(async ({ ctx, input, signal }) => {
      const waiting = { isKnown: ctx.caller.cookies.deviceId !== undefined, signal };
      await ctx.caller.guess('login', () => redeemRecoveryCode(store, input.code, waiting));
      await startSession(sessions, ctx.caller, 'recovery');
    }),
    /** A caller who is not signed in only loses the cookie. */
    logout: publicProcedure({ summary: 'Ends the session of this browser.' }).mutation(
      async ({ ctx: { caller } }) => {
        caller.cookies.forgetAdmin();
        if (caller.isAdmin && caller.sessionId !== undefined) await sessions.end(caller.sessionId);
      },
    ),
    session: publicProcedure({ summary: 'Whether the caller is signed in.', output: adminSession }).query(
      ({ ctx }) => ({ authenticated: ctx.caller.isAdmin }),
    ),

    sessions: adminProcedure({
      summary: 'Where the administrator is signed in.',
      output: openSessions,
    }).query(({ ctx }) => sessionsOf(sessions, ctx.caller)),
    setIdle: adminProcedure({
      summary: 'After how many hours without a call a session ends.',
      input: setIdle,
      output: openSessions,
    }).mutation(async ({ ctx, input }) => {
      await sessions.setIdle(input.idleHours);
      return sessionsOf(sessions, ctx.caller);
    }),
    endSession: adminProcedure({
      summary: 'Ends the session of one browser.',
      input: byId,
    }).mutation(async ({ input }) => {
      if (!(await sessions.end(input.id))) throw new AppError('NOT_FOUND', 'Questo accesso è già finito.');
    }),
    endSessions: adminProcedure({ summary: 'Ends every session of the administrator.' }).mutation(
      async ({ ctx: { caller } }) => {
        caller.cookies.forgetAdmin();
        await sessions.endAll();
      },
    ),

    changePassword: adminProcedure({
      summary: 'Changes the password and ends every other session.',
      input: changePassword,
    }).mutation(async ({ ctx, input, signal }) => {
      if (needsOldPassword(ctx.caller)) {
        const { current } = input;
        if (!current) throw new AppError('INVALID', 'Scrivi la password di adesso.', missingCurrent);
        const waiting = { isKnown: true, signal };
        await ctx.caller.guess('login', () => checkPassword(store, current, waiting));
      }
      const epoch = await replacePassword(store, input.password, bookWords(), signedInCheck(ctx.caller));
      await startSession(sessions, ctx.caller, 'password', epoch);
    }),

    recovery: adminProcedure({ summary: 'How many recovery codes are left.', output: recoveryState }).query(
      () => recoveryStateOf(store),
    ),
    makeRecovery: recentProcedure({
      summary: 'Makes ten new recovery codes, shown this once, in the place of all before.',
      output: recoveryCodes,
    }).mutation(async ({ ctx }) => ({
      codes: await makeRecoveryCodes(store, signedInCheck(ctx.caller)),
    })),
  });

const missingCurrent = { issues: [{ path: 'current', message: 'Scrivi la password di adesso.' }] };
