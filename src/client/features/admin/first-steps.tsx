import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { trpc } from '#client/trpc.ts';
import type { AdminSearch } from '#client/admin-search.ts';
import { Button } from './button.tsx';
import {
  accessSheet,
  bookSheet,
  characterSheet,
  newEntry,
  packagePart,
  settingsSheet,
} from './panel-address.ts';
import { drafts } from './saving/drafts.ts';
import { hasPasskeys } from './session/passkey.ts';

const closedKey = 'primi-passi';

/** What makes a new site one's own, until all is done or the author closes the list. */
export function FirstSteps() {
  const [isClosed, setClosed] = useState(() => drafts.read(closedKey) !== undefined);
  const close = () => {
    drafts.write(closedKey, { at: new Date().toISOString(), id: closedKey, base: {}, fields: {} });
    setClosed(true);
  };
  return isClosed ? null : <StepsList onClose={close} />;
}

interface Step {
  label: string;
  isDone: boolean;
  search: AdminSearch;
}

function useSteps(): Step[] | undefined {
  const book = trpc.book.get.useQuery();
  const sections = trpc.sections.list.useQuery();
  const codes = trpc.unlockCodes.list.useQuery();
  const model = trpc.modelSettings.get.useQuery();
  const backup = trpc.backup.status.useQuery();
  const passkeys = trpc.passkeys.list.useQuery();
  const [first] = sections.data ?? [];
  const cards = trpc.memoryCards.list.useQuery(
    { id: first?.id ?? '' },
    { enabled: first !== undefined && model.data?.inUse === undefined },
  );
  if (!book.data || !sections.data || !codes.data || !model.data || !backup.data || !passkeys.data)
    return undefined;
  const { draft, publishedAt } = book.data;
  return [
    {
      label: 'Scrivi il libro: titolo, copertina, trama',
      isDone: publishedAt !== undefined,
      search: { foglio: bookSheet },
    },
    {
      label: 'Di’ chi è il personaggio e come parla',
      isDone: draft.character.persona !== '',
      search: { foglio: characterSheet },
    },
    { label: 'Porta il manoscritto', isDone: sections.data.length > 0, search: { scheda: 'sezioni' } },
    {
      label: 'Dagli un modello linguistico, o i suoi ricordi',
      isDone: model.data.inUse !== undefined || Boolean(cards.data?.length),
      search: first ? { scheda: 'sezioni', voce: first.id } : { foglio: settingsSheet },
    },
    {
      label: 'Prepara il primo codice',
      isDone: codes.data.length > 0,
      search: { scheda: 'codici-sblocco', voce: newEntry },
    },
    ...(hasPasskeys()
      ? [
          {
            label: 'Aggiungi una passkey, per entrare senza password',
            isDone: passkeys.data.length > 0,
            search: { foglio: accessSheet },
          },
        ]
      : []),
    {
      label: 'Scarica la prima copia',
      isDone: backup.data.database.downloadedAt !== undefined,
      search: { scheda: 'backup' },
    },
  ];
}

function StepsList({ onClose }: { onClose(): void }) {
  const steps = useSteps();
  if (!steps || steps.every(({ isDone }) => isDone)) return null;
  return (
    <section
      className="grid gap-1 mb-5 py-3.5 px-[clamp(1rem,3vw,1.75rem)] border-l-6 border-l-coral bg-paper text-(--ink)"
      aria-labelledby="primi-passi"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="primi-passi" className="text-xl font-semibold">
          Primi passi
        </h2>
        <Button small aria-label="Chiudi i primi passi" onClick={onClose}>
          Chiudi
        </Button>
      </div>
      <ol className="pl-5 list-decimal">
        {steps.map(({ label, isDone, search }) => (
          <li key={label} className={isDone ? 'text-(--faded)' : ''}>
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
