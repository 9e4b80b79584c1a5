import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { isUnchanging } from '#shared/unchanging.ts';
import { unchanged } from '#server/storage/store/unchanged.ts';
import { checkedOnce } from './checked-output.ts';

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
