import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { isUnchanging, unchanged } from '#server/storage/store/unchanged.ts';
import type { Caller, Context } from './context.ts';
import { createMaintenanceGate } from './maintenance-gate.ts';
import { adminProcedure, checkedOnce, createCallerFactory, publicProcedure, router } from './trpc.ts';

const caller = (isAdmin: boolean) => ({ isAdmin, readerId: undefined }) as Caller;
const contextOf = (isAdmin: boolean) =>
  ({ services: { maintenanceGate: createMaintenanceGate() }, caller: caller(isAdmin) }) as Context;

/** Inputs and steps in any order, as tRPC's own manual writes them. */
const ladders = router({
  numbered: publicProcedure
    .input(z.object({ section: z.coerce.number().int() }))
    .use(({ input, next }) => {
      if (input.section < 1) throw new AppError('NOT_FOUND');
      return next({ ctx: { section: input.section } });
    })
    .input(z.object({ form: z.enum(['short', 'long']) }))
    .output(z.object({ told: z.string() }))
    .query(({ ctx, input }) => ({ told: `${ctx.section} ${input.form}`, secret: 'x' })),
  guarded: adminProcedure
    .input(z.object({ id: z.string() }))
    .use(({ next }) => next())
    .mutation(({ input }) => input.id),
});
const createCaller = createCallerFactory(ladders);

test('a step may follow an input, and an input a step', async () => {
  const reader = createCaller(contextOf(false));
  expect(await reader.numbered({ section: '3', form: 'short' })).toEqual({ told: '3 short' });
  await expect(reader.numbered({ section: '0', form: 'short' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const wrong = { section: '3', form: 'altra' } as unknown as { section: string; form: 'short' };
  await expect(reader.numbered(wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('who may not call is refused before the input is looked at', async () => {
  const nothing = undefined as unknown as { id: string };
  await expect(createCaller(contextOf(false)).guarded(nothing)).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  });
  await expect(createCaller(contextOf(true)).guarded(nothing)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await createCaller(contextOf(true)).guarded({ id: 'a' })).toBe('a');
});

/** A contract that counts how often it is asked. */
function counted() {
  const check = vi.fn((text: string) => text.length > 0);
  return { check, contract: z.object({ title: z.string().refine(check) }) };
}

test('an unchanging value is checked once, and what it may not tell is left out each time', () => {
  const { check, contract } = counted();
  const output = checkedOnce(contract);
  const value = unchanged({}, [], () => ({ title: 'Neve', secret: 'x' }));
  expect(output(value)).toEqual({ title: 'Neve' });
  expect(output(value)).toBe(output(value));
  expect(isUnchanging(output(value))).toBe(true);
  expect(check).toHaveBeenCalledTimes(1);
});

test('a value that is only frozen is checked each time, as any other', () => {
  const { check, contract } = counted();
  const output = checkedOnce(contract);
  const inner = { title: 'Neve' };
  for (const value of [Object.freeze({ ...inner }), { ...inner }]) {
    expect(output(value)).toEqual(inner);
    expect(output(value)).not.toBe(output(value));
    expect(isUnchanging(output(value))).toBe(false);
  }
  expect(check).toHaveBeenCalledTimes(8);
});

test('an unchanging value that breaks its contract is refused each time', () => {
  const output = checkedOnce(counted().contract);
  const value = unchanged({}, [], () => ({ title: '' }));
  for (let time = 0; time < 2; time++) expect(() => output(value)).toThrow(z.ZodError);
});
