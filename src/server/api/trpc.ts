import { initTRPC, TRPCError } from '@trpc/server';
import { AppError } from '#shared/errors.ts';
import type { Context } from './context.ts';
import { toAppError, toTRPCCode } from './errors.ts';

const t = initTRPC.context<Context>().create({
  errorFormatter({ error, shape }) {
    const refusal = toAppError(error);
    const { code, issues } = refusal;
    // The stack and the text of an unexpected error stay on the server.
    return { ...shape, message: refusal.message, data: { httpStatus: refusal.status, code, issues } };
  },
});

export const { router, createCallerFactory } = t;

/** Gives a refusal of ours the tRPC code of the same status, so that `/trpc` and callers see what `/api` answers. */
async function translateRefusal<R extends { ok: boolean; error?: unknown }>(
  call: () => Promise<R>,
): Promise<R> {
  const result = await call().catch((error: unknown) => ({ ok: false, error }) as R);
  if (result.ok) return result;
  const cause = result.error instanceof TRPCError ? result.error.cause : result.error;
  if (cause instanceof AppError)
    throw new TRPCError({ code: toTRPCCode(cause.code), message: cause.message, cause });
  if (result.error instanceof TRPCError) return result;
  throw result.error;
}

async function requireAuthor<R>({ caller }: Context, next: () => Promise<R>): Promise<R> {
  if (!caller.isAdmin) throw new AppError('UNAUTHENTICATED');
  return next();
}

// A step of tRPC's costs as much as the rest of a small call (docs/decisions/013): what is always done together is one step.

/** Not subject to the maintenance gate: for what must answer while everything else is stopped. */
export const openProcedure = t.procedure.use(({ next }) => translateRefusal(() => next()));

/** For anyone. */
export const publicProcedure = t.procedure.use(({ ctx, next }) =>
  translateRefusal(() => ctx.services.maintenanceGate.enter(() => next())),
);

/** For the author, signed in. */
export const adminProcedure = t.procedure.use(({ ctx, next }) =>
  translateRefusal(() => ctx.services.maintenanceGate.enter(() => requireAuthor(ctx, () => next()))),
);

/** For the author, signed in, when the call itself stops all others (see maintenance-gate.ts). */
export const stoppingProcedure = t.procedure.use(({ ctx, next }) =>
  translateRefusal(() => requireAuthor(ctx, () => next())),
);
