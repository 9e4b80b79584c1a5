import { JournalAdapter } from '#server/storage/store/adapter.ts';
import { collectionNames } from '#server/storage/store/collections.ts';
import type { StoreEvent } from '#server/storage/store/events.ts';
import type { Migration } from '#server/storage/store/migrations.ts';
import type { Operation } from '#server/storage/store/types.ts';
import type { MemoryDisk } from './memory-disk.ts';

/** The whole content as plain lists, in order. */
export type Content = Record<string, unknown[]>;

/** What the store must hold, by the simplest means: a Map keeps writing order just as the store promises. */
export class StoreModel {
  readonly #tables = new Map<string, Map<string, unknown>>(collectionNames.map((name) => [name, new Map()]));

  apply(operations: readonly Operation[]): this {
    for (const operation of operations) {
      const table = this.#tables.get(operation.collection);
      if (operation.type === 'put') table?.set(operation.record.id, operation.record);
      else table?.delete(operation.id);
    }
    return this;
  }

  content(): Content {
    return Object.fromEntries([...this.#tables].map(([name, table]) => [name, [...table.values()]]));
  }
}

export function contentAfter(mutations: readonly (readonly Operation[])[]): Content {
  const model = new StoreModel();
  for (const operations of mutations) model.apply(operations);
  return model.content();
}

export function contentOf(adapter: JournalAdapter): Content {
  return Object.fromEntries(
    collectionNames.map((name) => [name, [...adapter.collections.tables[name].values()]]),
  );
}

/**
 * An adapter over a disk in memory, with nothing around it that folds by itself.
 *
 * @param migrations the program's own, for files that the program wrote
 */
export async function openAdapter(
  disk: MemoryDisk,
  events: StoreEvent[] = [],
  migrations: readonly Migration[] = [],
): Promise<JournalAdapter> {
  const adapter = new JournalAdapter({
    directory: '/data',
    disk,
    migrations,
    onEvent: (event) => events.push(event),
    onMutation: () => undefined,
  });
  await adapter.low.read();
  return adapter;
}
