import { useEffect } from 'react';

export function pauseAudio(except?: EventTarget | null): void {
  for (const audio of document.querySelectorAll('audio')) if (audio !== except) audio.pause();
}

/** Starting one recording pauses the others on the page. */
export function useOneAudioAtATime(): void {
  useEffect(() => {
    // `play` does not bubble: listen in the capture phase.
    const onPlay = ({ target }: Event) => {
      if (target instanceof HTMLAudioElement) pauseAudio(target);
    };
    document.addEventListener('play', onPlay, true);
    return () => document.removeEventListener('play', onPlay, true);
  }, []);
}
