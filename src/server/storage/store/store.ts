import path from 'node:path';
import { Low } from 'lowdb';
import { codeKey } from '#shared/contracts/codes.ts';
import { AppError } from '#shared/errors.ts';
import { JournalAdapter } from './adapter.ts';
import { checkedDatabase } from './check.ts';
import { CollectionSet } from './collections.ts';
import { type Disk, realDisk } from './disk.ts';
import type { OnStoreEvent, StoreEvent } from './events.ts';
import { FoldSchedule } from './fold-schedule.ts';
import { snapshotName } from './load.ts';
import { acquireLock } from './lock.ts';
import { type Migration, migrations as ownMigrations } from './migrations.ts';
import { StoreError } from './store-error.ts';
import type { Table } from './table.ts';
import type { Collection, Store } from './types.ts';

export interface StoreOptions {
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
    const reason = error instanceof Error ? error.message : String(error);
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

async function openLocked(
  { dataDir, disk, migrations, onEvent }: Required<StoreOptions>,
  unlock: () => Promise<void>,
): Promise<Store> {
  const adapter = new JournalAdapter({
    directory: dataDir,
    disk,
    migrations,
    onEvent,
    onNewArrays: (database) => {
      low.data = database;
    },
    onMutation: () => schedule.mutated(),
  });
  const low = new Low(adapter, new CollectionSet().database());
  await low.read();
  const schedule = new FoldSchedule({
    get unfolded() {
      return adapter.unfolded;
    },
    get journalBytes() {
      return adapter.journalBytes;
    },
    get snapshotBytes() {
      return adapter.snapshotBytes;
    },
    get foldMilliseconds() {
      return adapter.foldMilliseconds;
    },
    fold: () => low.write(),
  });
  if (adapter.unfolded) schedule.mutated();

  // A replacement brings new tables: they are looked up at each call.
  const now = () => adapter.collections;
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
    sections: Object.assign(
      view(() => now().tables.sections),
      {
        byNumber: (sectionNumber: number) =>
          now().tables.sections.at(now().sectionByNumber.slotOf(sectionNumber)),
      },
    ),
    unlockCodes: Object.assign(
      view(() => now().tables.unlockCodes),
      { byCode: (code: string) => now().tables.unlockCodes.at(now().unlockCodeByKey.slotOf(codeKey(code))) },
    ),
    musicCodes: Object.assign(
      view(() => now().tables.musicCodes),
      { byCode: (code: string) => now().tables.musicCodes.at(now().musicCodeByKey.slotOf(codeKey(code))) },
    ),
    galleryImages: view(() => now().tables.galleryImages),
    users: view(() => now().tables.users),
    chatMessages: Object.assign(
      view(() => now().tables.chatMessages),
      {
        byReader: (readerId: string) => {
          const { messagesByReader, tables } = now();
          return messagesByReader
            .slotsOf(readerId)
            .map((slot) => tables.chatMessages.at(slot))
            .filter((message) => message !== undefined);
        },
        *newestByReader(readerId: string) {
          const { messagesByReader, tables } = now();
          const slots = messagesByReader.slotsOf(readerId);
          for (let index = slots.length - 1; index >= 0; index -= 1) {
            const message = tables.chatMessages.at(slots[index]);
            if (message) yield message;
          }
        },
      },
    ),
    settings: view(() => now().tables.settings),
    mirrorTasks: view(() => now().tables.mirrorTasks),
    memoryCards: Object.assign(
      view(() => now().tables.memoryCards),
      {
        bySection: (sectionId: string | null) => {
          const { cardsBySection, tables } = now();
          return cardsBySection
            .slotsOf(sectionId)
            .map((slot) => tables.memoryCards.at(slot))
            .filter((card) => card !== undefined)
            .sort((a, b) => a.position - b.position);
        },
      },
    ),
    get state() {
      return adapter.state;
    },
    get position() {
      return adapter.position;
    },
    follow: (listener) => adapter.follow(listener),
    mutate: (operations) => adapter.mutate(operations),
    fold: () => low.write(),
    snapshot: (read) => adapter.snapshot(read),
    replace: (file, { keptName, settings }) =>
      adapter.replace(keptName, async (old) => {
        const checked = await checkedDatabase(file, { disk, migrations });
        if ('problems' in checked) throw new AppError('IMPOSSIBLE', checked.problems[0]);
        const { tables } = checked.collections;
        const kept = settings([...old.tables.settings.values()], [...tables.settings.values()]);
        for (const { id } of [...tables.settings.values()]) tables.settings.delete(id);
        for (const setting of kept) tables.settings.put(setting);
        return checked.collections;
      }),
    close: () => (closing ??= close()),
  };
}

/** A table as its readers see it: nothing on it changes anything. */
function view<T extends { id: string }>(table: () => Table<T>): Collection<T> {
  return {
    get size() {
      return table().size;
    },
    get: (id) => table().get(id),
    values: () => table().values(),
  };
}
