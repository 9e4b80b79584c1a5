import type { z } from 'zod';
import { isUnchanging } from '#shared/unchanging.ts';
import { unchangedFrom } from '#server/storage/store/unchanged.ts';

/**
 * An output contract for a procedure's `.output()` that checks an unchanging value only once. Its checked copy is unchanging
 * too, so that the REST adapter writes it only once; any other value is checked each time.
 */
export function checkedOnce<T extends object>(contract: z.ZodType<T>): (value: unknown) => T {
  const checkedCopy = unchangedFrom((value: object) => contract.parse(value));
  return (value) => (isUnchanging(value) ? checkedCopy(value) : contract.parse(value));
}
