import { useEffect } from 'react';
import type { Audiobook } from './use-audiobook.ts';

interface Track {
  title: string;
  artist: string;
  album: string;
  artwork: { src: string; width: number; height: number } | undefined;
}

export function useMediaSession(player: Audiobook, track: Track): void {
  const { element, playing, seconds, duration, rate, toggle, seek } = player;

  useEffect(() => {
    if (!playing || !('mediaSession' in navigator)) return;
    const { artwork } = track;
    navigator.mediaSession.metadata = new MediaMetadata({
      title: track.title,
      artist: track.artist,
      album: track.album,
      artwork: artwork ? [{ src: artwork.src, sizes: `${artwork.width}x${artwork.height}` }] : [],
    });
  }, [playing, track]);

  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
      // The element may have been paused from outside, before the page knows.
      ['play', () => element.current?.paused && toggle()],
      ['pause', () => element.current?.paused === false && toggle()],
      ['seekbackward', ({ seekOffset }) => seek(seconds - (seekOffset ?? 10))],
      ['seekforward', ({ seekOffset }) => seek(seconds + (seekOffset ?? 10))],
      ['seekto', ({ seekTime }) => seekTime !== undefined && seek(seekTime)],
    ];
    if (playing)
      for (const [action, handler] of handlers) navigator.mediaSession.setActionHandler(action, handler);
    if (playing && duration > 0)
      navigator.mediaSession.setPositionState({
        duration,
        playbackRate: rate,
        position: Math.min(seconds, duration),
      });
  }, [element, playing, seconds, duration, rate, toggle, seek]);

  useEffect(() => {
    return () => {
      if (!('mediaSession' in navigator)) return;
      navigator.mediaSession.metadata = null;
      for (const action of ['play', 'pause', 'seekbackward', 'seekforward', 'seekto'] as const)
        navigator.mediaSession.setActionHandler(action, null);
    };
  }, []);
}
