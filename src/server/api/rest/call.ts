import { TRPCError } from '@trpc/server';
import type { z } from 'zod';
import type { ProcedureName } from '#shared/rest.ts';
import type { Context } from '../context.ts';
import { appRouter } from '../router.ts';

interface Result {
  ok: boolean;
  data?: unknown;
  error?: unknown;
}

interface Changes {
  ctx?: Context;
}

interface Step {
  (options: Options): Promise<Result>;
  /** What tRPC calls the steps that it makes of `.input` and `.output`. */
  _type?: 'input' | 'output';
}

/** What a step is given; tRPC's own have more that none of ours looks at. */
interface Options {
  ctx: Context;
  input: unknown;
  path: string;
  type: string;
  meta: unknown;
  next(changes?: Changes): Promise<Result>;
}

interface Definition {
  middlewares: Step[];
  inputs: z.ZodType[];
  output?: z.ZodType;
  type: string;
  meta: unknown;
}

/** A procedure by its parts, in the order in which they are done. */
interface Procedure {
  path: string;
  type: string;
  meta: unknown;
  /** Who may call, and whatever else stands around the work. */
  guards: readonly Step[];
  input: z.ZodType | undefined;
  work: Step;
  output: z.ZodType | undefined;
}

const procedures = new Map(
  Object.entries(appRouter._def.procedures).map(([name, made]) => [name, take(name, made)]),
);

/** @throws TypeError for a procedure that is not: who may call, at most one input, at most one output, the work */
function take(path: string, made: unknown): Procedure {
  const { middlewares, inputs, output, type, meta } = (made as { _def: Definition })._def;
  const guards = middlewares.filter(({ _type }) => _type === undefined);
  const work = guards.pop();
  const kinds = middlewares.map(({ _type }) => _type ?? 'step').join(' ');
  if (!work || guards.length === 0 || !/^(?:step )+(?:input )?(?:output )?step$/.test(kinds))
    throw new TypeError(`${path}: ${kinds}`);
  return { path, type, meta, guards, input: inputs[0], work, output };
}

/**
 * Calls a procedure through all its parts, in their order, as tRPC's own caller does: who may call, the input's contract, the
 * work, the output's contract. That one copies its options four times for every part, which costs more than the parts
 * themselves (docs/decisions/013); a refusal leaves as it was thrown.
 */
export async function callProcedure(name: ProcedureName, ctx: Context, input: unknown): Promise<unknown> {
  const procedure = procedures.get(name);
  if (!procedure) throw new TypeError(`no procedure is called ${name}`);
  const result = await pass(procedure, 0, ctx, input);
  if (!result.ok) throw result.error;
  return result.data;
}

function pass(procedure: Procedure, at: number, ctx: Context, raw: unknown): Promise<Result> {
  const { path, type, meta, guards } = procedure;
  const guard = guards[at];
  if (!guard) return work(procedure, ctx, raw);
  const next = (changes?: Changes) => pass(procedure, at + 1, changes?.ctx ?? ctx, raw);
  return guard({ ctx, input: undefined, path, type, meta, next });
}

async function work(procedure: Procedure, ctx: Context, raw: unknown): Promise<Result> {
  const { path, type, meta, input: contract, work: step } = procedure;
  let input: unknown;
  if (contract) {
    const read = contract.safeParse(raw);
    if (!read.success) throw new TRPCError({ code: 'BAD_REQUEST', cause: read.error });
    input = read.data;
  }
  const made = await step({ ctx, input, path, type, meta, next: neverNext });
  return procedure.output && made.ok
    ? { ok: true, data: checked(procedure, procedure.output, made.data) }
    : made;
}

const neverNext = () => Promise.reject(new TypeError('nothing comes after the work'));

/** What has passed its contract already. */
const passed = new WeakMap<object, unknown>();

/**
 * The output as its contract lets it out. A frozen answer cannot have changed since it was last checked, so it is not checked
 * again while it is the same object.
 */
function checked({ path }: Procedure, contract: z.ZodType, data: unknown): unknown {
  const isFrozen = typeof data === 'object' && data !== null && Object.isFrozen(data);
  const known = isFrozen ? passed.get(data) : undefined;
  if (known !== undefined) return known;
  const written = contract.safeParse(data);
  if (!written.success) {
    const message = `${path} gives what its contract does not allow`;
    throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message, cause: written.error });
  }
  if (isFrozen) passed.set(data, Object.freeze(written.data));
  return written.data;
}
