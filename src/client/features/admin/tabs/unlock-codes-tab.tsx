import { lazy, useMemo } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { codeKey } from '#shared/contracts/codes.ts';
import { createUnlockCode } from '#shared/contracts/unlock-codes.ts';
import { codeLink } from '#shared/code-link.ts';
import { trpc, type RouterInputs, type RouterOutputs } from '#client/trpc.ts';
import { unlockCodeColumns } from '../codes/code-kinds.ts';
import { CodeNotes } from '../codes/code-notes.tsx';
import { CodesTable } from '../codes/codes-table.tsx';
import { ValidityFields } from '../codes/validity-fields.tsx';
import { CodeCell, CodeField } from '../code-tools.tsx';
import type { Column } from '../data-table.tsx';
import type { EntityForm } from '../entity-dialog.tsx';
import type { EntityTexts } from '../entity-tab.tsx';
import { useEntity, type Entity } from '../entity.ts';
import { TextField } from '../fields.tsx';
import { VisibilityNote } from '../visibility/visibility-note.tsx';
import { visibilityWords } from '../visibility/visibility-texts.ts';

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

const UnlockCodesBatch = lazy(() =>
  import('../codes/code-batches.tsx').then((m) => ({ default: m.UnlockCodesBatch })),
);

const columnsFor = (
  lastSection: number | undefined,
  musicKeys: ReadonlySet<string>,
): Column<UnlockCodeRow>[] => [
  {
    key: 'code',
    header: 'Codice',
    names: true,
    sortBy: (row) => row.code,
    cell: (row) => (
      <>
        <CodeCell code={row.code} /> <VisibilityNote row={row} />
        <CodeNotes code={row} lastSection={lastSection} opensTrack={musicKeys.has(codeKey(row.code))} />
      </>
    ),
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
    uses: item?.uses === undefined ? '' : String(item.uses),
    expiresAt: item?.expiresAt?.slice(0, 10) ?? '',
    visibleFrom: item?.visibleFrom ?? '',
  }),
  required: ['code', 'maxSection'],
  labels: {
    code: 'Codice',
    maxSection: 'Sezione massima',
    label: 'Etichetta',
    uses: 'Per quanti lettori',
    expiresAt: 'Vale fino al',
    visibleFrom: 'Per i lettori',
  },
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
      <TextField
        form={state}
        name="uses"
        label="Per quanti lettori"
        optional
        numeric
        hint="Vuoto: quanti vogliono. Chi lo ha già usato può rimetterlo."
      />
      <ValidityFields form={state} hidden="Chi lo scrive sente che non è valido" />
    </>
  ),
};

const nameOf = (row: UnlockCodeRow) => `codice ${row.code}`;
const searchText = (row: UnlockCodeRow) => `${row.code}\n${row.label ?? ''}\n${visibilityWords(row)}`;

function useUnlockCodes(): Entity<UnlockCodeRow, UnlockCodeFields> {
  const utils = trpc.useUtils();
  return useEntity(
    trpc.unlockCodes,
    {
      created: 'Codice Creato',
      updated: 'Codice Aggiornato',
      deleted: 'Codice Eliminato',
      saveFailed: 'Impossibile salvare il codice',
      deleteFailed: 'Impossibile eliminare il codice',
    },
    () => utils.unlockCodes.list.invalidate(),
  );
}

export function UnlockCodesTab() {
  const utils = trpc.useUtils();
  const entity = useUnlockCodes();
  const sections = trpc.sections.list.useQuery(undefined, { staleTime: 60_000 });
  const lastSection = sections.data?.reduce((last, { sectionNumber }) => Math.max(last, sectionNumber), 0);
  const music = trpc.musicCodes.list.useQuery(undefined, { staleTime: 60_000 });
  const columns = useMemo(
    () => columnsFor(lastSection, new Set(music.data?.map(({ code }) => codeKey(code)))),
    [lastSection, music.data],
  );
  const refresh = { onSettled: () => utils.unlockCodes.list.invalidate() };
  const importCodes = trpc.unlockCodes.import.useMutation(refresh);
  const deleteCodes = trpc.unlockCodes.deleteMany.useMutation(refresh);
  const { origin, host } = window.location;

  return (
    <CodesTable
      tab="codici-sblocco"
      texts={texts}
      entity={entity}
      columns={columns}
      initialSorting={{ key: 'maxSection', descending: false }}
      form={form}
      nameOf={nameOf}
      searchText={searchText}
      lists={{
        Batch: UnlockCodesBatch,
        fileName: 'codici-sblocco',
        what: ['codice di sblocco', 'codici di sblocco'],
        csvColumns: unlockCodeColumns(origin),
        printed: ({ id, code, maxSection }) => ({
          id,
          code,
          opens: `Apre i ricordi fino alla sezione ${maxSection}`,
          link: codeLink(origin, code),
        }),
        howTo: `Inquadra il riquadro, oppure apri ${host}/chat, tocca [AUTH] e scrivi il codice.`,
        deleteMany: deleteCodes.mutateAsync,
        // The server reports missing fields by row.
        importMany: (codes) => importCodes.mutateAsync({ codes: codes as unknown as UnlockCodeFields[] }),
      }}
    />
  );
}
