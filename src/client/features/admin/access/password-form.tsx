import { shortestPassword } from '#shared/contracts/auth.ts';
import { errorMessage, toApiError } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import type { FieldSpec } from '../kit/field-kinds.ts';
import { SmallForm, useSmallForm } from '../kit/small-form.tsx';
import { noAnswer } from '../refusal.tsx';
import { Part } from './part.tsx';

const secret = (path: string, label: string, autoComplete: string): FieldSpec => ({
  kind: 'text',
  path,
  label,
  secret: true,
  autoComplete,
});

/** Asks for the current password unless the author signed in without it. */
export function PasswordForm({ asksCurrent }: { asksCurrent: boolean }) {
  const utils = trpc.useUtils();
  const form = useSmallForm({ current: '', password: '' });
  const change = trpc.auth.changePassword.useMutation({
    onSuccess() {
      form.reset();
      void utils.auth.sessions.invalidate();
    },
  });
  const isCurrentWrong = toApiError(change.error)?.code === 'WRONG_PASSWORD';
  const refusal = change.error ? errorMessage(change.error, noAnswer) : undefined;
  return (
    <Part
      title="Password"
      hint={`Almeno ${shortestPassword} caratteri, meglio se quattro parole che non stanno insieme. Chi è dentro altrove deve rientrare.`}
    >
      {!asksCurrent && (
        <p className="admin-hint">
          Sei entrato da poco senza la password: quella di prima non ti viene chiesta.
        </p>
      )}
      <div className="max-w-104">
        <SmallForm
          form={form}
          errors={{ [isCurrentWrong ? 'current' : 'password']: refusal }}
          fields={[
            ...(asksCurrent ? [secret('current', 'Password di adesso', 'current-password')] : []),
            secret('password', 'Password nuova', 'new-password'),
          ]}
          action={change.isPending ? 'Cambio…' : 'Cambia la password'}
          isPending={change.isPending}
          onSend={({ current, password }) => change.mutate({ ...(asksCurrent && { current }), password })}
        >
          {/* User name for password managers. */}
          <input type="text" name="username" autoComplete="username" value="autore" readOnly hidden />
          {change.isSuccess && form.values.password === '' && (
            <p role="status">Cambiata: vale da subito, e gli altri accessi sono finiti.</p>
          )}
        </SmallForm>
      </div>
    </Part>
  );
}
