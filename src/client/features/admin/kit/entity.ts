import { toApiError } from '#client/api-error.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { showError } from '../error-toast.ts';
import { useUndoDelete } from '../saving/use-undo-delete.ts';

export interface EntityToasts {
  created: string;
  updated: string;
  deleted: string;
  saveFailed: string;
  deleteFailed: string;
}

export interface ListQuery<Row> {
  data: Row[] | undefined;
  error: unknown;
  isFetching: boolean;
  refetch(): unknown;
}

interface Mutation<Input, Output = unknown> {
  mutateAsync(input: Input): Promise<Output>;
}

/** `update` takes the edited fields and the version that was read. */
export interface Entity<Row, Fields> {
  list: Omit<ListQuery<Row>, 'refetch'> & {
    refetch(): Promise<{ data: Row[] | undefined; error: unknown }>;
  };
  create: Mutation<Fields & { id?: string }, Row>;
  update: Mutation<Partial<Fields> & { id: string; updatedAt?: string }>;
  remove: Mutation<{ id: string }>;
  /** Shows the success toast for a save whose response was lost. */
  announce(change: 'create' | 'update'): void;
}

/**
 * Options of an entity's three mutations: toasts and refetching. The sheet itself shows conflicts.
 *
 * @param undo restores a deleted entry by its id
 */
export function changeOutcomes(
  toasts: EntityToasts,
  refresh: () => Promise<unknown>,
  undo: (id: string) => void,
) {
  const succeed = (title: string) => () => {
    showToast({ title });
    void refresh();
  };
  const fail = (fallback: string) => (error: unknown) => {
    if (toApiError(error)?.code !== 'CHANGED') showError(error, fallback);
  };
  // Fails at once when offline, instead of pausing invisibly: the sheet retries and says so.
  const networkMode = 'always' as const;
  const [create, update] = [succeed(toasts.created), succeed(toasts.updated)];
  return {
    create: { networkMode, onSuccess: create, onError: fail(toasts.saveFailed) },
    update: { networkMode, onSuccess: update, onError: fail(toasts.saveFailed) },
    remove: {
      networkMode,
      onSuccess(_: unknown, { id }: { id: string }) {
        showToast({ title: toasts.deleted, action: { label: 'Annulla', run: () => undo(id) } });
        void refresh();
      },
      onError(error: unknown) {
        fail(toasts.deleteFailed)(error);
        void refresh();
      },
    },
    announce: (change: 'create' | 'update') => (change === 'create' ? create() : update()),
  };
}

type Outcomes = ReturnType<typeof changeOutcomes>;

interface EntityProcedures<Row, Fields> {
  list: { useQuery(input: undefined, options: { networkMode: 'always' }): Entity<Row, Fields>['list'] };
  create: { useMutation(outcome: Outcomes['create']): Entity<Row, Fields>['create'] };
  update: { useMutation(outcome: Outcomes['update']): Entity<Row, Fields>['update'] };
  delete: { useMutation(outcome: Outcomes['remove']): Entity<Row, Fields>['remove'] };
}

/** Lists and changes one entity; `refresh` refetches everything that a change affects. */
export function useEntity<Row, Fields>(
  procedures: EntityProcedures<Row, Fields>,
  toasts: EntityToasts,
  refresh: () => Promise<unknown>,
): Entity<Row, Fields> {
  const { create, update, remove, announce } = changeOutcomes(toasts, refresh, useUndoDelete());
  return {
    list: procedures.list.useQuery(undefined, { networkMode: 'always' }),
    create: procedures.create.useMutation(create),
    update: procedures.update.useMutation(update),
    remove: procedures.delete.useMutation(remove),
    announce,
  };
}
