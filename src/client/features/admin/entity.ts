import { useMutation } from '@tanstack/react-query';
import { noticeText } from '#client/api-error.ts';
import { notify } from '#client/ui/notice-store.ts';
import { useSession } from './session.tsx';

/** The toasts of one kind of thing, to the letter of the specification's section 8. */
export interface EntityNotices {
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

/** What the author does with one kind of thing. Every change refreshes the list and says how it went. */
export interface Entity<Row, Fields> {
  list: ListQuery<Row>;
  create: (fields: Fields) => Promise<unknown>;
  /** Sends the edited fields only. */
  update: (id: string, edited: Partial<Fields>) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
}

interface Calls<Row, Fields> {
  list: ListQuery<Row>;
  create(fields: Fields): Promise<unknown>;
  update(input: Partial<Fields> & { id: string }): Promise<unknown>;
  delete(input: { id: string }): Promise<unknown>;
  refresh(): Promise<void>;
}

/** Mutations that own their invalidation, their notices and the end of the session. */
export function useEntity<Row, Fields>(
  calls: Calls<Row, Fields>,
  notices: EntityNotices,
): Entity<Row, Fields> {
  const { withSession } = useSession();
  const done = (title: string) => {
    notify({ title });
    void calls.refresh();
  };
  const failed = (error: unknown, fallback: string) =>
    notify({ title: 'Errore', description: noticeText(error, fallback), tone: 'destructive' });

  const create = useMutation({
    mutationFn: (fields: Fields) => withSession(() => calls.create(fields)),
    onSuccess: () => done(notices.created),
    onError: (error) => failed(error, notices.saveFailed),
  });
  const update = useMutation({
    mutationFn: (input: Partial<Fields> & { id: string }) => withSession(() => calls.update(input)),
    onSuccess: () => done(notices.updated),
    onError: (error) => failed(error, notices.saveFailed),
  });
  const remove = useMutation({
    mutationFn: (id: string) => withSession(() => calls.delete({ id })),
    onSuccess: () => done(notices.deleted),
    onError: (error) => {
      failed(error, notices.deleteFailed);
      // What could not be deleted may be gone already.
      void calls.refresh();
    },
  });

  return {
    list: calls.list,
    create: create.mutateAsync,
    update: (id, edited) => update.mutateAsync({ ...edited, id }),
    remove: remove.mutateAsync,
  };
}
