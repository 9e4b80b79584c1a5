import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { PanelDialog } from '../panel-dialog.tsx';
import { Failure } from './part.tsx';
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
      {open.data ? (
        <div className="access-parts">
          <SessionsPart open={open.data} />
          <PasskeysPart />
          <RecoveryPart />
          <PasswordForm asksCurrent={open.data.asksOldPassword} />
        </div>
      ) : open.isError ? (
        <Failure error={open.error} onRetry={() => void open.refetch()} />
      ) : (
        <p role="status" className="admin-hint">
          Leggo gli accessi…
        </p>
      )}
      <div className="admin-form-end">
        <Button onClick={onClose}>Chiudi</Button>
      </div>
    </PanelDialog>
  );
}
