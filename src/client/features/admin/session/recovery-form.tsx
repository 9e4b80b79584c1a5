import { errorMessage } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { SmallForm, useSmallForm } from '../kit/small-form.tsx';

export function RecoveryForm({ onSignedIn, onBack }: { onSignedIn(): void; onBack(): void }) {
  const signIn = trpc.auth.loginWithCode.useMutation({ onSuccess: onSignedIn });
  const form = useSmallForm({ code: '' });
  const refusal = signIn.error
    ? errorMessage(signIn.error, 'Impossibile accedere: il server non risponde. Il codice vale ancora.')
    : undefined;
  return (
    <SmallForm
      form={form}
      errors={{ code: refusal }}
      fields={[
        {
          kind: 'text',
          path: 'code',
          label: 'Codice di recupero',
          mono: true,
          autoFocus: true,
          hint: (
            <>
              Uno dei dieci che hai stampato da «Accesso»: vale una volta. Una volta dentro puoi scegliere una
              password nuova. Senza codici: nella macchina del sito scrivi <code>libro password</code>.
            </>
          ),
        },
      ]}
      action={signIn.isPending ? 'Verifica…' : 'Entra'}
      isPending={signIn.isPending}
      onSend={(values) => signIn.mutate(values)}
      leave={<Button onClick={onBack}>Indietro</Button>}
    />
  );
}
