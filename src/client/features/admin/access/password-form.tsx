import { useId, useState } from 'react';
import { shortestPassword } from '#shared/contracts/auth.ts';
import { toApiError } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { Refusal } from '../refusal.tsx';
import { Part } from './part.tsx';

/** Asks for the current password unless the author signed in without it. */
export function PasswordForm({ asksCurrent }: { asksCurrent: boolean }) {
  const utils = trpc.useUtils();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = trpc.auth.changePassword.useMutation({
    onSuccess() {
      setCurrent('');
      setPassword('');
      void utils.auth.sessions.invalidate();
    },
  });
  const isCurrentWrong = toApiError(change.error)?.code === 'WRONG_PASSWORD';
  return (
    <Part
      title="Password"
      hint={`Almeno ${shortestPassword} caratteri, meglio se quattro parole che non stanno insieme. Chi è dentro altrove deve rientrare.`}
    >
      <form
        className="access-password"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ ...(asksCurrent && { current }), password });
        }}
      >
        {/* User name for password managers. */}
        <input type="text" name="username" autoComplete="username" value="autore" readOnly hidden />
        {asksCurrent ? (
          <Secret
            label="Password di adesso"
            autoComplete="current-password"
            value={current}
            isWrong={isCurrentWrong}
            onChange={setCurrent}
          />
        ) : (
          <p className="admin-hint">
            Sei entrato da poco senza la password: quella di prima non ti viene chiesta.
          </p>
        )}
        <Secret
          label="Password nuova"
          autoComplete="new-password"
          value={password}
          isWrong={change.isError && !isCurrentWrong}
          onChange={setPassword}
        />
        <Refusal error={change.error} />
        {change.isSuccess && password === '' && (
          <p role="status">Cambiata: vale da subito, e gli altri accessi sono finiti.</p>
        )}
        <div>
          <Button
            type="submit"
            main
            disabled={change.isPending || password === '' || (asksCurrent && current === '')}
          >
            {change.isPending ? 'Cambio…' : 'Cambia la password'}
          </Button>
        </div>
      </form>
    </Part>
  );
}

interface SecretProps {
  label: string;
  autoComplete: string;
  value: string;
  isWrong: boolean;
  onChange(value: string): void;
}

function Secret({ label, autoComplete, value, isWrong, onChange }: SecretProps) {
  const id = useId();
  return (
    <div className="admin-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="password"
        autoComplete={autoComplete}
        aria-invalid={isWrong}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
