import { zodResolver } from '@hookform/resolvers/zod';
import { createUnlockCode } from '#shared/contracts/unlock-codes.ts';
import { trpc, type RouterInputs, type RouterOutputs } from '#client/trpc.ts';
import { CodeCell, CodeField, codeMatches } from '../code-tools.tsx';
import type { Column } from '../data-table.tsx';
import type { EntityForm } from '../entity-dialog.tsx';
import { EntityTab, type EntityTexts } from '../entity-tab.tsx';
import { changeOutcomes, type Entity } from '../entity.ts';
import { TextField } from '../fields.tsx';
import { PublishedCodes } from '../published-codes.tsx';

type UnlockCodeRow = RouterOutputs['unlockCodes']['list'][number];
type UnlockCodeFields = RouterInputs['unlockCodes']['create'];

const texts: EntityTexts = {
  caption: 'I codici di sblocco',
  add: 'Aggiungi codice',
  createTitle: 'Nuovo codice di sblocco',
  editTitle: 'Modifica codice di sblocco',
  empty: 'Nessun codice di sblocco creato. Inizia aggiungendone uno.',
  loading: 'Lettura dei codici di sblocco…',
  loadFailed: 'Impossibile leggere i codici di sblocco',
  searchHint: 'codice o etichetta',
  confirmDelete: 'Sei sicuro di voler eliminare questo codice di sblocco?',
  one: 'codice',
  many: 'codici',
};

const columns: Column<UnlockCodeRow>[] = [
  {
    key: 'code',
    header: 'Codice',
    names: true,
    sortBy: (row) => row.code,
    cell: (row) => <CodeCell code={row.code} />,
  },
  {
    key: 'maxSection',
    header: 'Sblocca fino a',
    sortBy: (row) => row.maxSection,
    cell: (row) => `sezione ${row.maxSection}`,
  },
  {
    key: 'label',
    header: 'Etichetta',
    sortBy: (row) => row.label ?? '',
    cell: (row) => row.label ?? <span className="admin-none">senza etichetta</span>,
  },
];

const form: EntityForm<UnlockCodeRow, UnlockCodeFields> = {
  resolver: zodResolver(createUnlockCode, undefined, { raw: true }),
  values: (item) => ({
    code: item?.code ?? '',
    maxSection: item ? String(item.maxSection) : '',
    label: item?.label ?? '',
  }),
  required: ['code', 'maxSection'],
  unique: 'code',
  fields: (state) => (
    <>
      <CodeField form={state} name="code" hint="Da 4 a 64 lettere o cifre;" />
      <TextField
        form={state}
        name="maxSection"
        label="Sezione massima"
        numeric
        hint="Chi lo inserisce apre tutte le sezioni fino a questo numero."
      />
      <TextField
        form={state}
        name="label"
        label="Etichetta"
        optional
        hint="Un appunto per te: dove si trova il codice, a chi l’hai mandato."
      />
    </>
  ),
};

const nameOf = (row: UnlockCodeRow) => `codice ${row.code}`;
const searchText = (row: UnlockCodeRow) => `${row.code}\n${row.label ?? ''}`;
const matches = (row: UnlockCodeRow, query: string) => codeMatches(row.code, query);

function useUnlockCodes(): Entity<UnlockCodeRow, UnlockCodeFields> {
  const utils = trpc.useUtils();
  const outcomes = changeOutcomes(
    {
      created: 'Codice Creato',
      updated: 'Codice Aggiornato',
      deleted: 'Codice Eliminato',
      saveFailed: 'Impossibile salvare il codice',
      deleteFailed: 'Impossibile eliminare il codice',
    },
    () => utils.unlockCodes.list.invalidate(),
  );
  return {
    list: trpc.unlockCodes.list.useQuery(),
    create: trpc.unlockCodes.create.useMutation(outcomes.create),
    update: trpc.unlockCodes.update.useMutation(outcomes.update),
    remove: trpc.unlockCodes.delete.useMutation(outcomes.remove),
  };
}

/** The codes that open the story. */
export function UnlockCodesTab() {
  return (
    <EntityTab
      tab="codici-sblocco"
      texts={texts}
      entity={useUnlockCodes()}
      columns={columns}
      above={<PublishedCodes />}
      initialSorting={{ key: 'maxSection', descending: false }}
      form={form}
      nameOf={nameOf}
      searchText={searchText}
      matches={matches}
    />
  );
}
