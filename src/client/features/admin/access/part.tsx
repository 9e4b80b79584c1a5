import type { ReactNode } from 'react';

export function Part({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section className="access-part grid gap-2.5" aria-label={title}>
      <h3 className="pb-0.5 border-b-2 border-b-night text-[1.1875rem] font-semibold">{title}</h3>
      <p className="admin-hint">{hint}</p>
      {children}
    </section>
  );
}
