import { Readable } from 'node:stream';
import { initTRPC, TRPCError, type TRPCProcedureBuilder, type TRPCUnsetMarker } from '@trpc/server';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import type { LimitedAction } from '#shared/limited-actions.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import type { RestRoute } from '#shared/rest-route.ts';
import type { Context } from './context.ts';
import { toAppError, toTRPCCode } from './errors.ts';

/** What a call says of itself: the OpenAPI document and docs/api.md are made of it. */
export interface Description {
  summary: string;
  access: RestRoute['access'];
  input?: z.ZodType;
  output?: z.ZodType;
}

const t = initTRPC
  .context<Context>()
  .meta<Description>()
  .create({
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

export const { router, _config: trpcConfig } = t;

/** What a call that takes a file is given: a Node stream, which over HTTP only the multipart adapter can give. */
export const fileInput = z.object({ file: z.instanceof(Readable, { error: 'Il file manca.' }) });

type Next<R> = () => Promise<R>;

/** Gives a refusal of ours the tRPC code of the same status, so that `/trpc` and callers see what `/api` answers. */
async function translateRefusal<R extends { ok: boolean; error?: unknown }>(
  { begun }: Context,
  call: Next<R>,
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

type Guard = (context: Context) => void | Promise<void>;

const letAnyoneIn: Guard = () => undefined;

function requireAuthor({ caller }: Context): void {
  if (!caller.isAdmin) throw new AppError('UNAUTHENTICATED');
}

type In<I> = I extends z.ZodType ? z.input<I> : TRPCUnsetMarker;
type Out<O> = O extends z.ZodType ? z.output<O> : TRPCUnsetMarker;

/** A procedure without its handler, as tRPC's `.input(…).output(…)` make it. */
type Described<I, O> = TRPCProcedureBuilder<
  Context,
  Description,
  object,
  In<I>,
  Out<I>,
  In<O>,
  Out<O>,
  false
>;

function checkOnce(contract: z.ZodType): (value: unknown) => unknown {
  const checkedCopy = memoizeByObject((value: object) => contract.parse(value) as object);
  return (value) => checkedCopy(value as object);
}

/**
 * Begins procedures that describe themselves: `adminProcedure({ summary, input, output }).query(handler)`. A step of tRPC's
 * costs as much as the rest of a small call (docs/decisions/013): what is always done before a procedure is one step, and it
 * comes before the input is asked for, so that who may not call, or not so often, has no body read.
 *
 * @param entersGate whether the call waits outside while the site is put back to a backup
 */
function procedures(access: Description['access'], guard: Guard, entersGate = true) {
  const guarded = t.procedure.use(({ ctx, next, getRawInput }) =>
    translateRefusal(ctx, async () => {
      await guard(ctx);
      if (!entersGate) return next();
      // A body that drips must not keep the maintenance gate from closing.
      await getRawInput();
      return ctx.gate.enter(() => next());
    }),
  );
  return <I extends z.ZodType | undefined = undefined, O extends z.ZodType | undefined = undefined>({
    summary,
    input,
    output,
    isKept = false,
  }: {
    summary: string;
    input?: I;
    output?: O;
    /** It answers with the same object while nothing of it changes: checked once, and written once (rest/adapter.ts). */
    isKept?: boolean;
  }) => {
    const builder = guarded.meta({ summary, access, input, output });
    const withInput = input ? builder.input(input) : builder;
    const contract = isKept && output ? checkOnce(output) : output;
    return (contract ? withInput.output(contract) : withInput) as unknown as Described<I, O>;
  };
}

/** Not subject to the maintenance gate: for what must answer while everything else is stopped. */
export const openProcedure = procedures('anyone', letAnyoneIn, false);

/** For anyone. */
export const publicProcedure = procedures('anyone', letAnyoneIn);

/** For anyone, as often as the action's allowance permits. */
export const limitedProcedure = (action: LimitedAction) =>
  procedures('anyone', ({ caller }) => caller.limit(action));

/** For the author, signed in. */
export const adminProcedure = procedures('author', requireAuthor);

/** For the author, who has proved within the last minutes who they are: for what decides who comes in from now on. */
export const recentProcedure = procedures('author', (context) => {
  requireAuthor(context);
  if (context.caller.recentEntrance === undefined) throw new AppError('NOT_RECENT');
});

/** For the author, signed in, when the call itself stops all others (see maintenance-gate.ts). */
export const stoppingProcedure = procedures('author', requireAuthor, false);
