import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { put } from '#tests/support/records.ts';
import { openStore } from '../store/store.ts';
import { readOnlyWhile } from './read-only-store.ts';

test('reads and accepts no write for as long as it is told', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'read-only-'));
  const opened = await openStore({ dataDir: folder });
  let isReadOnly = false;
  const store = readOnlyWhile(() => isReadOnly, opened);
  await store.mutate([put.message('prima', 'lettore')]);
  isReadOnly = true;
  expect([store.state, store.chatMessages.size]).toEqual(['read-only', 1]);
  const refusal = { code: 'UNAVAILABLE', message: expect.stringContaining('soltanto leggere') as string };
  await expect(store.mutate([put.message('dopo', 'lettore')])).rejects.toMatchObject(refusal);
  const replacement = { prepare: () => [] };
  await expect(store.replace(join(folder, 'db.json'), replacement)).rejects.toMatchObject(refusal);
  isReadOnly = false;
  await store.mutate([put.message('ancora', 'lettore')]);
  expect([store.state, [...opened.chatMessages.values()].map(({ id }) => id)]).toEqual([
    'open',
    ['prima', 'ancora'],
  ]);
  isReadOnly = true;
  await store.close();
  expect(store.state).toBe('closed');
  await rm(folder, { recursive: true, force: true });
});
