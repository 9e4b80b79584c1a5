import type { ReactNode } from 'react';
import { Button } from '../button.tsx';

/** Indeterminate progress. @param label accessible name of the bar */
export function Working({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-2 w-full" role="status">
      <progress aria-label={label} />
      <p>{children}</p>
    </div>
  );
}

interface SendingProps {
  label: string;
  name: string;
  /** Fraction sent, from 0 to 1; at 1 the server is processing. */
  share: number;
  onCancel(): void;
}

export function Sending({ label, name, share, onCancel }: SendingProps) {
  return (
    <div className="grid justify-items-start gap-2 w-full">
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
