import { useEffect } from 'react';

/** Pauses every recording on the page, except one. */
export function pauseAudio(except?: EventTarget | null): void {
  for (const audio of document.querySelectorAll('audio')) if (audio !== except) audio.pause();
}

/** Starting one recording, wherever it is on the page, stops the others. */
export function useOneAudioAtATime(): void {
  useEffect(() => {
    // `play` does not bubble, but it can be caught on its way down.
    const onPlay = ({ target }: Event) => {
      if (target instanceof HTMLAudioElement) pauseAudio(target);
    };
    document.addEventListener('play', onPlay, true);
    return () => document.removeEventListener('play', onPlay, true);
  }, []);
}
