import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import type { BackupEntries as Found, BackupEntry, EntryState } from '#shared/contracts/backup-entries.ts';
import { errorMessage } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { countOf, formatNumber } from '../format.ts';
import { Refusal } from '../refusal.tsx';
import { ComparedFields } from './compared-fields.tsx';
import { TakeDialog, type PendingBackup } from './take-dialog.tsx';
import { nothingChanged } from './use-plan.ts';

const stateWords: Record<EntryState, string> = {
  missing: 'c’è solo nel backup',
  changed: 'nel backup non è così',
  same: 'è uguale',
  gone: 'c’è solo adesso',
};

type Entry = Found['entries'][number];

/** Entries of a pending backup that differ from the site; each can be restored separately. */
export function BackupEntries({ planId, onTaken }: PendingBackup) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState<Entry>();
  const search = useDeferredValue(typed.trim());
  const query = trpc.restore.entries.useQuery(
    { id: planId, search, ...(all && { all: '1' as const }) },
    { placeholderData: keepPreviousData },
  );
  return (
    <section aria-labelledby={`${id}-head`}>
      <h3 id={`${id}-head`} className="font-semibold">
        Riprendi una cosa sola
      </h3>
      <p className="admin-hint">
        Sezioni, codici, immagini, ricordi e articoli che nel backup sono diversi da adesso. Aprine uno per
        vederlo a fianco di quello che c’è: se lo riprendi, tutto il resto rimane com’è.
      </p>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="admin-field flex-[0_1_22rem]">
          <label htmlFor={`${id}-search`}>Cerca nel backup</label>
          <input
            id={`${id}-search`}
            type="search"
            autoComplete="off"
            maxLength={200}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <label className="admin-tick">
          <input type="checkbox" checked={all} onChange={({ target }) => setAll(target.checked)} />
          Anche quello che è uguale
        </label>
      </div>
      <Refusal text={query.error ? errorMessage(query.error, nothingChanged) : undefined} />
      {query.isPending && <p role="status">Leggo il backup…</p>}
      {query.data && !query.isError && (
        <>
          <p role="status">{countSentence(query.data, search !== '', all)}</p>
          <ul>
            {query.data.entries.map((entry) => (
              <li key={`${entry.kind} ${entry.id}`}>
                <button type="button" className="admin-link" onClick={() => setOpen(entry)}>
                  {entry.name}
                </button>{' '}
                <span className="admin-hint">{stateWords[entry.state]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {open && (
        <EntryDialog planId={planId} entry={open} onTaken={onTaken} onClose={() => setOpen(undefined)} />
      )}
    </section>
  );
}

function countSentence({ entries, total }: Found, isSearch: boolean, all: boolean): string {
  if (total === 0) {
    if (isSearch) return 'Nessuno: prova con meno parole, o cerca anche fra quello che è uguale.';
    return all ? 'Nel backup non c’è niente di tuo.' : 'Niente di tuo è diverso da adesso.';
  }
  const count = countOf(total, 'voce', 'voci');
  return total > entries.length
    ? `${count}: ecco le prime ${formatNumber(entries.length)}, cerca per trovare le altre.`
    : `${count}.`;
}

interface EntryDialogProps extends PendingBackup {
  entry: Entry;
  onClose(): void;
}

const replacedWords = {
  versions: 'Il testo di prima è fra le versioni della sezione.',
  bin: 'Quello di prima è nel cestino.',
  nothing: undefined,
} as const;

function EntryDialog({ planId, entry: { kind, id, name }, ...rest }: EntryDialogProps) {
  const utils = trpc.useUtils();
  const address = { id: planId, kind, entry: id };
  const { data, error, isPending, refetch } = trpc.restore.entry.useQuery(address, {
    refetchOnMount: 'always',
  });
  async function take() {
    const updatedAt = data?.updatedAt;
    const { replaced, plan } = await utils.client.restore.takeEntry
      .mutate({ ...address, ...(updatedAt && { updatedAt }) })
      .catch((refusal: unknown) => {
        void refetch();
        throw refusal;
      });
    return { plan, description: replacedWords[replaced] };
  }
  return (
    <TakeDialog
      title={name}
      now="adesso"
      canTake={data !== undefined && data.state !== 'gone' && data.state !== 'same'}
      isRefused={data?.obstacle !== undefined}
      take={take}
      {...rest}
    >
      <Refusal text={error ? errorMessage(error, nothingChanged) : undefined} />
      {isPending && <p role="status">Leggo…</p>}
      {data && <EntryFields entry={data} />}
    </TakeDialog>
  );
}

function EntryFields({ entry: { state, fields, obstacle, note } }: { entry: BackupEntry }) {
  return (
    <>
      {state === 'gone' && (
        <p className="admin-note">
          Nel backup non c’è: tornando a tutto il backup sparirebbe. Non c’è niente da riprendere.
        </p>
      )}
      {state === 'same' && <p>È uguale a com’è adesso.</p>}
      {state === 'changed' && fields.length === 0 && (
        <p>I testi sono uguali: cambia soltanto come il sito li tiene.</p>
      )}
      {obstacle !== undefined && (
        <p role="alert" className="admin-error">
          {obstacle}
        </p>
      )}
      {note !== undefined && <p className="admin-note">{note}</p>}
      <ComparedFields fields={fields} />
    </>
  );
}
