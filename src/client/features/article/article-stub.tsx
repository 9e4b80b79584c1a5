import { Link } from '@tanstack/react-router';

/** A page of the encyclopedia that is announced but not published yet. */
export function ArticleStub({ title }: { title: string }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-3xl content-center gap-6 p-6">
      <title>{`${title} · Il respiro di Ferro`}</title>
      <h1 className="text-4xl">{title}</h1>
      <p>Questa pagina dell’enciclopedia è in composizione.</p>
      <p>
        <Link to="/" className="text-lamp underline" data-testid="link-back-home">
          Torna alla Home
        </Link>
      </p>
    </main>
  );
}
