import type { ReactNode } from 'react';
import { errorMessage } from '#client/api-error.ts';
import { Button } from '../button.tsx';
import type { ListQuery } from './entity.ts';
import { isSignedOut } from '../session/sign-in-link.ts';
import { useEnsureSession } from '../session/use-session.ts';

interface LoadedProps<Data> {
  query: { data: Data | undefined } & Omit<ListQuery<unknown>, 'data'>;
  /** What could not be read, and what is being read; without it nothing is shown meanwhile. */
  failed: string;
  loading?: string;
  children(data: Data): ReactNode;
}

/** The data of a query, or that it is being read, or why it could not be. */
export function Loaded<Data>({ query, failed, loading, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <TableFailure text={failed} error={query.error} list={query} />;
  return loading === undefined ? null : <TableLoading text={loading} />;
}

export function TableLoading({ text }: { text: string }) {
  return (
    <div role="status">
      <p className="pt-3 pb-7 text-(--faded) font-mono text-[0.875rem]">{text}</p>
      <div
        aria-hidden
        className="h-93 border-t-2 border-t-(--ink) [background:repeating-linear-gradient(transparent_0_calc(3.75rem_-_1px),var(--rule)_0_3.75rem)] animate-[admin-wait_1.6s_ease-in-out_infinite_alternate]"
      />
    </div>
  );
}

interface TableFailureProps {
  text: string;
  error: unknown;
  list: Pick<ListQuery<unknown>, 'isFetching' | 'refetch'>;
}

export function TableFailure({ text, error, list }: TableFailureProps) {
  const ensureSession = useEnsureSession();
  const signedOut = isSignedOut(error);
  return (
    <div className="grid justify-items-start gap-3 py-8" role="alert">
      <p className="text-(--rust) text-[1.375rem] font-semibold">{text}</p>
      <p>{errorMessage(error, 'Il server non ha risposto. Controlla che sia acceso e riprova.')}</p>
      <Button
        main
        disabled={list.isFetching}
        onClick={() => {
          if (signedOut) void ensureSession().then((signedIn) => signedIn && list.refetch());
          else void list.refetch();
        }}
      >
        {list.isFetching ? 'Nuovo tentativo…' : signedOut ? 'Accedi' : 'Riprova'}
      </Button>
    </div>
  );
}
