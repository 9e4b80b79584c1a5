import { isExpired } from '#shared/contracts/codes.ts';
import { isVisible } from '#shared/contracts/visibility.ts';
import { levelInForce, type Progress, type User } from '#shared/contracts/readers.ts';
import type { UnlockCode } from '#shared/contracts/unlock-codes.ts';
import { AppError } from '#shared/errors.ts';
import { countCode } from '#server/storage/records/code-days.ts';
import { dayReader, readTimeZone } from '#server/storage/records/time-zone.ts';
import type { Store } from '#server/storage/store/types.ts';

export interface ReadersServices {
  store: Pick<Store, 'users' | 'unlockCodes' | 'settings' | 'mutate'>;
  /** Stops what is being written for a reader above a level just lowered. */
  chat: { stopAbove(readerId: string): void };
}

/** How far this reader has come; someone who never redeemed anything is at level 0. */
export function readProgress(
  { store }: { store: Pick<Store, 'users'> },
  readerId: string | undefined,
): Progress {
  const user = readerId === undefined ? undefined : store.users.get(readerId);
  const maxSection = levelInForce(user);
  const reached = user?.maxSection ?? 0;
  return { maxSection, email: user?.email ?? null, ...(maxSection < reached && { reached }) };
}

/**
 * Puts the reader, for reading again, at a level they have already opened; choosing the highest lets go of the choice.
 *
 * @throws AppError IMPOSSIBLE above what the reader's codes opened
 */
export async function setLevel(
  { store, chat }: ReadersServices,
  readerId: string | undefined,
  level: number,
): Promise<Progress> {
  const user = readerId === undefined ? undefined : store.users.get(readerId);
  const reached = user?.maxSection ?? 0;
  if (level > reached) {
    throw new AppError(
      'IMPOSSIBLE',
      `Hai sbloccato fino alla sezione ${reached}: per andare oltre serve un codice.`,
    );
  }
  if (user && level !== levelInForce(user)) {
    const record: User = { ...user, updatedAt: new Date().toISOString() };
    if (level < reached) record.chosenSection = level;
    else delete record.chosenSection;
    await store.mutate([{ type: 'put', collection: 'users', record }]);
    chat.stopAbove(user.id);
  }
  return readProgress({ store }, readerId);
}

/**
 * The code that a reader submits.
 *
 * @param readerId absent for who has no cookie yet
 * @throws AppError INVALID_CODE for a wrong, unknown, malformed, spent, expired or hidden code alike
 */
export function findUnlockCode(
  { store }: Pick<ReadersServices, 'store'>,
  code: string,
  readerId: string | undefined,
): UnlockCode {
  const unlockCode = store.unlockCodes.bySubmitted(code);
  const reader = readerId === undefined ? undefined : store.users.get(readerId);
  if (!unlockCode || !isGoodFor(store, reader, unlockCode)) throw new AppError('INVALID_CODE');
  return unlockCode;
}

/** Who has redeemed a code may do so again, spent or expired as it may be: the level is theirs. A hidden one is nobody's. */
function isGoodFor(
  store: Pick<Store, 'settings'>,
  reader: Readonly<User> | undefined,
  unlockCode: UnlockCode,
): boolean {
  if (!isVisible(unlockCode, Date.now())) return false;
  if (reader?.redeemed?.includes(unlockCode.id)) return true;
  const { uses = Infinity, usedCount = 0 } = unlockCode;
  return usedCount < uses && !isExpired(unlockCode, new Date().toISOString(), readTimeZone(store));
}

/**
 * Raises the reader's level to the code's; a lower code never lowers it. Someone who is reading again at a lower level climbs
 * to the code's section, and no further. The code's use is counted in the same write: of many who race for the last one, one
 * gets it.
 *
 * @param readerId the reader, known to the database or not yet
 * @throws AppError INVALID_CODE when the code was deleted, spent or hidden meanwhile
 */
export async function redeemCode(
  { store }: ReadersServices,
  readerId: string,
  { id }: Pick<UnlockCode, 'id'>,
): Promise<{ maxSection: number }> {
  const now = new Date().toISOString();
  const reader = store.users.get(readerId);
  const unlockCode = store.unlockCodes.get(id);
  if (!unlockCode || !isGoodFor(store, reader, unlockCode)) throw new AppError('INVALID_CODE');
  const { chosenSection, ...user }: User = reader ?? {
    id: readerId,
    maxSection: 0,
    email: null,
    createdAt: now,
    updatedAt: now,
  };
  const maxSection = Math.max(user.maxSection, unlockCode.maxSection);
  const level = chosenSection === undefined ? undefined : Math.max(chosenSection, unlockCode.maxSection);
  const redeemed = user.redeemed ?? [];
  const isFirstTime = !redeemed.includes(id);
  const record: User = {
    ...user,
    maxSection,
    redeemed: isFirstTime ? [...redeemed, id] : redeemed,
    ...(level !== undefined && level < maxSection && { chosenSection: level }),
    updatedAt: now,
  };
  const usedCode = { ...unlockCode, usedCount: (unlockCode.usedCount ?? 0) + 1, lastUsedAt: now };
  await store.mutate([
    { type: 'put', collection: 'users', record },
    ...(isFirstTime
      ? [
          { type: 'put', collection: 'unlockCodes', record: usedCode } as const,
          countCode(store, dayReader(readTimeZone(store))(now)),
        ]
      : []),
  ]);
  return { maxSection: levelInForce(record) };
}
