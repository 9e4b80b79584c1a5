import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { login } from '#shared/contracts/auth.ts';
import { errorMessage } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';

const resolver = zodResolver(login);

/** The password, on the panel's first page and above an open dialog when the session ended meanwhile. */
export function SignInForm({ onSignedIn, onCancel }: { onSignedIn(): void; onCancel?(): void }) {
  const errorId = useId();
  const form = useForm({ resolver, defaultValues: { password: '' } });
  const password = useWatch({ control: form.control, name: 'password' });
  const signIn = trpc.auth.login.useMutation({
    onSuccess: onSignedIn,
    onError: () => form.setFocus('password', { shouldSelect: true }),
  });
  const refusal =
    form.formState.errors.password?.message ??
    (signIn.isError
      ? errorMessage(signIn.error, 'Impossibile accedere: il server non risponde.')
      : undefined);

  return (
    <form
      className="admin-form"
      noValidate
      onSubmit={(event) => {
        // A form inside a dialog opened by another form: React bubbles the event through the portal.
        event.stopPropagation();
        void form.handleSubmit((values) => signIn.mutate(values))(event);
      }}
    >
      <div className="admin-field">
        <label htmlFor={`${errorId}-password`}>Password</label>
        <input
          id={`${errorId}-password`}
          type="password"
          autoComplete="current-password"
          autoFocus
          aria-invalid={refusal !== undefined}
          aria-describedby={errorId}
          {...form.register('password')}
        />
        <p id={errorId} role="alert" className="admin-error">
          {refusal}
        </p>
      </div>
      <div className="admin-form-end">
        {onCancel && <Button onClick={onCancel}>Annulla</Button>}
        <Button type="submit" main disabled={signIn.isPending || password === ''}>
          {signIn.isPending ? 'Verifica…' : 'Accedi'}
        </Button>
      </div>
    </form>
  );
}
