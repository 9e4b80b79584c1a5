import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import type { Caller, Context } from './context.ts';
import { createMaintenanceGate } from './maintenance-gate.ts';
import { adminProcedure, publicProcedure, router } from './trpc.ts';

const contextOf = (isAdmin: boolean): Context => ({
  caller: { isAdmin, readerId: undefined } as Caller,
  gate: createMaintenanceGate(),
});

const summary = 'Not told.';
/** Inputs and steps in any order, as tRPC's own manual writes them. */
const ladders = router({
  numbered: publicProcedure({ summary, input: z.object({ section: z.coerce.number<string>().int() }) })
    .use(({ input, next }) => {
      if (input.section < 1) throw new AppError('NOT_FOUND');
      return next({ ctx: { section: input.section } });
    })
    .input(z.object({ form: z.enum(['short', 'long']) }))
    .output(z.object({ told: z.string() }))
    .query(({ ctx, input }) => ({ told: `${ctx.section} ${input.form}`, secret: 'x' })),
  guarded: adminProcedure({ summary, input: z.object({ id: z.string() }) })
    .use(({ next }) => next())
    .mutation(({ input }) => input.id),
});
const { createCaller } = ladders;

test('what a contract does not name is left out of an answer, which is checked once where it is kept', async () => {
  const check = vi.fn((text: string) => text.length > 0);
  const output = z.object({ title: z.string().refine(check) });
  const kept = { title: 'Neve', secret: 'x' };
  const answers = router({
    kept: publicProcedure({ summary, output, isKept: true }).query(() => kept),
    made: publicProcedure({ summary, output }).query(() => ({ ...kept })),
  }).createCaller(contextOf(false));
  const first = await answers.kept();
  expect(first).toEqual({ title: 'Neve' });
  expect(await answers.kept()).toBe(first);
  expect(check).toHaveBeenCalledTimes(1);
  for (let time = 0; time < 2; time++) expect(await answers.made()).toEqual({ title: 'Neve' });
  expect(check).toHaveBeenCalledTimes(3);
});

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
