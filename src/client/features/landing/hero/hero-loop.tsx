import { useEffect, useRef, useState } from 'react';
import { useReducedData, useReducedMotion } from '#client/ui/use-media-query.ts';
import { useOnScreen } from '#client/ui/use-on-screen.ts';
import { usePageArrived } from '#client/ui/use-page-arrived.ts';
import { PauseIcon, PlayIcon } from '../icons.tsx';

interface LoopProps {
  sources: { src: string; type: string; media?: string }[];
}

/**
 * Video over the hero's still image. Not with reduced motion or reduced data; loads after the page, pauses off-screen
 * and by a button (WCAG 2.2.2: longer than five seconds).
 */
export function HeroLoop({ sources }: LoopProps) {
  const reducedMotion = useReducedMotion();
  const reducedData = useReducedData();
  const arrived = usePageArrived();
  return arrived && !reducedMotion && !reducedData ? <Loop sources={sources} /> : null;
}

function Loop({ sources }: LoopProps) {
  const video = useRef<HTMLVideoElement>(null);
  const onScreen = useOnScreen(video);
  const [stopped, setStopped] = useState(false);
  const [moving, setMoving] = useState(false);

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    if (!onScreen || stopped) element.pause();
    // Autoplay may be blocked: the still image remains.
    else element.play().catch(() => setMoving(false));
  }, [onScreen, stopped]);

  return (
    <>
      <video
        ref={video}
        className="hero-loop"
        data-moving={moving}
        muted
        playsInline
        loop
        preload="auto"
        tabIndex={-1}
        aria-hidden="true"
        onPlaying={() => setMoving(true)}
      >
        {sources.map(({ src, type, media }) => (
          <source key={src} src={src} type={type} media={media} />
        ))}
      </video>
      {moving && (
        <button
          type="button"
          className="hero-stop absolute top-[min(3.75rem,92px)] z-2 grid place-items-center w-[44px] h-[44px] text-paper rounded-[50%] bg-[rgb(7_18_32_/_0.45)] *:w-[16px] *:h-[16px] hover:bg-night-ink"
          aria-label={stopped ? 'Riprendi il movimento' : 'Ferma il movimento'}
          onClick={() => setStopped(!stopped)}
        >
          {stopped ? <PlayIcon /> : <PauseIcon />}
        </button>
      )}
    </>
  );
}
