import type { MusicCode } from '#shared/contracts/music-codes.ts';
import type { UnlockCode } from '#shared/contracts/unlock-codes.ts';
import { codeLink } from '#shared/code-link.ts';
import { readDay, readStart, writeStart } from './csv-dates.ts';
import type { CsvColumn } from './codes-csv.ts';
import { readCount } from './spreadsheets.ts';

const dayOf = (timestamp: string | undefined) => timestamp?.slice(0, 10);

const dates: CsvColumn<Pick<UnlockCode, 'expiresAt' | 'visibleFrom'>>[] = [
  {
    title: 'Vale fino al',
    aliases: ['Scadenza', 'Scade il'],
    field: 'expiresAt',
    value: ({ expiresAt }) => dayOf(expiresAt),
    read: readDay,
  },
  {
    title: 'Visibile da',
    field: 'visibleFrom',
    value: ({ visibleFrom }) => writeStart(visibleFrom),
    read: readStart,
  },
];

export function unlockCodeColumns(origin: string): CsvColumn<UnlockCode>[] {
  return [
    { title: 'Codice', field: 'code', required: true, value: ({ code }) => code },
    {
      title: 'Sblocca fino a',
      aliases: ['Sezione', 'Sezione massima'],
      field: 'maxSection',
      required: true,
      value: ({ maxSection }) => maxSection,
      read: readCount,
    },
    { title: 'Etichetta', field: 'label', value: ({ label }) => label },
    { title: 'Lettori', aliases: ['Usi'], field: 'uses', value: ({ uses }) => uses, read: readCount },
    ...dates,
    { title: 'Usato', value: ({ usedCount = 0 }) => usedCount },
    { title: 'Ultima volta', value: ({ lastUsedAt }) => dayOf(lastUsedAt) },
    { title: 'Indirizzo', value: ({ code }) => codeLink(origin, code) },
  ];
}

export const musicCodeColumns: CsvColumn<MusicCode>[] = [
  { title: 'Codice', field: 'code', required: true, value: ({ code }) => code },
  { title: 'Traccia', field: 'trackTitle', required: true, value: ({ trackTitle }) => trackTitle },
  { title: 'Artista', field: 'artist', value: ({ artist }) => artist },
  { title: 'Spotify', field: 'spotifyUrl', required: true, value: ({ spotifyUrl }) => spotifyUrl },
  { title: 'Descrizione', field: 'description', value: ({ description }) => description },
  ...dates,
];
