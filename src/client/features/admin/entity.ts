import { toApiError } from '#client/api-error.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { showError } from './error-toast.ts';
import { useUndoDelete } from './saving/use-undo-delete.ts';

/** The toasts of one kind of thing, to the letter of the specification's section 8. */
interface EntityToasts {
  created: string;
  updated: string;
  deleted: string;
  saveFailed: string;
  deleteFailed: string;
}

/** The part of a list query that a table shows. */
export interface ListQuery<Row> {
  data: Row[] | undefined;
  error: unknown;
  isFetching: boolean;
  refetch(): unknown;
}

/** The part of a mutation that a table or a dialog calls. */
interface Mutation<Input, Output = unknown> {
  mutateAsync(input: Input): Promise<Output>;
}

/** What the author does with one kind of thing; `update` takes the edited fields only, and the version that was read. */
export interface Entity<Row, Fields> {
  list: Omit<ListQuery<Row>, 'refetch'> & {
    refetch(): Promise<{ data: Row[] | undefined; error: unknown }>;
  };
  create: Mutation<Fields & { id?: string }, Row>;
  update: Mutation<Partial<Fields> & { id: string; updatedAt?: string }>;
  remove: Mutation<{ id: string }>;
  /** Tells that something is saved, which no answer had told. */
  announce(change: 'create' | 'update'): void;
}

/**
 * Options for the three mutations of an entity: each tells how it went and has its lists read again. What was changed elsewhere
 * the sheet itself shows.
 *
 * @param undo puts back what was deleted, by its id
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
  // Without a line a call fails at once instead of waiting where nobody sees it: the sheet waits, and says so.
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
        // What could not be deleted may be gone already.
        void refresh();
      },
    },
    announce: (change: 'create' | 'update') => (change === 'create' ? create() : update()),
  };
}

type Outcomes = ReturnType<typeof changeOutcomes>;

/** The procedures of one kind of thing, as tRPC's hooks call them. */
interface EntityProcedures<Row, Fields> {
  list: { useQuery(input: undefined, options: { networkMode: 'always' }): Entity<Row, Fields>['list'] };
  create: { useMutation(outcome: Outcomes['create']): Entity<Row, Fields>['create'] };
  update: { useMutation(outcome: Outcomes['update']): Entity<Row, Fields>['update'] };
  delete: { useMutation(outcome: Outcomes['remove']): Entity<Row, Fields>['remove'] };
}

/** Lists one kind of thing and changes it; `refresh` has read again whatever a change of it changes. */
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
