import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { showError } from '../error-toast.ts';

/** Restores a deletion. `binId`: for a single record its own id. */
export function useUndoDelete(): (binId: string) => void {
  const utils = trpc.useUtils();
  return (id) =>
    void utils.client.bin.restore
      .mutate({ id })
      .then(() => showToast({ title: 'Rimesso al suo posto' }))
      .catch((error: unknown) =>
        showError(error, 'Non è stato rimesso: il server non ha risposto. È nel cestino.'),
      )
      .finally(() => utils.invalidate());
}
