import { useId, type ReactNode } from 'react';

interface SectionProps {
  title: string;
  hint?: ReactNode;
  className?: string;
  children?: ReactNode;
}

/** A part of a tab, under a heading of its own. */
export function Section({ title, hint, className = '', children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`grid content-start justify-items-start gap-3 min-w-0 py-5 border-t-2 border-t-(--ink) ${className}`}
    >
      <h2 id={id} className="text-2xl font-semibold leading-[1.15]">
        {title}
      </h2>
      {hint && <p className="admin-hint max-w-[72ch]">{hint}</p>}
      {children}
    </section>
  );
}
