import { totalmem } from 'node:os';
import { z } from 'zod';
import { keepingRanges, type KeepingNumber, type RoomState, saveKeeping } from '#shared/contracts/keeping.ts';
import { AppError } from '#shared/errors.ts';
import type { Store } from '#server/storage/store/types.ts';

export const keepingId = 'keeping';

/** What is kept of conversations, and for how long. */
export type KeepingPolicy = Record<KeepingNumber, number> &
  Partial<Record<'controller' | 'contact' | 'purpose', string>>;

/** What the environment decides: it wins over the panel. */
export type KeepingEnvironment = Partial<KeepingPolicy>;

export const storedPolicy = z.object(saveKeeping.shape).partial().catch({});

/** What holds now: the environment, then the panel, then what is usual. */
export function keepingPolicy(
  { settings }: Pick<Store, 'settings'>,
  environment: KeepingEnvironment,
): KeepingPolicy {
  const { months, strangerDays, messages } = keepingRanges;
  const own = storedPolicy.parse(settings.get(keepingId)?.value ?? {});
  const values = [own, environment]
    .flatMap((from) => Object.entries(from))
    .filter(([, value]) => value != null);
  return {
    months: months.usual,
    strangerDays: strangerDays.usual,
    messages: messages.usual,
    ...(Object.fromEntries(values) as Partial<KeepingPolicy>),
  };
}

const gigabyte = 1024 ** 3;
/** What the encoder's model and its vectors take (decision 029). */
const encoderBytes = 150e6;
/** Of what the encoder leaves. The rest is for the program, a password being checked, and db.json being read. */
const shareOfMemory = 0.4;
/** A larger database would take long to start with, whatever the machine. */
const mostBytes = 2 * gigabyte;

/** What conversations may take of this machine's memory, or of the container's. */
export function ceilingOf(memoryBytes = availableMemoryBytes()): number {
  return Math.floor(Math.min(mostBytes, Math.max(0, memoryBytes - encoderBytes) * shareOfMemory));
}

/** Bytes of this machine's memory, or of what the container may take of it. */
export function availableMemoryBytes(): number {
  const memoryLimit = process.constrainedMemory();
  return memoryLimit > 0 ? Math.min(memoryLimit, totalmem()) : totalmem();
}

/** What a reader's record takes: measured with `npm run bench -- opening`. */
const readerBytes = 600;

/** About what the conversations take of memory. */
export function usedBytes({ chatMessages, users }: Pick<Store, 'chatMessages' | 'users'>): number {
  return chatMessages.bytes + users.size * readerBytes;
}

const nearShare = 0.8;

export function roomIn(store: Pick<Store, 'chatMessages' | 'users'>, ceilingBytes: number): RoomState {
  const bytes = usedBytes(store);
  return bytes >= ceilingBytes ? 'full' : bytes >= nearShare * ceilingBytes ? 'near' : 'ok';
}

export function isStranger({ users }: Pick<Store, 'users'>, readerId: string): boolean {
  return (users.get(readerId)?.maxSection ?? 0) === 0;
}

/** @throws AppError UNAVAILABLE for a reader without a code while there is no room */
export function refuseWithoutRoom(
  store: Pick<Store, 'chatMessages' | 'users'>,
  ceilingBytes: number,
  readerId: string,
): void {
  if (!isStranger(store, readerId) || roomIn(store, ceilingBytes) !== 'full') return;
  throw new AppError(
    'UNAVAILABLE',
    'Il canale è pieno: per ora risponde soltanto a chi ha un codice del libro. Riprova più tardi.',
    { retryAfter: 3600 },
  );
}
