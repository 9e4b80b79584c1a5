import { z } from 'zod';
import { authoredCode, codeCount, codeExpiry, codeList } from './codes.ts';
import { chosenId, id, optionalText, requiredText, timestamp, versionRead } from './values.ts';
import { visibleFrom, visibleFromField } from './visibility.ts';

const trackIdAlone = /^[A-Za-z0-9]{22}$/;
const trackUri = /^spotify:track:[A-Za-z0-9]{22}$/;
const trackUrl = /^https:\/\/open\.spotify\.com\/(?:intl-[a-z]{2,3}\/)?track\/[A-Za-z0-9]{22}(?:[/?#].*)?$/;
/** An address within other words: a shared message, the code of an embedded player, an address without its scheme. */
const trackWithin =
  /(?<![\w.-])(?:open\.spotify\.com\/(?:intl-[a-z]{2,3}(?:-[A-Za-z]{2,4})?\/)?(?:embed\/)?track\/|spotify:track:)([A-Za-z0-9]{22})(?![A-Za-z0-9])/;

const otherAddresses: readonly (readonly [RegExp, string])[] = [
  [
    /spotify\.link|spoti\.fi|\bspotify\.app\.link/,
    'Questo è un link breve: aprilo nel browser e copia l’indirizzo che compare, con «/track/» dentro.',
  ],
  [
    /spotify(?:\.com\/(?:[\w-]+\/)*|:)album/,
    'Questo è un album: apri una delle sue tracce e copia il suo indirizzo.',
  ],
  [
    /spotify(?:\.com\/(?:[\w-]+\/)*|:)playlist/,
    'Questa è una playlist: apri una delle sue tracce e copia il suo indirizzo.',
  ],
  [
    /spotify(?:\.com\/(?:[\w-]+\/)*|:)artist/,
    'Questa è la pagina di un artista: apri una sua traccia e copia il suo indirizzo.',
  ],
  [/spotify(?:\.com\/(?:[\w-]+\/)*|:)(?:show|episode)/, 'Questo è un podcast: serve una traccia musicale.'],
];

/** A track of Spotify, as typed where that is an address or an id, else the address found in what was pasted. */
const spotifyUrl = requiredText('La traccia', 2_000).transform((typed, context) => {
  const text = typed.replace(/[\u200b-\u200f\u2060\ufeff]/g, '').trim();
  if (trackIdAlone.test(text) || trackUri.test(text) || trackUrl.test(text)) return text;
  const id = trackWithin.exec(text)?.[1];
  if (id !== undefined) return `https://open.spotify.com/track/${id}`;
  const other = otherAddresses.find(([pattern]) => pattern.test(text))?.[1];
  const message =
    other ??
    "La traccia deve essere un indirizzo di Spotify (https://open.spotify.com/track/…) o l'identificativo di 22 caratteri.";
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const shared = {
  spotifyUrl,
  trackTitle: requiredText('Il titolo della traccia', 200),
  artist: optionalText("L'artista", 200),
  description: optionalText('La descrizione', 2_000),
  expiresAt: codeExpiry,
  visibleFrom: visibleFromField,
};
const fields = { code: authoredCode, ...shared };

export const musicCode = z.object({
  id,
  code: z.string(),
  spotifyUrl: z.string(),
  trackTitle: z.string(),
  artist: z.string().optional(),
  description: z.string().optional(),
  expiresAt: timestamp.optional(),
  visibleFrom,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const createMusicCode = z.object({ id: chosenId, ...fields });
export const updateMusicCode = z.object(fields).partial().extend({ id, updatedAt: versionRead });

export const createMusicCodes = z.object({ id: chosenId, count: codeCount, ...shared });
export const createdMusicCodes = z.object({ codes: z.array(musicCode) });
export const importMusicCodes = codeList(z.object(fields));

/** The track alone, without the code's record. */
export const unlockedTrack = z.object({
  trackTitle: z.string(),
  artist: z.string().optional(),
  description: z.string().optional(),
  spotifyUrl: z.string(),
});

export type MusicCode = z.infer<typeof musicCode>;
export type CreateMusicCode = z.infer<typeof createMusicCode>;
export type UnlockedTrack = z.infer<typeof unlockedTrack>;
