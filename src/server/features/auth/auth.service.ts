import { generateCode } from '#shared/contracts/codes.ts';
import { AppError } from '#shared/errors.ts';
import { currentEpoch, readAdmin, writeAdmin, type SettingsStore } from './admin-record.ts';
import { passwordStrength } from './common-passwords.ts';
import { hashPassword, isOfFormerCost, verifyPassword } from './password.ts';
import type { Passkeys } from './passkeys.ts';
import type { Sessions } from './sessions.ts';
import type { Waiting } from './turns.ts';

export interface AuthServices {
  store: SettingsStore;
  sessions: Sessions;
  passkeys: Passkeys;
  /** The title, the author's and the character's name: what visitors would try as a password. */
  bookWords(): string[];
}

/**
 * Makes sure that there is a password. With `configured` (ADMIN_PASSWORD) it becomes that one, and sessions signed in with
 * another end, unless the panel has changed it since: the last change wins. Without it the first start makes one.
 *
 * @param isOnline whether strangers can come: then one of those that are tried first is not taken
 * @returns the password made now, to be shown once, or `undefined` when there was nothing to make
 * @throws AppError INVALID
 */
export async function preparePassword(
  store: SettingsStore,
  configured: string | undefined,
  isOnline = false,
): Promise<string | undefined> {
  const current = readAdmin(store);
  if (configured === undefined && current) return undefined;
  if (configured !== undefined) {
    const before = current?.configuredHash ?? current?.passwordHash;
    if (before && (await verifyPassword(configured, before, { isKnown: true }))) {
      await renewHash(store, configured, before);
      return undefined;
    }
    if (isOnline && (await passwordStrength(configured)) < 2) {
      throw new AppError(
        'INVALID',
        'Configurazione non valida: ADMIN_PASSWORD è fra le prime che chiunque prova: scegline un’altra',
      );
    }
  }
  const password = configured ?? `${generateCode()}-${generateCode()}`;
  await writeAdmin(store, {
    passwordHash: await hashPassword(password),
    epoch: (current?.epoch ?? 0) + 1,
  });
  return configured === undefined ? password : undefined;
}

/**
 * @returns the epoch that a session may have for it: one for the old password, which waited its turn behind the change, is over
 * @throws AppError WRONG_PASSWORD, UNAVAILABLE when too many try at once
 */
export async function checkPassword(
  store: SettingsStore,
  password: string,
  waiting: Waiting = {},
): Promise<number> {
  const current = readAdmin(store);
  if (!current || !(await verifyPassword(password, current.passwordHash, waiting)))
    throw new AppError('WRONG_PASSWORD');
  await renewHash(store, password, current.passwordHash);
  if (currentEpoch(store) !== current.epoch) throw new AppError('WRONG_PASSWORD');
  return current.epoch;
}

/** Puts a hash of today's cost in the place of an older one of the same password; nobody is signed out, and a full disk waits. */
async function renewHash(store: SettingsStore, password: string, before: string): Promise<void> {
  if (!isOfFormerCost(before)) return;
  const renewed = await hashPassword(password);
  const now = readAdmin(store);
  if (!now) return;
  const renew = (hash: string) => (hash === before ? renewed : hash);
  const { passwordHash, configuredHash } = now;
  await writeAdmin(store, {
    ...now,
    passwordHash: renew(passwordHash),
    ...(configuredHash !== undefined && { configuredHash: renew(configuredHash) }),
  }).catch(() => undefined);
}

/**
 * Ends every session.
 *
 * @param bookWords what visitors of this site know and would try
 * @param stillMay throws when whoever asked may no longer: hashing takes long enough to be signed out by somebody else's change
 * @returns the epoch of the sessions that may begin with it
 * @throws AppError INVALID with what is wrong with the new password, and what `stillMay` throws
 */
export async function replacePassword(
  store: SettingsStore,
  password: string,
  bookWords: readonly string[],
  stillMay: () => void,
): Promise<number> {
  if ((await passwordStrength(password, bookWords)) < 3) {
    const message =
      'È fra quelle che si provano per prime, o quasi. Quattro parole che non stanno insieme vanno bene.';
    throw new AppError('INVALID', message, { issues: [{ path: 'password', message }] });
  }
  const passwordHash = await hashPassword(password);
  stillMay();
  const current = readAdmin(store);
  const epoch = (current?.epoch ?? 0) + 1;
  const configuredHash = current?.configuredHash ?? current?.passwordHash;
  await writeAdmin(store, { passwordHash, epoch, configuredHash });
  return epoch;
}
