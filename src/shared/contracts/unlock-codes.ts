import { z } from 'zod';
import { authoredCode, codeCount, codeExpiry, codeList } from './codes.ts';
import {
  chosenId,
  id,
  optionalText,
  optionalWholeNumber,
  timestamp,
  versionRead,
  wholeNumber,
} from './values.ts';
import { visibleFrom, visibleFromField } from './visibility.ts';

const shared = {
  maxSection: wholeNumber('La sezione massima', 1),
  label: optionalText("L'etichetta", 200),
  uses: optionalWholeNumber('Il numero di lettori', 1),
  expiresAt: codeExpiry,
  visibleFrom: visibleFromField,
};
const fields = { code: authoredCode, ...shared };

/**
 * Unlocks every section up to `maxSection` for at most `uses` readers (absent: any number), until `expiresAt` (absent:
 * for ever). `usedCount` counts each reader once.
 */
export const unlockCode = z.object({
  id,
  code: z.string(),
  maxSection: z.number().int().min(1),
  label: z.string().optional(),
  uses: z.number().int().min(1).optional(),
  expiresAt: timestamp.optional(),
  visibleFrom,
  usedCount: z.number().int().min(0).optional(),
  lastUsedAt: timestamp.optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const createUnlockCode = z.object({ id: chosenId, ...fields });
export const updateUnlockCode = z.object(fields).partial().extend({ id, updatedAt: versionRead });

/** A batch of codes; `{n}` in the label becomes each one's number, padded to equal width. */
export const createUnlockCodes = z.object({ id: chosenId, count: codeCount, ...shared });
export const createdUnlockCodes = z.object({ codes: z.array(unlockCode) });
export const importUnlockCodes = codeList(z.object(fields));

export const redeemResult = z.object({ maxSection: z.number().int().min(0) });

export type UnlockCode = z.infer<typeof unlockCode>;
export type CreateUnlockCode = z.infer<typeof createUnlockCode>;
