import { useSyncExternalStore } from 'react';
import type { UnlockedTrack } from '#shared/contracts/music-codes.ts';

export const tracksKey = 'colonna-sonora';

const none: readonly UnlockedTrack[] = [];
const listeners = new Set<() => void>();
let read: { text: string | null; tracks: readonly UnlockedTrack[] } = { text: null, tracks: none };

/** The tracks that this browser has unlocked, oldest first. */
export function unlockedTracks(): readonly UnlockedTrack[] {
  const text = stored();
  if (text !== read.text) read = { text, tracks: parse(text) };
  return read.tracks;
}

/** Keeps a track; unlocked again it takes its new words in its old place. */
export function keepTrack(track: UnlockedTrack): void {
  const kept = unlockedTracks();
  const known = kept.some(({ spotifyUrl }) => spotifyUrl === track.spotifyUrl);
  const tracks = known
    ? kept.map((other) => (other.spotifyUrl === track.spotifyUrl ? track : other))
    : [...kept, track];
  try {
    localStorage.setItem(tracksKey, JSON.stringify(tracks));
  } catch {
    // Without storage the track stays open until its dialog closes; the word still works.
  }
  announce();
}

/** Tells the components that the storage changed. */
export function announce(): void {
  for (const listener of listeners) listener();
}

export function useUnlockedTracks(): readonly UnlockedTrack[] {
  return useSyncExternalStore(subscribe, unlockedTracks, () => none);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab unlocked one.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function stored(): string | null {
  try {
    return localStorage.getItem(tracksKey);
  } catch {
    return null;
  }
}

function parse(text: string | null): readonly UnlockedTrack[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isTrack) : none;
  } catch {
    return none;
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
