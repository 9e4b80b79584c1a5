import { z } from 'zod';
import { codeKey, generateCode } from '#shared/contracts/codes.ts';
import { timestamp } from '#shared/contracts/values.ts';
import { AppError } from '#shared/errors.ts';
import type { SettingsStore } from './admin-record.ts';
import { createSalt, formerCost, hashWith, newCost } from './password.ts';
import type { Waiting } from './turns.ts';
import { putSetting } from '#server/storage/records/settings.ts';

/** Of one set the salt is the same: one slow hash tells which of them a code is, and no two of them are alike. */
const storedRecovery = z.object({
  salt: z.string(),
  hashes: z.array(z.string()),
  cost: z.object({ N: z.number(), r: z.number(), p: z.number() }).default(formerCost),
  madeAt: timestamp,
});
type Stored = z.infer<typeof storedRecovery>;

const recordId = 'admin-recovery';
const setSize = 10;

function read(store: SettingsStore): Stored | undefined {
  return storedRecovery.safeParse(store.settings.get(recordId)?.value).data;
}

function write(store: SettingsStore, value: Stored): Promise<void> {
  return store.mutate([putSetting(recordId, value)]);
}

export function recoveryStateOf(store: SettingsStore): { left: number; madeAt?: string } {
  const { hashes = [], madeAt } = read(store) ?? {};
  return { left: hashes.length, ...(madeAt !== undefined && { madeAt }) };
}

/**
 * Ten new codes of 78 bits, to be shown once; those of before are worthless.
 *
 * @param stillMay throws when whoever asked may no longer: ten hashes take seconds
 */
export async function makeRecoveryCodes(store: SettingsStore, stillMay: () => void): Promise<string[]> {
  const codes = Array.from({ length: setSize }, () => `${generateCode()}-${generateCode()}`);
  const salt = createSalt();
  const hashes: string[] = [];
  for (const code of codes) hashes.push(await hashWith(salt, codeKey(code), newCost, { isKnown: true }));
  stillMay();
  await write(store, { salt, hashes, cost: newCost, madeAt: new Date().toISOString() });
  return codes;
}

/**
 * Uses a recovery code up.
 *
 * @throws AppError WRONG_PASSWORD for one that is wrong or used; UNAVAILABLE when that it is used cannot be written down, and
 *   nobody is let in
 */
export async function redeemRecoveryCode(
  store: SettingsStore,
  code: string,
  waiting: Waiting,
): Promise<void> {
  const before = read(store);
  const hash =
    before && before.hashes.length > 0 && (await hashWith(before.salt, codeKey(code), before.cost, waiting));
  // Read again: of two that come at once with one code the first has used it up.
  const now = read(store);
  if (!hash || !now?.hashes.includes(hash))
    throw new AppError('WRONG_PASSWORD', 'Codice di recupero errato, o già usato.');
  await write(store, { ...now, hashes: now.hashes.filter((one) => one !== hash) });
}
