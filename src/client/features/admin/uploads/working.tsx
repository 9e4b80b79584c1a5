import type { ReactNode } from 'react';
import { Button } from '../button.tsx';

/** What the server is doing, for as long as it takes. @param label what the bar is called */
export function Working({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="admin-working" role="status">
      <progress aria-label={label} />
      <p>{children}</p>
    </div>
  );
}

interface SendingProps {
  /** What the bar is called. */
  label: string;
  name: string;
  /** How much of it has left, from 0 to 1; at 1 the server reads it. */
  share: number;
  onCancel(): void;
}

/** A file on its way to the server, which can still be called off. */
export function Sending({ label, name, share, onCancel }: SendingProps) {
  return (
    <div className="admin-working">
      <progress {...(share < 1 && { value: share })} aria-label={label} />
      <p role="status">
        {share < 1
          ? `Invio di ${name}: ${Math.round(share * 100)} %`
          : `Controllo di ${name}, da cima a fondo…`}
      </p>
      <Button small onClick={onCancel}>
        Annulla
      </Button>
    </div>
  );
}
