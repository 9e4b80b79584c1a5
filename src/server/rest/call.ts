import type { Context } from '../context.ts';
import { appRouter } from '../router.ts';
import type { ProcedureName } from '../../shared/rest.ts';

interface Result {
  ok: boolean;
  data?: unknown;
  error?: unknown;
}

interface Step {
  (options: Record<string, unknown> & { next(changes?: Changes): Promise<Result> }): Promise<Result>;
  /** What tRPC calls the steps that it makes of `.input` and `.output`. */
  _type?: 'input' | 'output';
}

interface Changes {
  ctx?: Context;
  input?: unknown;
}

interface Definition {
  middlewares: Step[];
  type: string;
  meta: unknown;
}

/** What has passed its contract already: see `checkOnce`. */
const checked = new WeakMap<object, unknown>();

/**
 * Calls a procedure through all its steps, in their order, as tRPC's own caller does: who may call, the input's contract, the
 * work, the output's contract. That one copies its options four times for every step, which costs more than the steps
 * themselves (docs/decisions/013); a refusal leaves as it was thrown.
 */
export async function callProcedure(name: ProcedureName, ctx: Context, input: unknown): Promise<unknown> {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: Definition }>;
  const definition = procedures[name]?._def;
  if (!definition) throw new TypeError(`no procedure is called ${name}`);
  const result = await take(definition, 0, { name, ctx, raw: input, input: undefined });
  if (!result.ok) throw result.error;
  return result.data;
}

interface Call {
  name: string;
  ctx: Context;
  raw: unknown;
  input: unknown;
}

function take(definition: Definition, index: number, call: Call): Promise<Result> {
  const step = definition.middlewares[index];
  if (!step) throw new TypeError(`${call.name} does not end`);
  const next = (changes?: Changes) => {
    const ctx = changes?.ctx ?? call.ctx;
    const input = changes && 'input' in changes ? changes.input : call.input;
    return take(definition, index + 1, { ...call, ctx, input });
  };
  const { type, meta } = definition;
  const { name: path, ctx, input, raw } = call;
  const options = { ctx, type, path, meta, input, getRawInput: () => Promise.resolve(raw), batchIndex: 0 };
  return step._type === 'output' ? checkOnce(step, options, next) : step({ ...options, next });
}

/** A frozen answer cannot have changed since it was last checked, so it is not checked again while it is the same object. */
async function checkOnce(
  step: Step,
  options: Record<string, unknown>,
  next: () => Promise<Result>,
): Promise<Result> {
  const made = await next();
  const { data } = made;
  const isFrozen = typeof data === 'object' && data !== null && Object.isFrozen(data);
  if (!made.ok || !isFrozen) return step({ ...options, next: () => Promise.resolve(made) });
  const known = checked.get(data);
  if (known !== undefined) return { ...made, data: known };
  const result = await step({ ...options, next: () => Promise.resolve(made) });
  if (result.ok) checked.set(data, Object.freeze(result.data));
  return result;
}
