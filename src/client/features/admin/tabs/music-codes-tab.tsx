import { createMusicCode, createMusicCodes } from '#shared/contracts/music-codes.ts';
import { trackId } from '#shared/track-id.ts';
import { trpc, type RouterInputs, type RouterOutputs } from '#client/trpc.ts';
import { musicCodeColumns } from '../codes/code-kinds.ts';
import { CodesTab } from '../codes/codes-tab.tsx';
import {
  CodeCell,
  codeField,
  codeMatches,
  countField,
  trackFields,
  trackPage,
  validityFields,
} from '../codes/code-fields.tsx';
import type { Column } from '../kit/data-table.tsx';
import { useEntity } from '../kit/entity.ts';
import type { FieldSpec } from '../kit/field-kinds.ts';
import type { Resource } from '../kit/resource.tsx';
import type { SheetKind } from '../kit/sheet.tsx';
import { VisibilityNote } from '../visibility/visibility-note.tsx';
import { visibilityWords } from '../visibility/visibility-texts.ts';

type MusicCodeRow = RouterOutputs['musicCodes']['list'][number];
type MusicCodeFields = RouterInputs['musicCodes']['create'];

const texts = {
  caption: 'I codici musicali',
  add: 'Aggiungi codice musicale',
  createTitle: 'Nuovo codice musicale',
  editTitle: 'Modifica codice musicale',
  empty: 'Nessun codice musicale creato. Inizia aggiungendone uno.',
  loading: 'Lettura dei codici musicali…',
  loadFailed: 'Impossibile leggere i codici musicali',
  searchHint: 'codice, titolo o artista',
  confirmDelete: 'Sei sicuro di voler eliminare questo codice musicale?',
  one: 'codice musicale',
  many: 'codici musicali',
  created: 'Codice Musicale Creato',
  updated: 'Codice Musicale Aggiornato',
  deleted: 'Codice Musicale Eliminato',
  saveFailed: 'Impossibile salvare il codice musicale',
  deleteFailed: 'Impossibile eliminare il codice musicale',
};

const columns: Column<MusicCodeRow>[] = [
  {
    key: 'code',
    header: 'Codice',
    width: 'w-47 lg:w-[clamp(11rem,21%,18rem)]',
    names: true,
    sortBy: (row) => row.code,
    cell: (row) => (
      <>
        <CodeCell code={row.code} /> <VisibilityNote row={row} />
      </>
    ),
  },
  {
    key: 'trackTitle',
    header: 'Traccia',
    width: 'w-[21%]',
    sortBy: (row) => row.trackTitle,
    cell: (row) => row.trackTitle,
  },
  {
    key: 'artist',
    header: 'Artista',
    width: 'w-[19%]',
    sortBy: (row) => row.artist ?? '',
    cell: (row) => row.artist ?? <span className="admin-none">non indicato</span>,
  },
  {
    key: 'spotify',
    header: 'Spotify',
    width: 'w-22 lg:w-auto',
    cell: (row) => (
      <a className="admin-link" href={trackPage(row.spotifyUrl)} target="_blank" rel="noreferrer">
        {trackId(row.spotifyUrl)}
        <span className="sr-only"> {row.trackTitle} su Spotify, in un’altra scheda</span>
      </a>
    ),
  },
];

const sheet: SheetKind<MusicCodeRow, MusicCodeFields> = {
  contract: createMusicCode,
  values: (item) => ({
    code: item?.code ?? '',
    trackTitle: item?.trackTitle ?? '',
    spotifyUrl: item?.spotifyUrl ?? '',
    artist: item?.artist ?? '',
    description: item?.description ?? '',
    expiresAt: item?.expiresAt?.slice(0, 10) ?? '',
    visibleFrom: item?.visibleFrom ?? '',
  }),
  unique: 'code',
  fields: [
    codeField('Una parola scelta da te, da 4 a 64 lettere o cifre;'),
    ...trackFields(),
    ...validityFields('Chi lo scrive sente che non è valido'),
  ],
};

const batchFields: FieldSpec[] = [
  countField,
  ...trackFields(' La stessa per tutti.'),
  ...validityFields('Chi ne scrive uno sente che non è valido'),
];

const resource: Resource<MusicCodeRow, MusicCodeFields> = {
  tab: 'codici-musica',
  texts,
  columns,
  initialSorting: { key: 'trackTitle', descending: false },
  sheet,
  nameOf: (row) => `codice ${row.code}, ${row.trackTitle}`,
  searchText: (row) =>
    [row.code, row.trackTitle, row.artist ?? '', row.description ?? '', visibilityWords(row)].join('\n'),
  matches: codeMatches,
};

export function MusicCodesTab() {
  const utils = trpc.useUtils();
  const entity = useEntity(trpc.musicCodes, texts, () => utils.musicCodes.list.invalidate());
  const refresh = { onSettled: () => utils.musicCodes.list.invalidate() };
  const createCodes = trpc.musicCodes.createMany.useMutation({ networkMode: 'always', ...refresh });
  const importCodes = trpc.musicCodes.import.useMutation(refresh);
  const deleteCodes = trpc.musicCodes.deleteMany.useMutation(refresh);
  return (
    <CodesTab
      resource={resource}
      entity={entity}
      lists={{
        batch: {
          contract: createMusicCodes,
          fields: batchFields,
          create: (fields) => createCodes.mutateAsync(fields as RouterInputs['musicCodes']['createMany']),
        },
        fileName: 'codici-musica',
        what: ['codice musicale', 'codici musicali'],
        csvColumns: musicCodeColumns,
        printed: ({ id, code, trackTitle }) => ({ id, code, opens: `Apre la traccia «${trackTitle}»` }),
        howTo: `Apri ${window.location.host} e scrivi la parola sotto la colonna sonora.`,
        deleteMany: deleteCodes.mutateAsync,
        // The server reports missing fields by row.
        importMany: (codes) => importCodes.mutateAsync({ codes: codes as unknown as MusicCodeFields[] }),
      }}
    />
  );
}
