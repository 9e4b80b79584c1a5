import { onTestFinished } from 'vitest';
import { openStore } from '#server/storage/store/store.ts';
import type { Operation, Store } from '#server/storage/store/types.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The real store with these records, in a folder that goes away with the test. */
export async function temporaryStore(...operations: Operation[]): Promise<Store> {
  const store = await openStore({ dataDir: await temporaryFolder() });
  onTestFinished(() => store.close());
  if (operations.length > 0) await store.mutate(operations);
  return store;
}
