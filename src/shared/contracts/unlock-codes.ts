import { z } from 'zod';
import { authoredCode } from './codes.ts';
import { id, optionalText, timestamp, wholeNumber } from './values.ts';

const fields = {
  code: authoredCode,
  maxSection: wholeNumber('La sezione massima', 1),
  label: optionalText("L'etichetta", 200),
};

/** A code that opens every section numbered up to `maxSection`. */
export const unlockCode = z.object({
  id,
  code: z.string(),
  maxSection: z.number().int().min(1),
  label: z.string().optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const createUnlockCode = z.object(fields);
export const updateUnlockCode = z.object(fields).partial().extend({ id });
export const redeemResult = z.object({ maxSection: z.number().int().min(0) });

export type UnlockCode = z.infer<typeof unlockCode>;
export type CreateUnlockCode = z.infer<typeof createUnlockCode>;
export type UpdateUnlockCode = z.infer<typeof updateUnlockCode>;
