import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '#client/ui/toast-store.ts';
import { showError } from '../error-toast.ts';
import { moveId } from './order.ts';

interface OrderedList {
  /** Of the list, for the queue of its moves. */
  key: string;
  failed: string;
  /** The ids as they are shown now. */
  ids(): string[];
  /** Shows the rows in another order before the server has answered. */
  show(ids: string[]): void;
  send(order: { ids: string[]; from: string[] }): Promise<unknown>;
  refresh(): Promise<unknown>;
}

/** Optimistic moves, one request each; the list is read again after the last, or when the server refuses. */
export function useOrder({ key, failed, ids, show, send, refresh }: OrderedList) {
  const queryClient = useQueryClient();
  const mutationKey = ['order', key];
  const mutation = useMutation({
    mutationKey,
    // Serialised: each move starts from the previous result.
    scope: { id: `order ${key}` },
    networkMode: 'always',
    mutationFn: send,
    onError: (error) => showError(error, failed),
    // Only after the last of several moves: an intermediate refetch would revert pending ones.
    onSettled: () => (queryClient.isMutating({ mutationKey }) === 1 ? refresh() : undefined),
  });
  const arrange = (next: string[]) => {
    const from = ids();
    show(next);
    return mutation.mutateAsync({ ids: next, from });
  };
  return {
    /** Moves by one place. @returns the new place from 1; undefined at the end of the list */
    step(id: string, by: -1 | 1): number | undefined {
      // From the cache, not from render: two presses may come before the next render.
      const order = ids();
      const to = order.indexOf(id) + by;
      if (to < 0 || to >= order.length) return undefined;
      arrange(moveId(order, id, to)).catch(() => undefined);
      return to + 1;
    },
    /** Moves to a place from 0; the toast offers undo. */
    drop(id: string, to: number): void {
      const before = ids();
      arrange(moveId(before, id, to)).then(
        () =>
          showToast({
            title: 'Ordine salvato',
            action: { label: 'Annulla', run: () => void arrange(before).catch(() => undefined) },
          }),
        () => undefined,
      );
    },
  };
}

export type Order = ReturnType<typeof useOrder>;
