import type { ReactNode } from 'react';

interface SilentLineProps {
  /** What is engraved above: the book's line, or its title. */
  plate: string;
  title: string;
  children: ReactNode;
}

/** The screen for what does not arrive: the line of the book, gone silent. Its look is in main.css: it comes with every page. */
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
