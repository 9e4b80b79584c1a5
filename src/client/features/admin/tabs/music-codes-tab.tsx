import { lazy } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import { createMusicCode } from '#shared/contracts/music-codes.ts';
import { trackId } from '#shared/track-id.ts';
import { trpc, type RouterInputs, type RouterOutputs } from '#client/trpc.ts';
import { musicCodeColumns } from '../codes/code-kinds.ts';
import { CodesTable } from '../codes/codes-table.tsx';
import { ValidityFields } from '../codes/validity-fields.tsx';
import { CodeCell, CodeField } from '../code-tools.tsx';
import type { Column } from '../data-table.tsx';
import type { EntityForm } from '../entity-dialog.tsx';
import type { EntityTexts } from '../entity-tab.tsx';
import { useEntity, type Entity } from '../entity.ts';
import { AreaField, TextField } from '../fields.tsx';
import { VisibilityNote } from '../visibility/visibility-note.tsx';
import { visibilityWords } from '../visibility/visibility-texts.ts';

type MusicCodeRow = RouterOutputs['musicCodes']['list'][number];
type MusicCodeFields = RouterInputs['musicCodes']['create'];

const texts: EntityTexts = {
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
};

const MusicCodesBatch = lazy(() =>
  import('../codes/code-batches.tsx').then((m) => ({ default: m.MusicCodesBatch })),
);

const columns: Column<MusicCodeRow>[] = [
  {
    key: 'code',
    header: 'Codice',
    names: true,
    sortBy: (row) => row.code,
    cell: (row) => (
      <>
        <CodeCell code={row.code} /> <VisibilityNote row={row} />
      </>
    ),
  },
  { key: 'trackTitle', header: 'Traccia', sortBy: (row) => row.trackTitle, cell: (row) => row.trackTitle },
  {
    key: 'artist',
    header: 'Artista',
    sortBy: (row) => row.artist ?? '',
    cell: (row) => row.artist ?? <span className="admin-none">non indicato</span>,
  },
  {
    key: 'spotify',
    header: 'Spotify',
    cell: (row) => (
      <a className="admin-link" href={trackPage(row.spotifyUrl)} target="_blank" rel="noreferrer">
        {trackId(row.spotifyUrl)}
        <span className="sr-only"> {row.trackTitle} su Spotify, in un’altra scheda</span>
      </a>
    ),
  },
];

const trackPage = (spotifyUrl: string) =>
  `https://open.spotify.com/track/${encodeURIComponent(trackId(spotifyUrl))}`;

/** Opens Spotify, because only listening verifies the track id. */
function TrackLink({ form }: { form: UseFormReturn<MusicCodeFields> }) {
  const typed = useWatch({ control: form.control, name: 'spotifyUrl' });
  if (!createMusicCode.shape.spotifyUrl.safeParse(typed).success) return null;
  return (
    <a className="admin-link self-center" href={trackPage(typed)} target="_blank" rel="noreferrer">
      Ascolta<span className="sr-only"> la traccia su Spotify, in un’altra scheda</span>
    </a>
  );
}

const form: EntityForm<MusicCodeRow, MusicCodeFields> = {
  resolver: zodResolver(createMusicCode, undefined, { raw: true }),
  values: (item) => ({
    code: item?.code ?? '',
    trackTitle: item?.trackTitle ?? '',
    spotifyUrl: item?.spotifyUrl ?? '',
    artist: item?.artist ?? '',
    description: item?.description ?? '',
    expiresAt: item?.expiresAt?.slice(0, 10) ?? '',
    visibleFrom: item?.visibleFrom ?? '',
  }),
  required: ['code', 'trackTitle', 'spotifyUrl'],
  labels: {
    code: 'Codice',
    trackTitle: 'Titolo della traccia',
    artist: 'Artista',
    spotifyUrl: 'Traccia',
    description: 'Descrizione',
    expiresAt: 'Vale fino al',
    visibleFrom: 'Per i lettori',
  },
  unique: 'code',
  fields: (state) => (
    <>
      <CodeField form={state} name="code" hint="Una parola scelta da te, da 4 a 64 lettere o cifre;" />
      <TextField form={state} name="trackTitle" label="Titolo della traccia" />
      <TextField
        form={state}
        name="spotifyUrl"
        label="Traccia su Spotify"
        mono
        hint="L’indirizzo intero (https://open.spotify.com/track/…) oppure il solo identificativo di 22 caratteri."
        action={<TrackLink form={state} />}
      />
      <TextField form={state} name="artist" label="Artista" optional />
      <AreaField form={state} name="description" label="Descrizione" optional rows={3} />
      <ValidityFields form={state} hidden="Chi lo scrive sente che non è valido" />
    </>
  ),
};

const nameOf = (row: MusicCodeRow) => `codice ${row.code}, ${row.trackTitle}`;
const searchText = (row: MusicCodeRow) =>
  [row.code, row.trackTitle, row.artist ?? '', row.description ?? '', visibilityWords(row)].join('\n');

function useMusicCodes(): Entity<MusicCodeRow, MusicCodeFields> {
  const utils = trpc.useUtils();
  return useEntity(
    trpc.musicCodes,
    {
      created: 'Codice Musicale Creato',
      updated: 'Codice Musicale Aggiornato',
      deleted: 'Codice Musicale Eliminato',
      saveFailed: 'Impossibile salvare il codice musicale',
      deleteFailed: 'Impossibile eliminare il codice musicale',
    },
    () => utils.musicCodes.list.invalidate(),
  );
}

export function MusicCodesTab() {
  const utils = trpc.useUtils();
  const entity = useMusicCodes();
  const refresh = { onSettled: () => utils.musicCodes.list.invalidate() };
  const importCodes = trpc.musicCodes.import.useMutation(refresh);
  const deleteCodes = trpc.musicCodes.deleteMany.useMutation(refresh);
  return (
    <CodesTable
      tab="codici-musica"
      texts={texts}
      entity={entity}
      columns={columns}
      initialSorting={{ key: 'trackTitle', descending: false }}
      form={form}
      nameOf={nameOf}
      searchText={searchText}
      lists={{
        Batch: MusicCodesBatch,
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
