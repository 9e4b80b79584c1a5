import { initTRPC, TRPCError } from '@trpc/server';
import type { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import type { LimitedAction } from '#shared/limited-actions.ts';
import { isUnchanging, unchangedFrom } from '#server/storage/store/unchanged.ts';
import type { Context } from './context.ts';
import { toAppError, toTRPCCode } from './errors.ts';

const t = initTRPC.context<Context>().create({
  errorFormatter({ error, shape }) {
    const refusal = toAppError(error);
    const { code, issues, current } = refusal.toBody();
    // The stack and the text of an unexpected error stay on the server.
    return {
      ...shape,
      message: refusal.message,
      data: { httpStatus: refusal.status, code, issues, current },
    };
  },
});

export const { router, createCallerFactory, _config: trpcConfig } = t;

/** Gives a refusal of ours the tRPC code of the same status, so that `/trpc` and callers see what `/api` answers. */
async function translateRefusal<R extends { ok: boolean; error?: unknown }>(
  { begun }: Context,
  call: () => Promise<R>,
): Promise<R> {
  const called = call().catch((error: unknown) => ({ ok: false, error }) as R);
  begun?.push(called);
  const result = await called;
  if (result.ok) return result;
  const cause = result.error instanceof TRPCError ? result.error.cause : result.error;
  if (cause instanceof AppError)
    throw new TRPCError({ code: toTRPCCode(cause.code), message: cause.message, cause });
  if (result.error instanceof TRPCError) return result;
  throw result.error;
}

function requireAuthor({ caller }: Context): void {
  if (!caller.isAdmin) throw new AppError('UNAUTHENTICATED');
}

/** Goes on once the input has arrived: a body that drips must not keep the maintenance gate from closing. */
async function enterGate<R>(
  { services }: Context,
  getRawInput: () => Promise<unknown>,
  next: () => Promise<R>,
): Promise<R> {
  await getRawInput();
  return services.maintenanceGate.enter(next);
}

// A step of tRPC's costs as much as the rest of a small call (docs/decisions/013): what is always done together is one step.
// Each comes before the input is asked for, so that who may not call, or not so often, has no body read.

/** Not subject to the maintenance gate: for what must answer while everything else is stopped. */
export const openProcedure = t.procedure.use(({ ctx, next }) => translateRefusal(ctx, () => next()));

/** For anyone. */
export const publicProcedure = t.procedure.use(({ ctx, next, getRawInput }) =>
  translateRefusal(ctx, () => enterGate(ctx, getRawInput, () => next())),
);

/** For anyone, as often as the action's allowance permits. */
export const limitedProcedure = (action: LimitedAction) =>
  t.procedure.use(({ ctx, next, getRawInput }) =>
    translateRefusal(ctx, async () => {
      await ctx.caller.limit(action);
      return enterGate(ctx, getRawInput, () => next());
    }),
  );

/** For the author, signed in. */
export const adminProcedure = t.procedure.use(({ ctx, next, getRawInput }) =>
  translateRefusal(ctx, async () => {
    requireAuthor(ctx);
    return enterGate(ctx, getRawInput, () => next());
  }),
);

/** For the author, who has proved within the last minutes who they are: for what decides who comes in from now on. */
export const recentProcedure = t.procedure.use(({ ctx, next, getRawInput }) =>
  translateRefusal(ctx, async () => {
    requireAuthor(ctx);
    if (ctx.caller.recentEntrance === undefined) throw new AppError('NOT_RECENT');
    return enterGate(ctx, getRawInput, () => next());
  }),
);

/** For the author, signed in, when the call itself stops all others (see maintenance-gate.ts). */
export const stoppingProcedure = t.procedure.use(({ ctx, next }) =>
  translateRefusal(ctx, async () => {
    requireAuthor(ctx);
    return next();
  }),
);

/**
 * An output contract for a procedure's `.output()` that checks an unchanging value only once. Its checked copy is unchanging
 * too, so that the REST adapter writes it only once; any other value is checked each time.
 */
export function checkedOnce<T extends object>(contract: z.ZodType<T>): (value: unknown) => T {
  const checkedCopy = unchangedFrom((value: object) => contract.parse(value));
  return (value) => (isUnchanging(value) ? checkedCopy(value) : contract.parse(value));
}
