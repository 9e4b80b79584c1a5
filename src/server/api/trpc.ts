import { initTRPC, TRPCError } from '@trpc/server';
import { AppError, errors } from '#shared/errors.ts';
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
async function translated<R extends { ok: boolean; error?: unknown }>(call: () => Promise<R>): Promise<R> {
  let result: R;
  try {
    result = await call();
  } catch (cause) {
    result = { ok: false, error: cause } as R;
  }
  if (result.ok) return result;
  const cause = result.error instanceof TRPCError ? result.error.cause : result.error;
  if (!(cause instanceof AppError)) {
    if (result.error instanceof TRPCError) return result;
    throw result.error;
  }
  throw new TRPCError({ code: toTRPCCode(cause.code), message: cause.message, cause });
}

function refuseVisitor(ctx: Context): void {
  if (!ctx.caller.isAdmin) throw new AppError('UNAUTHENTICATED', errors.UNAUTHENTICATED.message);
}

// Each step of tRPC's costs as much as the rest of a small call: what is always done together is one step.

/** Waits for nobody and is refused by nothing: for what must answer while everything else is stopped. */
export const openProcedure = t.procedure.use(({ next }) => translated(() => next()));

/** For everyone: nobody needs to be known. */
export const publicProcedure = t.procedure.use(({ ctx, next }) =>
  translated(() => ctx.services.turnstile.pass(() => next())),
);

const forAuthor = t.procedure.meta({ access: 'administrator' });

/** For the author, signed in. */
export const adminProcedure = forAuthor.use(({ ctx, next }) =>
  translated(() =>
    ctx.services.turnstile.pass(async () => {
      refuseVisitor(ctx);
      return next();
    }),
  ),
);

/** For the author, signed in, when the call itself stops all others (see turnstile.ts). */
export const stoppingProcedure = forAuthor.use(({ ctx, next }) =>
  translated(async () => {
    refuseVisitor(ctx);
    return next();
  }),
);
