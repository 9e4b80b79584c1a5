import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import type { UnlockedTrack } from '#shared/contracts/music-codes.ts';

export const tracksKey = 'colonna-sonora';

export const trackStore = createAtom<readonly UnlockedTrack[]>([]);

/** Reads the storage again: another tab or the reader may have changed it. */
export function readTracks(): void {
  const tracks = parseTracks(readStorage());
  // A needless render during hydration would empty a field in use.
  if (tracks.length === 0 && trackStore.get().length === 0) return;
  trackStore.set(() => tracks);
}

/** Stores a track; an existing one is updated in place. */
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
    // Without storage the track is lost on closing; the word still works.
  }
  readTracks();
}

/** Read after the first render, because prerendering has no storage. */
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
