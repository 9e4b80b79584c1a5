import { mostDevices } from '#shared/contracts/reader-limits.ts';
import type { Device, JoinedReader, User } from '#shared/contracts/readers.ts';
import { AppError } from '#shared/errors.ts';
import { utcDay } from '#shared/utc-day.ts';
import type { Store } from '#server/storage/store/types.ts';
import type { HandOvers } from './hand-overs.ts';

export interface DevicesServices {
  store: Pick<Store, 'users' | 'chatMessages' | 'mutate'>;
  handOvers: HandOvers;
}

/** Which reader a browser is, and which of the reader's devices. */
export interface Seat {
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
export function readSeat({ users }: Pick<Store, 'users'>, cookie: string | undefined): Seat | undefined {
  if (cookie === undefined) return undefined;
  const [readerId = '', deviceId = firstDevice, previous] = cookie.split(separator);
  const devices = users.get(readerId)?.devices;
  const isSeated = devices ? devices.some(({ id }) => id === deviceId) : deviceId === firstDevice;
  if (isSeated) return { readerId, deviceId, previous };
  return readSeat({ users }, previous);
}

/** What the cookie of such a browser says. */
export function seatCookie({ readerId, deviceId, previous }: Seat): string {
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
  seat: Seat | undefined,
  name: string,
): (Device & { isThis: boolean })[] {
  const user = seat && store.users.get(seat.readerId);
  if (!user) return [];
  const devices = user.devices ?? [firstOf(user, name)];
  return devices.map((device) => ({ ...device, isThis: device.id === seat.deviceId }));
}

/** Notes once a day that a device was here; a reader with one device has nothing to note. */
export async function markSeen({ store }: DevicesServices, seat: Seat | undefined): Promise<void> {
  const user = seat && store.users.get(seat.readerId);
  const day = utcDay();
  const isDue = user?.devices?.some(({ id, lastSeen }) => id === seat?.deviceId && lastSeen !== day);
  if (!user?.devices || !isDue) return;
  const devices = user.devices.map((device) =>
    device.id === seat?.deviceId ? { ...device, lastSeen: day } : device,
  );
  await put(store, { ...user, devices });
}

/**
 * A code that makes one other device this reader, once, for ten minutes.
 *
 * @throws AppError IMPOSSIBLE for who has nothing to go on with, or has as many devices as there may be
 */
export function makeHandOver(
  { store, handOvers }: DevicesServices,
  seat: Seat | undefined,
  name: string,
): { code: string; expiresAt: string } {
  const user = seat && store.users.get(seat.readerId);
  if (!user) {
    throw new AppError(
      'IMPOSSIBLE',
      'Qui non c’è ancora niente da proseguire: scrivigli qualcosa, o usa un codice del libro.',
    );
  }
  refuseSixth(user);
  return handOvers.make(user.id, name);
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
export function findHandOver({ store, handOvers }: DevicesServices, code: string): User {
  const user = store.users.get(handOvers.find(code)?.readerId ?? '');
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
  caller: { seat: Seat | undefined; device: string },
  leaveOwn: boolean,
): Promise<{ answer: JoinedReader; seat?: Seat }> {
  const { store, handOvers } = services;
  const { seat, device: name } = caller;
  const user = findHandOver(services, code);
  if (seat?.readerId === user.id) {
    throw new AppError('IMPOSSIBLE', 'Questo dispositivo è già qui: il codice serve su un altro.');
  }
  if (seat && seat.deviceId !== firstDevice) {
    throw new AppError(
      'IMPOSSIBLE',
      'Questo dispositivo prosegue già un’altra conversazione: prima staccalo da quella, nell’elenco dei dispositivi.',
    );
  }
  refuseSixth(user);
  const messages = seat ? store.chatMessages.countByReader(seat.readerId) : 0;
  const maxSection = (seat && store.users.get(seat.readerId)?.maxSection) ?? 0;
  const hasOwn = messages > 0 || maxSection > 0;
  if (hasOwn && !leaveOwn) return { answer: { joined: false, messages, maxSection } };
  const handOver = handOvers.take(code);
  if (!handOver) throw wrongCode();
  const id = crypto.randomUUID();
  const day = utcDay();
  const devices = user.devices ?? [firstOf(user, handOver.device)];
  try {
    await put(store, { ...user, devices: [...devices, { id, name, firstSeen: day, lastSeen: day }] });
  } catch (error) {
    handOvers.giveBack(code, handOver);
    throw error;
  }
  const previous = hasOwn ? seat?.readerId : undefined;
  return { answer: { joined: true }, seat: { readerId: user.id, deviceId: id, previous } };
}

/**
 * Takes a device from the reader's: from its next call on it is who it was before.
 *
 * @throws AppError NOT_FOUND; IMPOSSIBLE for the only one
 */
export async function removeDevice(
  { store }: DevicesServices,
  seat: Seat | undefined,
  id: string,
): Promise<void> {
  const user = seat && store.users.get(seat.readerId);
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
