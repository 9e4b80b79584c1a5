import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore } from '#server/storage/store/store.ts';
import type { Operation, Store } from '#server/storage/store/types.ts';

/** The real store with these records, in a folder that goes away with the test. */
export async function temporaryStore(...operations: Operation[]): Promise<Store> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ferro-store-'));
  const store = await openStore({ dataDir });
  onTestFinished(async () => {
    await store.close();
    await rm(dataDir, { recursive: true });
  });
  if (operations.length > 0) await store.mutate(operations);
  return store;
}
