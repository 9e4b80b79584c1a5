import { levelInForce, type Progress, type User } from '#shared/contracts/readers.ts';
import type { UnlockCode } from '#shared/contracts/unlock-codes.ts';
import { AppError } from '#shared/errors.ts';
import type { Store } from '#server/storage/store/types.ts';

/** What a reader's level needs: the readers, and the codes that raise it. */
export interface ReadersServices {
  store: Pick<Store, 'users' | 'unlockCodes' | 'mutate'>;
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

/** @throws AppError INVALID_CODE for a wrong, unknown or malformed code alike */
export function findUnlockCode({ store }: ReadersServices, code: string): UnlockCode {
  const unlockCode = store.unlockCodes.byCode(code);
  if (!unlockCode) throw new AppError('INVALID_CODE');
  return unlockCode;
}

/**
 * Raises the reader's level to the code's; a lower code never lowers it. Someone who is reading again at a lower level climbs
 * to the code's section, and no further.
 *
 * @param readerId the reader, known to the database or not yet
 */
export async function redeemCode(
  { store }: ReadersServices,
  readerId: string,
  unlockCode: Pick<UnlockCode, 'maxSection'>,
): Promise<{ maxSection: number }> {
  const now = new Date().toISOString();
  const { chosenSection, ...user }: User = store.users.get(readerId) ?? {
    id: readerId,
    maxSection: 0,
    email: null,
    createdAt: now,
    updatedAt: now,
  };
  const maxSection = Math.max(user.maxSection, unlockCode.maxSection);
  const chosen = chosenSection === undefined ? undefined : Math.max(chosenSection, unlockCode.maxSection);
  const record: User = {
    ...user,
    maxSection,
    ...(chosen !== undefined && chosen < maxSection && { chosenSection: chosen }),
    updatedAt: now,
  };
  await store.mutate([{ type: 'put', collection: 'users', record }]);
  return { maxSection: levelInForce(record) };
}
