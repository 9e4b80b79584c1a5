import { AppError } from '#shared/errors.ts';
import type { Store } from '../store/types.ts';
import type { Lease } from '../mirror/lease/lease.ts';

function fencedError(): AppError {
  return new AppError(
    'UNAVAILABLE',
    'Il sito ha perso il contatto con il suo archivio e per ora si può soltanto leggere: riprova tra poco.',
    { retryAfter: 5 },
  );
}

/**
 * The store of a server that another may replace: it accepts nothing without the lease, and acknowledges nothing that became
 * durable only when the lease was over, since the other may have begun without it.
 */
export function fencedStore(store: Store, lease: Lease): Store {
  // The store's members need no `this`: what is not named here is the store's own.
  const own: Pick<Store, 'mutate' | 'replace' | 'state'> = {
    get state() {
      return store.state === 'open' && !lease.valid ? 'read-only' : store.state;
    },
    async mutate(operations) {
      if (!lease.valid) throw fencedError();
      await store.mutate(operations);
      if (!lease.valid) throw fencedError();
    },
    async replace(file, options) {
      if (!lease.valid) throw fencedError();
      await store.replace(file, options);
    },
  };
  return Object.create(store, Object.getOwnPropertyDescriptors(own)) as Store;
}
