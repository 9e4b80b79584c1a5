import type { ReactNode } from 'react';
import { errorMessage } from '#client/api-error.ts';
import { Button } from '../button.tsx';
import { noAnswer } from '../refusal.tsx';

export function Failure({ error, onRetry }: { error: unknown; onRetry(): void }) {
  return (
    <div role="alert" className="access-row">
      <p className="admin-error">{errorMessage(error, noAnswer)}</p>
      <Button small onClick={onRetry}>
        Riprova
      </Button>
    </div>
  );
}

export function Refusal({ error }: { error: unknown }) {
  return (
    <p role="alert" className="admin-error">
      {error !== null && error !== undefined && errorMessage(error, noAnswer)}
    </p>
  );
}

export function Part({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section className="access-part" aria-label={title}>
      <h3>{title}</h3>
      <p className="admin-hint">{hint}</p>
      {children}
    </section>
  );
}
