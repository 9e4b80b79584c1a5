import type { ReactNode } from 'react';

/** The screen for what does not arrive: the line of the book, gone silent. Its look is in main.css: it comes with every page. */
export function SilentLine({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="silence">
      <p aria-hidden="true">
        <span>Linea Alta</span>
        <span>Portante assente</span>
      </p>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
