import type { z } from 'zod';
import { isUnchanging } from '#shared/unchanging.ts';
import { unchangedFrom } from '#server/storage/store/unchanged.ts';

/** A procedure's output parser, with the contract it holds its answers to. */
export interface CheckedOutput<T> {
  (value: unknown): T;
  contract: z.ZodType<T>;
}

/**
 * An output contract for a procedure's `.output()` that checks an unchanging value only once. Its checked copy is unchanging
 * too, so that the REST adapter writes it only once; any other value is checked each time.
 */
export function checkedOnce<T extends object>(contract: z.ZodType<T>): CheckedOutput<T> {
  const checkedCopy = unchangedFrom((value: object) => contract.parse(value));
  const check = (value: unknown) => (isUnchanging(value) ? checkedCopy(value) : contract.parse(value));
  return Object.assign(check, { contract });
}
