import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { login } from '#shared/contracts/auth.ts';
import { errorMessage } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { hasPasskeys, passkeyFailure, usePasskeySignIn } from './passkey.ts';
import { RecoveryForm } from './recovery-form.tsx';
import '../access/access.css';

const resolver = zodResolver(login);

export function SignInForm({ onSignedIn, onCancel }: { onSignedIn(): void; onCancel?(): void }) {
  const [isLost, setIsLost] = useState(false);
  if (isLost) return <RecoveryForm onSignedIn={onSignedIn} onBack={() => setIsLost(false)} />;
  return <PasswordEntry onSignedIn={onSignedIn} onCancel={onCancel} onLost={() => setIsLost(true)} />;
}

interface PasswordEntryProps {
  onSignedIn(): void;
  onCancel: (() => void) | undefined;
  onLost(): void;
}

function PasswordEntry({ onSignedIn, onCancel, onLost }: PasswordEntryProps) {
  const errorId = useId();
  const form = useForm({ resolver, defaultValues: { password: '' } });
  const password = useWatch({ control: form.control, name: 'password' });
  const signIn = trpc.auth.login.useMutation({
    onSuccess: onSignedIn,
    onError: () => form.setFocus('password', { shouldSelect: true }),
  });
  const withPasskey = usePasskeySignIn(onSignedIn);
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
        // React bubbles the event through the portal to an outer form.
        event.stopPropagation();
        withPasskey.reset();
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
      <div className="access-others">
        {hasPasskeys() && (
          <Button
            disabled={withPasskey.isPending}
            onClick={() => {
              signIn.reset();
              withPasskey.mutate();
            }}
          >
            {withPasskey.isPending ? 'Aspetto la passkey…' : 'Entra con una passkey'}
          </Button>
        )}
        <button type="button" className="admin-link" onClick={onLost}>
          Ho perso l’accesso
        </button>
        <p role="alert" className="admin-error">
          {withPasskey.isError && passkeyFailure(withPasskey.error)}
        </p>
      </div>
    </form>
  );
}
