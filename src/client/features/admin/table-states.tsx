import { errorMessage } from '#client/api-error.ts';
import type { ListQuery } from './entity.ts';
import { isSignedOut } from './session/sign-in-link.ts';
import { useEnsureSession } from './session/use-session.ts';

/** Ruled lines where the rows will be. */
export function TableLoading({ text }: { text: string }) {
  return (
    <div className="admin-loading" role="status">
      <p>{text}</p>
      <div aria-hidden className="admin-ruled" />
    </div>
  );
}

interface TableFailureProps {
  text: string;
  error: unknown;
  list: ListQuery<unknown>;
}

/** What failed, why, and the way on: try again, or sign in again first. */
export function TableFailure({ text, error, list }: TableFailureProps) {
  const ensureSession = useEnsureSession();
  const signedOut = isSignedOut(error);
  return (
    <div className="admin-failure" role="alert">
      <p className="admin-failure-title">{text}</p>
      <p>{errorMessage(error, 'Il server non ha risposto. Controlla che sia acceso e riprova.')}</p>
      <button
        type="button"
        className="admin-button admin-button-main"
        disabled={list.isFetching}
        onClick={() => {
          if (signedOut) void ensureSession().then((signedIn) => signedIn && list.refetch());
          else void list.refetch();
        }}
      >
        {list.isFetching ? 'Nuovo tentativo…' : signedOut ? 'Accedi' : 'Riprova'}
      </button>
    </div>
  );
}
