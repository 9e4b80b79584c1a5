import { z } from 'zod';
import { generateCode } from '#shared/contracts/codes.ts';
import { AppError } from '#shared/errors.ts';
import type { Store } from '#server/storage/store/types.ts';
import { hashPassword, verifyPassword } from './password.ts';
import type { Waiting } from './turns.ts';

/** What signing in and out needs. */
export interface AuthServices {
  store: Pick<Store, 'settings' | 'mutate'>;
}

/** The administrator's record. A session is good for one `epoch`: raising it ends every session. */
const admin = z.object({ passwordHash: z.string(), epoch: z.number().int().min(0) });
type Admin = z.infer<typeof admin>;

const recordId = 'admin';

/** Keyed by the record, which is replaced whole when it changes. */
const adminByRecord = new WeakMap<object, Admin>();

function readAdmin({ store }: { store: Pick<Store, 'settings'> }): Admin | undefined {
  const record = store.settings.get(recordId);
  if (!record) return undefined;
  const value = adminByRecord.get(record) ?? admin.parse(record.value);
  adminByRecord.set(record, value);
  return value;
}

function writeAdmin({ store }: AuthServices, value: Admin): Promise<void> {
  return store.mutate([{ type: 'put', collection: 'settings', record: { id: recordId, value } }]);
}

/**
 * Makes sure that there is a password. With `configured` (ADMIN_PASSWORD) it becomes that one, and
 * sessions signed in with another end; without it the first start makes one.
 *
 * @returns the password made now, to be shown once, or `undefined` when there was nothing to make
 */
export async function preparePassword(
  services: AuthServices,
  configured: string | undefined,
): Promise<string | undefined> {
  const current = readAdmin(services);
  if (configured === undefined && current) return undefined;
  if (
    configured !== undefined &&
    current &&
    (await verifyPassword(configured, current.passwordHash, { isKnown: true }))
  )
    return undefined;
  const password = configured ?? `${generateCode()}-${generateCode()}`;
  await writeAdmin(services, {
    passwordHash: await hashPassword(password),
    epoch: (current?.epoch ?? 0) + 1,
  });
  return configured === undefined ? password : undefined;
}

/** @returns the epoch the new session is good for. @throws AppError WRONG_PASSWORD, UNAVAILABLE when too many try at once */
export async function signIn(
  services: AuthServices,
  password: string,
  waiting: Waiting = {},
): Promise<number> {
  const current = readAdmin(services);
  if (!current || !(await verifyPassword(password, current.passwordHash, waiting)))
    throw new AppError('WRONG_PASSWORD');
  return current.epoch;
}

/** Ends every session of the administrator: a sealed cookie cannot be taken back one by one. */
export async function signOut(services: AuthServices): Promise<void> {
  const current = readAdmin(services);
  if (current) await writeAdmin(services, { ...current, epoch: current.epoch + 1 });
}

/** Whether a session of this epoch still counts. */
export function isCurrentEpoch(store: Pick<Store, 'settings'>, epoch: number): boolean {
  return readAdmin({ store })?.epoch === epoch;
}
