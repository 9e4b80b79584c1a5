import { expect, test, vi } from 'vitest';
import type { Lease } from '../mirror/lease/lease.ts';
import type { Store } from '../store/types.ts';
import { fencedStore } from './fence.ts';

function setUp() {
  const lease = { valid: true };
  const calls: string[] = [];
  const store = {
    state: 'open' as Store['state'],
    users: { size: 3 },
    fold: vi.fn(() => Promise.resolve()),
    mutate: vi.fn((operations: unknown[]) => Promise.resolve(void calls.push(`mutate ${operations.length}`))),
    replace: vi.fn((file: string) => Promise.resolve(void calls.push(`replace ${file}`))),
  };
  const fenced = fencedStore(store as unknown as Store, lease as unknown as Lease);
  return { lease, store, fenced, calls };
}

const replacing = { keptName: 'db.json.kept', settings: () => [] };

test('with the lease it is the store', async () => {
  const { store, fenced, calls } = setUp();
  await fenced.mutate([]);
  await fenced.replace('backup.json', replacing);
  await fenced.fold();
  expect(calls).toEqual(['mutate 0', 'replace backup.json']);
  expect(store.fold).toHaveBeenCalledTimes(1);
  expect([fenced.state, fenced.users.size]).toEqual(['open', 3]);
});

test('without the lease nothing is accepted, and reading goes on', async () => {
  const { lease, fenced, calls } = setUp();
  lease.valid = false;
  await expect(fenced.mutate([])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(fenced.replace('backup.json', replacing)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(calls).toEqual([]);
  expect([fenced.state, fenced.users.size]).toEqual(['read-only', 3]);
});

test('what became durable when the lease was over is not acknowledged: the other may have begun without it', async () => {
  const { lease, store, fenced } = setUp();
  store.mutate.mockImplementationOnce(() => Promise.resolve(void (lease.valid = false)));
  await expect(fenced.mutate([])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('the lease does not open a store that is closed or broken', () => {
  const { store, fenced } = setUp();
  store.state = 'closed';
  expect(fenced.state).toBe('closed');
  store.state = 'read-only';
  expect(fenced.state).toBe('read-only');
});
