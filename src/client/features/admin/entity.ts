import { showToast } from '#client/ui/toast-store.ts';
import { showError } from './error-toast.ts';

/** The toasts of one kind of thing, to the letter of the specification's section 8. */
export interface EntityToasts {
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
interface Mutation<Input> {
  mutateAsync(input: Input): Promise<unknown>;
}

/** What the author does with one kind of thing; `update` takes the edited fields only. */
export interface Entity<Row, Fields> {
  list: ListQuery<Row>;
  create: Mutation<Fields>;
  update: Mutation<Partial<Fields> & { id: string }>;
  remove: Mutation<{ id: string }>;
}

/** Options for the three mutations of an entity: each tells how it went and has its lists read again. */
export function changeOutcomes(toasts: EntityToasts, refresh: () => Promise<unknown>) {
  const succeed = (title: string) => () => {
    showToast({ title });
    void refresh();
  };
  const fail = (fallback: string) => (error: unknown) => showError(error, fallback);
  return {
    create: { onSuccess: succeed(toasts.created), onError: fail(toasts.saveFailed) },
    update: { onSuccess: succeed(toasts.updated), onError: fail(toasts.saveFailed) },
    remove: {
      onSuccess: succeed(toasts.deleted),
      onError(error: unknown) {
        fail(toasts.deleteFailed)(error);
        // What could not be deleted may be gone already.
        void refresh();
      },
    },
  };
}
