import { agedBin } from '#server/storage/records/bin.ts';
import { deletion } from '#server/storage/records/deletion.ts';
import { forgetErasures } from '#server/storage/records/erased.ts';
import type { Operation, Store } from '#server/storage/store/types.ts';
import { isStranger, type KeepingPolicy, usedBytes } from './policy.ts';

type SweptStore = Pick<
  Store,
  'users' | 'chatMessages' | 'sections' | 'binEntries' | 'sectionVersions' | 'erasures' | 'mutate'
>;

export interface SweepOptions {
  store: SweptStore;
  policy: Pick<KeepingPolicy, 'months' | 'strangerDays' | 'messages'>;
  ceilingBytes: number;
  /** Milliseconds since the epoch. */
  now: number;
  /** Only counts what would go. */
  dryRun?: boolean;
}

export interface Swept {
  /** Readers of whom nothing is left. */
  readers: number;
  messages: number;
}

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const monthMs = 30.5 * dayMs;
/** Above the ceiling strangers who have been silent for so long go, the longest silent first, until this share is taken. */
const strangersStayMs = dayMs;
const enoughShare = 0.9;
/** Deletions in one step, and how long the event loop is held up at most. */
const stepOperations = 100;
const sliceMs = 4;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Deletes the conversations, and the readers, whose time is over, what a reader has beyond the most that is kept, and above
 * the ceiling those of strangers; what has lain in the bin for its time too. In small steps, each durable by itself: what a crash leaves goes the next time.
 *
 * @throws AppError UNAVAILABLE when the database takes no writes
 */
export async function sweep(options: SweepOptions): Promise<Swept> {
  const { store, policy, ceilingBytes, now, dryRun = false } = options;
  const sums: Swept = { readers: 0, messages: 0 };
  let sliceBegan = performance.now();
  const yieldAfterSlice = async () => {
    if (performance.now() - sliceBegan < sliceMs) return;
    await nextTurn();
    sliceBegan = performance.now();
  };
  const apply = async (operations: Operation[]) => {
    if (!dryRun && operations.length > 0) await store.mutate(operations);
    sliceBegan = performance.now();
  };

  /** @returns whether the reader was still as `isDue` found them */
  async function remove(readerId: string, isDue: () => boolean): Promise<boolean> {
    if (dryRun) {
      sums.messages += store.chatMessages.countByReader(readerId);
      sums.readers += 1;
      return true;
    }
    // What is looked at and what is deleted are of one tick: who writes meanwhile stays.
    while (isDue()) {
      const newest = takeFirst(store.chatMessages.newestByReader(readerId), stepOperations);
      const isLast = newest.length < stepOperations;
      sums.messages += newest.length;
      await apply([
        ...newest.map(({ id }) => deletion('chatMessages', id)),
        ...(isLast ? [deletion('users', readerId)] : []),
      ]);
      if (!isLast) continue;
      sums.readers += 1;
      return true;
    }
    return false;
  }

  async function trim(readerId: string): Promise<void> {
    for (;;) {
      const tooMany = store.chatMessages.countByReader(readerId) - policy.messages;
      if (tooMany <= 0) return;
      if (dryRun) return void (sums.messages += tooMany);
      const oldest = takeFirst(
        store.chatMessages.oldestByReader(readerId),
        Math.min(tooMany, stepOperations),
      );
      sums.messages += oldest.length;
      await apply(oldest.map(({ id }) => deletion('chatMessages', id)));
    }
  }

  /** By the hour they were last seen: to sort them all would hold up the event loop. */
  const strangers = new Map<number, string[]>();
  for (const readerId of everyReader(store)) {
    await yieldAfterSlice();
    const isDue = () => lastSeen(store, readerId) < now - retentionMs(store, readerId, policy);
    if (isDue()) await remove(readerId, isDue);
    else {
      await trim(readerId);
      if (isStranger(store, readerId)) {
        const hour = Math.floor(lastSeen(store, readerId) / hourMs);
        const others = strangers.get(hour);
        if (others) others.push(readerId);
        else strangers.set(hour, [readerId]);
      }
    }
  }
  if (!dryRun) await apply([...forgetErasures(store, now), ...agedBin(store, now)]);
  let bytesLeft = usedBytes(store);
  const isFull = bytesLeft >= ceilingBytes;
  const oldestFirst = [...strangers.keys()].sort((a, b) => a - b);
  for (const readerId of oldestFirst.flatMap((hour) => strangers.get(hour) ?? [])) {
    if (!isFull || bytesLeft < enoughShare * ceilingBytes) break;
    await yieldAfterSlice();
    const isDue = () => lastSeen(store, readerId) < now - strangersStayMs && isStranger(store, readerId);
    if (!isDue()) continue;
    const bytes = store.chatMessages.countByReader(readerId) * averageBytes(store);
    await remove(readerId, isDue);
    bytesLeft = dryRun ? bytesLeft - bytes : usedBytes(store);
  }
  return sums;
}

/** Those who only redeemed a code, and, in an old or altered database, those who only have messages. */
function* everyReader({ users, chatMessages }: SweptStore): Iterable<string> {
  for (const { id } of users.values()) yield id;
  for (const id of chatMessages.readerIds()) if (!users.get(id)) yield id;
}

/** When the reader last wrote, was answered, or redeemed a code; 0 for one who is not there. */
export function lastSeen(
  { users, chatMessages }: Pick<Store, 'users' | 'chatMessages'>,
  readerId: string,
): number {
  const user = users.get(readerId);
  const [newest] = chatMessages.newestByReader(readerId);
  return Math.max(user ? Date.parse(user.updatedAt) : 0, newest ? Date.parse(newest.timestamp) : 0);
}

function retentionMs(
  store: SweptStore,
  readerId: string,
  { months, strangerDays }: SweepOptions['policy'],
): number {
  return isStranger(store, readerId) ? strangerDays * dayMs : months * monthMs;
}

const averageBytes = ({ chatMessages }: SweptStore) => chatMessages.bytes / Math.max(1, chatMessages.size);

function takeFirst<T>(source: Iterable<T>, most: number): T[] {
  const slice: T[] = [];
  for (const each of source) {
    if (slice.length === most) break;
    slice.push(each);
  }
  return slice;
}
