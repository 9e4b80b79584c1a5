import { initTRPC, TRPCError } from '@trpc/server';
import { AppError, errors } from '../shared/errors.ts';
import type { Context } from './context.ts';
import { toAppError, toTRPCCode } from './errors.ts';

/** Who may call a procedure, for whoever describes the calls (rest/openapi.ts). */
export interface ProcedureMeta {
  access?: 'administrator';
}

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    errorFormatter({ error, shape }) {
      const refusal = toAppError(error);
      const { code, issues } = refusal;
      // The stack and the text of an unexpected error stay on the server.
      return { ...shape, message: refusal.message, data: { httpStatus: refusal.status, code, issues } };
    },
  });

export const { router, createCallerFactory } = t;

/** Gives a refusal of ours the status tRPC knows for it, so that `/trpc` answers like `/api`. */
const translated = t.middleware(async ({ next }) => {
  const result = await next();
  if (!result.ok && result.error.cause instanceof AppError) {
    const { cause } = result.error;
    throw new TRPCError({ code: toTRPCCode(cause.code), message: cause.message, cause });
  }
  return result;
});

/** Waits for nobody and is refused by nothing: for what must answer while everything else is stopped. */
export const openProcedure = t.procedure.use(translated);

/** For everyone: nobody needs to be known. */
export const publicProcedure = openProcedure.use(({ ctx, next }) => ctx.turnstile.pass(next));

/** For the author, signed in. */
export const adminProcedure = publicProcedure.meta({ access: 'administrator' }).use(({ ctx, next }) => {
  if (!ctx.caller.isAdmin) throw new AppError('UNAUTHENTICATED', errors.UNAUTHENTICATED.message);
  return next();
});

/** For the author, signed in, when the call itself stops all others (see turnstile.ts). */
export const stoppingProcedure = openProcedure.meta({ access: 'administrator' }).use(({ ctx, next }) => {
  if (!ctx.caller.isAdmin) throw new AppError('UNAUTHENTICATED', errors.UNAUTHENTICATED.message);
  return next();
});
