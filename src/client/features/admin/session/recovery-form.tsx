import { useId, useState } from 'react';
import { errorMessage } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';

export function RecoveryForm({ onSignedIn, onBack }: { onSignedIn(): void; onBack(): void }) {
  const id = useId();
  const [code, setCode] = useState('');
  const signIn = trpc.auth.loginWithCode.useMutation({ onSuccess: onSignedIn });
  return (
    <form
      className="admin-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        signIn.mutate({ code });
      }}
    >
      <div className="admin-field">
        <label htmlFor={id}>Codice di recupero</label>
        <input
          id={id}
          className="admin-mono"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={code}
          aria-invalid={signIn.isError}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={({ target }) => setCode(target.value)}
        />
        <p id={`${id}-error`} role="alert" className="admin-error">
          {signIn.isError &&
            errorMessage(
              signIn.error,
              'Impossibile accedere: il server non risponde. Il codice vale ancora.',
            )}
        </p>
        <p id={`${id}-hint`} className="admin-hint">
          Uno dei dieci che hai stampato da «Accesso»: vale una volta. Una volta dentro puoi scegliere una
          password nuova. Senza codici: nella macchina del sito scrivi <code>libro password</code>.
        </p>
      </div>
      <div className="admin-form-end">
        <Button onClick={onBack}>Indietro</Button>
        <Button type="submit" main disabled={signIn.isPending || code.trim() === ''}>
          {signIn.isPending ? 'Verifica…' : 'Entra'}
        </Button>
      </div>
    </form>
  );
}
