import { useState } from 'react';
import { errorMessage } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { SmallForm, useSmallForm } from '../kit/small-form.tsx';
import { Refusal } from '../refusal.tsx';
import { hasPasskeys, passkeyFailure, usePasskeySignIn } from './passkey.ts';
import { RecoveryForm } from './recovery-form.tsx';

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
  const form = useSmallForm({ password: '' });
  const signIn = trpc.auth.login.useMutation({ onSuccess: onSignedIn, onError: () => form.select() });
  const withPasskey = usePasskeySignIn(onSignedIn);
  const refusal = signIn.error
    ? errorMessage(signIn.error, 'Impossibile accedere: il server non risponde.')
    : undefined;

  return (
    <>
      <SmallForm
        form={form}
        errors={{ password: refusal }}
        fields={[
          {
            kind: 'text',
            path: 'password',
            label: 'Password',
            secret: true,
            autoComplete: 'current-password',
            autoFocus: true,
          },
        ]}
        action={signIn.isPending ? 'Verifica…' : 'Accedi'}
        isPending={signIn.isPending}
        onSend={(values) => {
          withPasskey.reset();
          signIn.mutate(values);
        }}
        leave={onCancel && <Button onClick={onCancel}>Annulla</Button>}
      >
        <Refusal text={withPasskey.isError ? passkeyFailure(withPasskey.error) : undefined} />
      </SmallForm>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 mt-4 py-3 border-t border-t-(--rule)">
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
      </div>
    </>
  );
}
