import { mostDevices } from '#shared/contracts/reader-limits.ts';
import type { Device, JoinedReader, User } from '#shared/contracts/readers.ts';
import { AppError } from '#shared/errors.ts';
import { utcDay } from '#shared/utc-day.ts';
import type { Store } from '#server/storage/store/types.ts';
import type { PairingCodes } from './pairing-codes.ts';

export interface DevicesServices {
  store: Pick<Store, 'users' | 'chatMessages' | 'mutate'>;
  pairingCodes: PairingCodes;
}

/** Which reader a browser is, and which of the reader's devices. */
export interface DeviceSession {
  readerId: string;
  deviceId: string;
  /** The reader that this browser was before, whom it is again when it is no longer this one. */
  previous: string | undefined;
}

/** The device that has had the reader from the beginning: its cookie is the reader's id alone, as it always was. */
const firstDevice = 'first';

const separator = '|';

/**
 * The reader that a browser's unsealed cookie speaks of. A device that was removed, or whose reader was erased, is who it was
 * before; `undefined` for who was nobody.
 */
export function readDeviceSession(
  { users }: Pick<Store, 'users'>,
  cookie: string | undefined,
): DeviceSession | undefined {
  if (cookie === undefined) return undefined;
  const [readerId = '', deviceId = firstDevice, previous] = cookie.split(separator);
  const devices = users.get(readerId)?.devices;
  const isListed = devices ? devices.some(({ id }) => id === deviceId) : deviceId === firstDevice;
  if (isListed) return { readerId, deviceId, previous };
  return readDeviceSession({ users }, previous);
}

/** What the cookie of such a browser says. */
export function deviceSessionCookie({ readerId, deviceId, previous }: DeviceSession): string {
  if (deviceId === firstDevice) return readerId;
  return [readerId, deviceId, ...(previous === undefined ? [] : [previous])].join(separator);
}

const firstOf = (user: User, name: string): Device => ({
  id: firstDevice,
  name,
  firstSeen: user.createdAt.slice(0, 10),
  lastSeen: utcDay(),
});

function put(store: Pick<Store, 'mutate'>, record: User): Promise<void> {
  return store.mutate([{ type: 'put', collection: 'users', record }]);
}

/** The devices of the reader, the one that asks marked. @param name how that one calls itself */
export function listDevices(
  { store }: DevicesServices,
  deviceSession: DeviceSession | undefined,
  name: string,
): (Device & { isThis: boolean })[] {
  const user = deviceSession && store.users.get(deviceSession.readerId);
  if (!user) return [];
  const devices = user.devices ?? [firstOf(user, name)];
  return devices.map((device) => ({ ...device, isThis: device.id === deviceSession.deviceId }));
}

/** Notes once a day that a device was here; a reader with one device has nothing to note. */
export async function markSeen(
  { store }: DevicesServices,
  deviceSession: DeviceSession | undefined,
): Promise<void> {
  const user = deviceSession && store.users.get(deviceSession.readerId);
  const day = utcDay();
  const isDue = user?.devices?.some(({ id, lastSeen }) => id === deviceSession?.deviceId && lastSeen !== day);
  if (!user?.devices || !isDue) return;
  const devices = user.devices.map((device) =>
    device.id === deviceSession?.deviceId ? { ...device, lastSeen: day } : device,
  );
  await put(store, { ...user, devices });
}

/**
 * A code that makes one other device this reader, once, for ten minutes.
 *
 * @throws AppError IMPOSSIBLE for who has nothing to go on with, or has as many devices as there may be
 */
export function createPairingCode(
  { store, pairingCodes }: DevicesServices,
  deviceSession: DeviceSession | undefined,
  name: string,
): { code: string; expiresAt: string } {
  const user = deviceSession && store.users.get(deviceSession.readerId);
  if (!user) {
    throw new AppError(
      'IMPOSSIBLE',
      'Qui non c’è ancora niente da proseguire: scrivigli qualcosa, o usa un codice del libro.',
    );
  }
  refuseSixth(user);
  return pairingCodes.make(user.id, name);
}

function refuseSixth({ devices = [] }: User): void {
  if (devices.length < mostDevices) return;
  throw new AppError(
    'IMPOSSIBLE',
    `I dispositivi sono già ${mostDevices}: togline uno dall’elenco e riprova.`,
  );
}

const wrongCode = () => new AppError('INVALID_CODE', 'Codice non valido o scaduto.');

/** @throws AppError INVALID_CODE for a code that is wrong, used or too old, or whose reader was erased */
export function findPairedReader({ store, pairingCodes }: DevicesServices, code: string): User {
  const user = store.users.get(pairingCodes.find(code)?.readerId ?? '');
  if (!user) throw wrongCode();
  return user;
}

/**
 * Makes the calling browser one more device of the code's reader. What it had of its own is not touched: it is there again
 * when the browser is no longer this reader.
 *
 * @param leaveOwn without it a browser that has a conversation or a level of its own is asked first, and the code stays good
 * @throws AppError INVALID_CODE when another was faster; IMPOSSIBLE for a device that has joined already, and for a sixth
 */
export async function joinReader(
  services: DevicesServices,
  code: string,
  caller: { deviceSession: DeviceSession | undefined; device: string },
  leaveOwn: boolean,
): Promise<{ answer: JoinedReader; deviceSession?: DeviceSession }> {
  const { store, pairingCodes } = services;
  const { deviceSession, device: name } = caller;
  const user = findPairedReader(services, code);
  if (deviceSession?.readerId === user.id) {
    throw new AppError('IMPOSSIBLE', 'Questo dispositivo è già qui: il codice serve su un altro.');
  }
  if (deviceSession && deviceSession.deviceId !== firstDevice) {
    throw new AppError(
      'IMPOSSIBLE',
      'Questo dispositivo prosegue già un’altra conversazione: prima staccalo da quella, nell’elenco dei dispositivi.',
    );
  }
  refuseSixth(user);
  const messages = deviceSession ? store.chatMessages.countByReader(deviceSession.readerId) : 0;
  const maxSection = (deviceSession && store.users.get(deviceSession.readerId)?.maxSection) ?? 0;
  const hasOwn = messages > 0 || maxSection > 0;
  if (hasOwn && !leaveOwn) return { answer: { joined: false, messages, maxSection } };
  const pairingCode = pairingCodes.take(code);
  if (!pairingCode) throw wrongCode();
  const id = crypto.randomUUID();
  const day = utcDay();
  const devices = user.devices ?? [firstOf(user, pairingCode.device)];
  try {
    await put(store, { ...user, devices: [...devices, { id, name, firstSeen: day, lastSeen: day }] });
  } catch (error) {
    pairingCodes.giveBack(code, pairingCode);
    throw error;
  }
  const previous = hasOwn ? deviceSession?.readerId : undefined;
  return { answer: { joined: true }, deviceSession: { readerId: user.id, deviceId: id, previous } };
}

/**
 * Takes a device from the reader's: from its next call on it is who it was before.
 *
 * @throws AppError NOT_FOUND; IMPOSSIBLE for the only one
 */
export async function removeDevice(
  { store }: DevicesServices,
  deviceSession: DeviceSession | undefined,
  id: string,
): Promise<void> {
  const user = deviceSession && store.users.get(deviceSession.readerId);
  const devices = user?.devices ?? [];
  const remainingDevices = devices.filter((device) => device.id !== id);
  if (!user || remainingDevices.length === devices.length) {
    throw new AppError('NOT_FOUND', 'Quel dispositivo non è più nell’elenco.');
  }
  if (remainingDevices.length === 0) {
    throw new AppError(
      'IMPOSSIBLE',
      'È l’unico dispositivo: per cancellare quello che resta di te c’è [DIMENTICAMI].',
    );
  }
  await put(store, { ...user, devices: remainingDevices });
}
