import type { Progress, User } from '../../../shared/contracts/readers.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Store } from '../../store/types.ts';

/** How far this reader has come; someone who never redeemed anything is at level 0. */
export function readProgress(store: Store, readerId: string | undefined): Progress {
  const user = readerId === undefined ? undefined : store.users.get(readerId);
  return { maxSection: user?.maxSection ?? 0, email: user?.email ?? null };
}

/**
 * Raises the reader's level to the code's; a lower code never lowers it.
 *
 * @param readerId the reader, known to the database or not yet
 * @throws AppError INVALID_CODE for a wrong, unknown or malformed code alike
 */
export async function redeemCode(
  store: Store,
  readerId: string,
  code: string,
): Promise<{ maxSection: number }> {
  const found = store.unlockCodes.byCode(code);
  if (!found) throw new AppError('INVALID_CODE');
  const now = new Date().toISOString();
  const user: User = store.users.get(readerId) ?? {
    id: readerId,
    maxSection: 0,
    email: null,
    createdAt: now,
    updatedAt: now,
  };
  const maxSection = Math.max(user.maxSection, found.maxSection);
  await store.mutate([{ type: 'put', collection: 'users', record: { ...user, maxSection, updatedAt: now } }]);
  return { maxSection };
}
