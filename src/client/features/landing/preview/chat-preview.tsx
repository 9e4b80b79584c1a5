import { useSelector } from '@tanstack/react-store';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useReducedData, useReducedMotion } from '#client/ui/use-media-query.ts';
import { useOnScreen, useSeen } from '#client/ui/use-on-screen.ts';
import { PauseIcon, PlayIcon } from '../icons.tsx';
import { currentClip, type PreviewState } from './preview-state.ts';
import { createPreview } from './preview-store.ts';
import { PreviewVideo, type Clip } from './preview-video.tsx';
import './preview.css';

const layerIndexes = [0, 1] as const;

export function ChatPreview({ clips }: { clips: readonly Clip[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const near = useSeen(frame, '300px');
  const onScreen = useOnScreen(frame);
  const [preview] = useState(() => createPreview(clips.length));
  const state = useSelector(preview.store);
  const [playing, setPlaying] = usePlaying();

  useEffect(() => {
    if (near && playing) preview.send({ type: 'near' });
  }, [near, playing, preview]);

  const stopPlaying = useCallback(() => setPlaying(false), [setPlaying]);
  const current = currentClip(state);
  const moves = playing && onScreen && state.phase !== 'waiting' && state.phase !== 'silent';

  return (
    <div className="preview">
      <div
        ref={frame}
        className="rounded-[14px] shadow-[0_0_0_2px_#0b2a20,0_0_0_12px_#16211d,0_0_0_13px_#33463e,0_0_90px_-10px_rgb(92_201_167_/_0.35)] relative aspect-9/16 overflow-hidden bg-terminal-ink"
      >
        {clips[0]?.poster && (
          <noscript>
            <img
              src={clips[0].poster}
              alt=""
              width={720}
              height={1280}
              loading="lazy"
              className="preview-layer"
            />
          </noscript>
        )}
        {near && clips[current]?.poster && (
          <img
            src={clips[current].poster}
            alt=""
            width={720}
            height={1280}
            className="preview-layer"
            // Hides the browser's broken-media icon.
            onError={({ currentTarget }) => currentTarget.style.setProperty('visibility', 'hidden')}
            onLoad={({ currentTarget }) => currentTarget.style.removeProperty('visibility')}
          />
        )}
        {near &&
          layerIndexes.map((index) => (
            <PreviewVideo
              key={index}
              clips={clips}
              layer={state.layers[index]}
              index={index}
              playing={moves && (index === state.front || state.phase === 'fading')}
              visible={visibility(state, index)}
              alone={state.layers[index === 0 ? 1 : 0].clip === null}
              send={preview.send}
              onRefused={stopPlaying}
            />
          ))}
      </div>
      <div className="flex items-center gap-3 pt-8">
        <button
          type="button"
          className="grid place-items-center w-11 h-11 text-terminal border border-terminal-dim hover:text-terminal-ink hover:bg-terminal"
          aria-label={playing ? 'Ferma l’anteprima' : 'Avvia l’anteprima'}
          onClick={() => setPlaying(!playing)}
        >
          {playing ? <PauseIcon /> : <PlayIcon />}
        </button>
        <ul role="list" className="preview-indicators">
          {clips.map((clip, index) => (
            <li key={clip.sources[0]?.src}>
              <button
                type="button"
                aria-label={`Video ${index + 1} di ${clips.length}: ${clip.title}`}
                // The first clip is random and chosen in the browser: rendering it earlier would break hydration.
                aria-current={near && index === current}
                onClick={() => preview.send({ type: 'jump', clip: index })}
              >
                <span />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Autoplay unless reduced motion or data is preferred; the reader's choice wins. */
function usePlaying(): [boolean, (playing: boolean) => void] {
  const reducedMotion = useReducedMotion();
  const reducedData = useReducedData();
  const [chosen, setChosen] = useState<boolean>();
  return [chosen ?? !(reducedMotion || reducedData), setChosen];
}

function visibility(state: PreviewState, index: 0 | 1): 'in' | 'out' | 'no' {
  if (state.phase === 'waiting' || state.phase === 'silent') return 'no';
  if (index === state.front) return 'in';
  return state.phase === 'fading' ? 'out' : 'no';
}
