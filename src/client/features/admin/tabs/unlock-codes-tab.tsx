import { useMemo } from 'react';
import { codeKey } from '#shared/contracts/codes.ts';
import { createUnlockCode, createUnlockCodes } from '#shared/contracts/unlock-codes.ts';
import { codeLink } from '#shared/code-link.ts';
import { trpc, type RouterInputs, type RouterOutputs } from '#client/trpc.ts';
import { unlockCodeColumns } from '../codes/code-kinds.ts';
import { CodeNotes } from '../codes/code-notes.tsx';
import { CodesTab } from '../codes/codes-tab.tsx';
import {
  CodeCell,
  codeField,
  codeMatches,
  countField,
  sectionFields,
  usesField,
  validityFields,
} from '../codes/code-fields.tsx';
import type { Column } from '../kit/data-table.tsx';
import { useEntity } from '../kit/entity.ts';
import type { FieldSpec } from '../kit/field-kinds.ts';
import type { SheetKind } from '../kit/sheet.tsx';
import { VisibilityNote } from '../visibility/visibility-note.tsx';
import { visibilityWords } from '../visibility/visibility-texts.ts';

type UnlockCodeRow = RouterOutputs['unlockCodes']['list'][number];
type UnlockCodeFields = RouterInputs['unlockCodes']['create'];

const texts = {
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
  created: 'Codice Creato',
  updated: 'Codice Aggiornato',
  deleted: 'Codice Eliminato',
  saveFailed: 'Impossibile salvare il codice',
  deleteFailed: 'Impossibile eliminare il codice',
};

const columnsFor = (
  lastSection: number | undefined,
  musicKeys: ReadonlySet<string>,
): Column<UnlockCodeRow>[] => [
  {
    key: 'code',
    header: 'Codice',
    width: 'w-[clamp(11rem,21%,18rem)]',
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
    width: 'w-38',
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

const sheet: SheetKind<UnlockCodeRow, UnlockCodeFields> = {
  contract: createUnlockCode,
  values: (item) => ({
    code: item?.code ?? '',
    maxSection: item ? String(item.maxSection) : '',
    label: item?.label ?? '',
    uses: item?.uses === undefined ? '' : String(item.uses),
    expiresAt: item?.expiresAt?.slice(0, 10) ?? '',
    visibleFrom: item?.visibleFrom ?? '',
  }),
  unique: 'code',
  fields: [
    codeField('Da 4 a 64 lettere o cifre;'),
    sectionFields('Chi lo inserisce'),
    {
      kind: 'text',
      path: 'label',
      label: 'Etichetta',
      hint: 'Un appunto per te: dove si trova il codice, a chi l’hai mandato.',
    },
    usesField('Per quanti lettori'),
    ...validityFields('Chi lo scrive sente che non è valido'),
  ],
};

const batchFields: FieldSpec[] = [
  countField,
  sectionFields('Chi ne inserisce uno'),
  {
    kind: 'text',
    path: 'label',
    label: 'Etichetta',
    optional: true,
    hint: 'Un appunto per te, uguale per tutti; {n} diventa il numero di ciascuno.',
    placeholder: 'Salone del libro {n}',
  },
  { ...usesField('Per quanti lettori, ciascuno'), optional: true },
  ...validityFields('Chi ne scrive uno sente che non è valido'),
];

const searchText = (row: UnlockCodeRow) => `${row.code}\n${row.label ?? ''}\n${visibilityWords(row)}`;

export function UnlockCodesTab() {
  const utils = trpc.useUtils();
  const entity = useEntity(trpc.unlockCodes, texts, () => utils.unlockCodes.list.invalidate());
  const sections = trpc.sections.list.useQuery(undefined, { staleTime: 60_000 });
  const lastSection = sections.data?.reduce((last, { sectionNumber }) => Math.max(last, sectionNumber), 0);
  const music = trpc.musicCodes.list.useQuery(undefined, { staleTime: 60_000 });
  const columns = useMemo(
    () => columnsFor(lastSection, new Set(music.data?.map(({ code }) => codeKey(code)))),
    [lastSection, music.data],
  );
  const refresh = { onSettled: () => utils.unlockCodes.list.invalidate() };
  const createCodes = trpc.unlockCodes.createMany.useMutation({ networkMode: 'always', ...refresh });
  const importCodes = trpc.unlockCodes.import.useMutation(refresh);
  const deleteCodes = trpc.unlockCodes.deleteMany.useMutation(refresh);
  const { origin, host } = window.location;

  return (
    <CodesTab<UnlockCodeRow, UnlockCodeFields>
      resource={{
        tab: 'codici-sblocco',
        texts,
        columns,
        initialSorting: { key: 'maxSection', descending: false },
        sheet,
        nameOf: (row) => `codice ${row.code}`,
        searchText,
        matches: codeMatches,
      }}
      entity={entity}
      lists={{
        batch: {
          contract: createUnlockCodes,
          fields: batchFields,
          create: (fields) => createCodes.mutateAsync(fields as RouterInputs['unlockCodes']['createMany']),
        },
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
