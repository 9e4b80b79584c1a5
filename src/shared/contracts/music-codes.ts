import { z } from 'zod';
import { authoredCode, codeCount, codeExpiry, codeList } from './codes.ts';
import { chosenId, id, optionalText, requiredText, timestamp, versionRead } from './values.ts';
import { visibleFrom, visibleFromField } from './visibility.ts';

const bareTrackId = /^[A-Za-z0-9]{22}$/;
const trackUri = /^spotify:track:[A-Za-z0-9]{22}$/;
const trackUrl = /^https:\/\/open\.spotify\.com\/(?:intl-[a-z]{2,3}\/)?track\/[A-Za-z0-9]{22}(?:[/?#].*)?$/;

const spotifyUrl = requiredText('La traccia', 500).refine(
  (text) => bareTrackId.test(text) || trackUri.test(text) || trackUrl.test(text),
  "La traccia deve essere un indirizzo di Spotify (https://open.spotify.com/track/…) o l'identificativo di 22 caratteri.",
);

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
