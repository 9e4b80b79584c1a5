import { AppError } from '#shared/errors.ts';
import type { Store } from '../store/types.ts';

const readOnlyError = () =>
  new AppError('UNAVAILABLE', 'Per ora il sito si può soltanto leggere: riprova più tardi.', {
    retryAfter: 60,
  });

/** The store, which accepts no write while `isReadOnly`. */
export function readOnlyWhile(isReadOnly: () => boolean, store: Store): Store {
  // The store's members need no `this`: what is not named here is the store's own.
  const own: Pick<Store, 'mutate' | 'replace' | 'state'> = {
    get state() {
      return store.state === 'open' && isReadOnly() ? 'read-only' : store.state;
    },
    async mutate(operations) {
      if (isReadOnly()) throw readOnlyError();
      await store.mutate(operations);
    },
    async replace(file, options) {
      if (isReadOnly()) throw readOnlyError();
      await store.replace(file, options);
    },
  };
  return Object.create(store, Object.getOwnPropertyDescriptors(own)) as Store;
}
