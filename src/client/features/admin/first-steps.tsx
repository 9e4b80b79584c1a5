import { Link } from '@tanstack/react-router';
import { trpc } from '#client/trpc.ts';
import type { AdminSearch } from '#client/admin-search.ts';
import { bookSheet, newEntry, packagePart } from './panel-address.ts';

export function FirstSteps() {
  const book = trpc.book.get.useQuery();
  const sections = trpc.sections.list.useQuery();
  const codes = trpc.unlockCodes.list.useQuery();
  if (!book.data || !sections.data || !codes.data) return null;
  const steps: { label: string; isDone: boolean; search: AdminSearch }[] = [
    {
      label: 'Scrivi il libro: titolo, copertina, trama, personaggio',
      isDone: book.data.publishedAt !== undefined,
      search: { foglio: bookSheet },
    },
    { label: 'Porta il manoscritto', isDone: sections.data.length > 0, search: { scheda: 'sezioni' } },
    {
      label: 'Prepara il primo codice',
      isDone: codes.data.length > 0,
      search: { scheda: 'codici-sblocco', voce: newEntry },
    },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <section className="first-steps" aria-labelledby="primi-passi">
      <h2 id="primi-passi">Primi passi</h2>
      <ol>
        {steps.map(({ label, isDone, search }) => (
          <li key={label} data-done={isDone}>
            {isDone ? (
              <span>{label}: fatto</span>
            ) : (
              <Link to="/admin" search={search} resetScroll={false} className="admin-link">
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <p>
        Avevi già un sito?{' '}
        <Link to="/admin" search={{ scheda: 'backup' }} resetScroll={false} className="admin-link">
          Rimetti una copia di sicurezza
        </Link>
        . Hai il libro in un pacchetto?{' '}
        <Link
          to="/admin"
          search={{ foglio: `${bookSheet}.${packagePart}` }}
          resetScroll={false}
          className="admin-link"
        >
          Importa un libro
        </Link>
      </p>
    </section>
  );
}
