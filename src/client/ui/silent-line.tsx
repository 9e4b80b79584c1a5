import type { ReactNode } from 'react';

interface SilentLineProps {
  /** Label above: the line's name, or the book's title. */
  plate: string;
  title: string;
  children: ReactNode;
}

/** Error screen; its styles are in main.css, so that they are always loaded. */
export function SilentLine({ plate, title, children }: SilentLineProps) {
  return (
    <main className="silence">
      <p aria-hidden="true">
        <span>{plate}</span>
        <span>Portante assente</span>
      </p>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
