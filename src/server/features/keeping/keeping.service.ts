import { ageOf } from '#shared/age-of.ts';
import type {
  foundReader,
  Keeping,
  KeepingNotice,
  readerIdentifier,
  SaveKeeping,
} from '#shared/contracts/keeping.ts';
import { AppError } from '#shared/errors.ts';
import { putSetting } from '#server/storage/records/settings.ts';
import type { PassedTime } from '#server/storage/records/passed-time.ts';
import type { Store } from '#server/storage/store/types.ts';
import type { z } from 'zod';
import { removeOldCopies } from './old-copies.ts';
import {
  keepingId,
  keepingPolicy,
  type KeepingEnvironment,
  roomIn,
  storedPolicy,
  usedBytes,
} from './policy.ts';
import { lastSeen, sweep, type Swept, type SweepOptions } from './sweep.ts';

export type KeepingService = ReturnType<typeof createKeeping>;

interface KeepingOptions {
  store: Pick<Store, 'settings' | 'mutate'> & SweepOptions['store'];
  environment: KeepingEnvironment;
  ceilingBytes: number;
  /** How many days the bucket keeps copies, if there is one. */
  bucketDays?: number;
  dataDir: string;
  /** Erases a reader: conversation and record, with what is being written. */
  eraseReader(readerId: string): Promise<void>;
  /** Takes away the uploads that were never saved; a moment in milliseconds since the epoch. */
  sweepFiles?: (now: number) => Promise<void>;
  onError(error: unknown): void;
  passedTime: PassedTime;
  clock?: () => number;
}

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** A start has other things to do. */
const firstMs = 60_000;
/** How long replaced and migrated databases stay beside the database. */
const copiesDays = 30;

/** How long conversations are kept, how much of them, and how a reader is erased. */
export function createKeeping(options: KeepingOptions) {
  const {
    store,
    environment,
    ceilingBytes,
    dataDir,
    eraseReader,
    onError,
    passedTime,
    clock = Date.now,
  } = options;
  let lastSweep: ({ at: string } & Swept) | undefined;
  let running: Promise<void> | undefined;
  const policy = () => keepingPolicy(store, environment);
  const room = () => roomIn(store, ceilingBytes);

  async function runSweep(): Promise<void> {
    try {
      const now = passedTime.now();
      const result = await sweep({ store, policy: policy(), ceilingBytes, now });
      await options.sweepFiles?.(now);
      await removeOldCopies(dataDir, now - copiesDays * dayMs);
      lastSweep = { at: new Date(clock()).toISOString(), ...result };
    } catch (error) {
      onError(error);
    }
  }
  const sweepNow = () => (running ??= runSweep().finally(() => (running = undefined)));
  /** Once a day; while there is no room, every hour: it is there when the first stranger has been silent for a day. */
  const sweepIfDue = async () => {
    void passedTime.note().catch(onError);
    const isDue = !lastSweep || ageOf(lastSweep.at, clock()) >= dayMs - hourMs / 2;
    if (isDue || room() === 'full') void sweepNow();
  };
  // The database may not be readable at that moment.
  const turn = () => void sweepIfDue().catch(onError);
  const first = setTimeout(turn, firstMs).unref();
  const hourly = setInterval(turn, hourMs).unref();

  function get(): Keeping {
    return {
      ...policy(),
      fixed: Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [name])),
      room: room(),
      usedBytes: Math.round(usedBytes(store)),
      ceilingBytes,
      storedMessages: store.chatMessages.size,
      readers: store.users.size,
      ...(lastSweep && { lastSweep }),
    };
  }

  return {
    room,
    get,
    async save(input: SaveKeeping): Promise<Keeping> {
      const before = storedPolicy.parse(store.settings.get(keepingId)?.value ?? {});
      const values = Object.entries({ ...before, ...input }).filter(([, value]) => value != null);
      await store.mutate([putSetting(keepingId, Object.fromEntries(values))]);
      return get();
    },
    notice(): KeepingNotice {
      const { messages: _, ...told } = policy();
      return { ...told, copiesDays: Math.max(copiesDays, options.bucketDays ?? 0) };
    },
    identifier(readerId: string | undefined): z.infer<typeof readerIdentifier> {
      if (readerId === undefined || lastSeen(store, readerId) === 0) return {};
      return { identifier: identifierOf(readerId) };
    },
    /** @throws AppError NOT_FOUND, IMPOSSIBLE when two readers have it */
    find(identifier: string): z.infer<typeof foundReader> {
      const id = readerWith(store, identifier);
      const lastSeenAt = lastSeen(store, id);
      return {
        messages: store.chatMessages.countByReader(id),
        maxSection: store.users.get(id)?.maxSection ?? 0,
        lastSeen: new Date(lastSeenAt).toISOString(),
      };
    },
    /** Erases a reader on their request. @throws AppError like `find` */
    eraseNamed: async (identifier: string) => eraseReader(readerWith(store, identifier)),
    /** Deletes what is over; what fails is told to `onError` and tried again in an hour. */
    sweepNow,
    /** Ends the daily sweeps; resolves when one that runs is over. */
    async close(): Promise<void> {
      clearTimeout(first);
      clearInterval(hourly);
      await running;
    },
  };
}

/** Half of a UUID's digits name one of many readers, and are nothing that anybody could come in with. */
const identifierLength = 12;

const digitsOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** `4F1E-4C8E-9B1A`: what a reader reads out to the author. */
function identifierOf(readerId: string): string {
  const digits = digitsOf(readerId).slice(0, identifierLength).toUpperCase();
  return digits.replace(/(.{4})(?=.)/gu, '$1-');
}

function readerWith({ users, chatMessages }: KeepingOptions['store'], identifier: string): string {
  const digits = digitsOf(identifier);
  const readerIds = new Set<string>();
  const look = (id: string) => {
    if (digitsOf(identifierOf(id)) === digits) readerIds.add(id);
  };
  for (const { id } of users.values()) look(id);
  for (const id of chatMessages.readerIds()) look(id);
  const [id] = readerIds;
  if (id === undefined || digits === '') {
    throw new AppError('NOT_FOUND', 'Nessun lettore ha questo codice: forse è già stato cancellato.');
  }
  if (readerIds.size > 1)
    throw new AppError('IMPOSSIBLE', 'Due lettori hanno questo codice: non so quale dei due.');
  return id;
}
