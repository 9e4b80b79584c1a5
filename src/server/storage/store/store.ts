import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import { JournalAdapter } from './adapter.ts';
import { checkedDatabase } from './check.ts';
import { collectionViews } from './collection-views.ts';
import { type Disk, errorCode, realDisk } from './disk.ts';
import type { OnStoreEvent, StoreEvent } from './events.ts';
import { FoldSchedule } from './fold-schedule.ts';
import { noRoom } from './journal.ts';
import { snapshotName } from './load.ts';
import { acquireLock } from './lock.ts';
import { type Migration, migrations as ownMigrations } from './migrations.ts';
import { StoreError } from './store-error.ts';
import type { Store } from './types.ts';

interface StoreOptions {
  /** The folder of db.json; made when missing. */
  dataDir: string;
  /** Told of what the store does by itself. */
  onEvent?: OnStoreEvent;
  /** The file system; tests give one that fails. */
  disk?: Disk;
  migrations?: readonly Migration[];
}

export function lockPath(dataDir: string): string {
  return path.join(dataDir, `${snapshotName}.lock`);
}

/**
 * Opens the database, making an empty one where there is none.
 *
 * @throws StoreError with an Italian sentence for the author: another process has it open, it is damaged, it is of a newer
 *   program, or the disk cannot be read
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dataDir, disk = realDisk, migrations = ownMigrations } = options;
  function onEvent(event: StoreEvent): void {
    try {
      options.onEvent?.(event);
    } catch {
      // A log that fails must not leave a batch half refused.
    }
  }
  const file = lockPath(dataDir);
  try {
    await disk.makeDirectory(dataDir);
    const lock = await acquireLock(file, (pid) => onEvent({ type: 'lock-taken-over', file, pid }));
    try {
      return await openLocked({ dataDir, disk, migrations, onEvent }, () => lock.release());
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const reason = reasonOf(error);
    throw new StoreError(
      'unreadable',
      dataDir,
      `Il database nella cartella ${dataDir} non si può aprire: ${reason}`,
      {
        cause: error,
      },
    );
  }
}

function reasonOf(error: unknown): string {
  if (noRoom.has(errorCode(error)))
    return 'sul disco non c’è più spazio. Liberane un po’ e riaccendi: quello che è stato salvato c’è ancora tutto.';
  return error instanceof Error ? error.message : String(error);
}

async function openLocked(
  { dataDir, disk, migrations, onEvent }: Required<StoreOptions>,
  unlock: () => Promise<void>,
): Promise<Store> {
  const adapter = new JournalAdapter({
    directory: dataDir,
    disk,
    migrations,
    onEvent,
    onMutation: () => schedule.mutated(),
  });
  const { low } = adapter;
  await low.read();
  const schedule = new FoldSchedule(adapter);
  if (adapter.unfolded) schedule.mutated();

  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    schedule.stop();
    try {
      await adapter.close();
    } finally {
      await unlock();
    }
  }

  return {
    ...collectionViews(adapter),
    get state() {
      return adapter.state;
    },
    get position() {
      return adapter.position;
    },
    follow: (listener) => adapter.follow(listener),
    mutate: (operations) => adapter.mutate(operations),
    fold: () => low.write(),
    openSnapshot: () => adapter.openSnapshot(),
    async snapshot(read) {
      const lease = await adapter.openSnapshot();
      try {
        return await read(lease);
      } finally {
        await lease.release();
      }
    },
    replace: (file, { prepare }) =>
      adapter.replace(async (old) => {
        const checked = await checkedDatabase(file, { disk, migrations });
        if ('problems' in checked) throw new AppError('IMPOSSIBLE', checked.problems[0]);
        const { collections } = checked;
        collections.apply(prepare(collectionViews({ collections }), collectionViews({ collections: old })));
        return collections;
      }),
    close: () => (closing ??= close()),
  };
}
