import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import type { UnlockedTrack } from '#shared/contracts/music-codes.ts';

export const tracksKey = 'colonna-sonora';

/** The tracks that this browser has unlocked, oldest first; none until they have been read. */
export const trackStore = createAtom<readonly UnlockedTrack[]>([]);

/** Reads the tracks again: another tab, or the reader who clears them, may have changed what is kept. */
export function readTracks(): void {
  const tracks = parseTracks(readStorage());
  // A render for nothing, while the page is being taken up, would empty a field that is being typed in.
  if (tracks.length === 0 && trackStore.get().length === 0) return;
  trackStore.set(() => tracks);
}

/** Keeps a track; unlocked again it takes its new words in its old place. */
export function keepTrack(track: UnlockedTrack): void {
  readTracks();
  const stored = trackStore.get();
  const isKept = stored.some(({ spotifyUrl }) => spotifyUrl === track.spotifyUrl);
  const tracks = isKept
    ? stored.map((old) => (old.spotifyUrl === track.spotifyUrl ? track : old))
    : [...stored, track];
  try {
    localStorage.setItem(tracksKey, JSON.stringify(tracks));
  } catch {
    // Without storage the track stays open until its dialog closes; the word still works.
  }
  readTracks();
}

/** After the first render: the page is built where nothing is kept. */
export function useUnlockedTracks(): readonly UnlockedTrack[] {
  useEffect(() => {
    readTracks();
    window.addEventListener('storage', readTracks);
    return () => window.removeEventListener('storage', readTracks);
  }, []);
  return useSelector(trackStore);
}

function readStorage(): string | null {
  try {
    return localStorage.getItem(tracksKey);
  } catch {
    return null;
  }
}

function parseTracks(text: string | null): readonly UnlockedTrack[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isTrack) : [];
  } catch {
    return [];
  }
}

function isTrack(value: unknown): value is UnlockedTrack {
  if (typeof value !== 'object' || value === null) return false;
  if (!('trackTitle' in value && 'spotifyUrl' in value)) return false;
  const optional = ['artist', 'description'].every((field) => {
    const text: unknown = Reflect.get(value, field);
    return text === undefined || typeof text === 'string';
  });
  return typeof value.trackTitle === 'string' && typeof value.spotifyUrl === 'string' && optional;
}
