import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { PanelDialog } from '../panel-dialog.tsx';
import { PasskeysPart } from './passkeys-part.tsx';
import { PasswordForm } from './password-form.tsx';
import { RecoveryPart } from './recovery-part.tsx';
import { SessionsPart } from './sessions-part.tsx';
import './access.css';

export function AccessDialog({ onClose }: { onClose(): void }) {
  const open = trpc.auth.sessions.useQuery(undefined, { staleTime: 0 });
  return (
    <PanelDialog
      onClose={onClose}
      title="Accesso"
      description="Con che cosa entri nel pannello, e dove sei già dentro."
      size="medium"
    >
      <Loaded query={open} failed="Impossibile leggere gli accessi" loading="Leggo gli accessi…">
        {(sessions) => (
          <div className="grid gap-7 pb-5">
            <SessionsPart open={sessions} />
            <PasskeysPart />
            <RecoveryPart />
            <PasswordForm asksCurrent={sessions.asksOldPassword} />
          </div>
        )}
      </Loaded>
      <div className="admin-form-end">
        <Button onClick={onClose}>Chiudi</Button>
      </div>
    </PanelDialog>
  );
}
