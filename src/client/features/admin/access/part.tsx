import type { ReactNode } from 'react';

export function Part({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section className="access-part" aria-label={title}>
      <h3>{title}</h3>
      <p className="admin-hint">{hint}</p>
      {children}
    </section>
  );
}
