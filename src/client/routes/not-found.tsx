import { Link } from '@tanstack/react-router';

export function NotFoundPage() {
  return (
    <main className="grid min-h-dvh place-content-center gap-6 p-6 text-center">
      <title>Pagina non trovata · Il respiro di Ferro</title>
      <h1 className="font-mono text-8xl font-semibold text-terminal">404</h1>
      <p className="text-xl">Questa pagina sembra persa nel ghiaccio...</p>
      <p>
        <Link
          to="/"
          className="inline-block border border-lamp px-6 py-3 font-condensed text-lamp hover:bg-lamp hover:text-night-ink"
        >
          Torna alla Home
        </Link>
      </p>
    </main>
  );
}
