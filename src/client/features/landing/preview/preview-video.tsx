import { useEffect, useRef } from 'react';
import type { Layer, LayerIndex, PreviewEvent } from './preview-state.ts';

export interface Clip {
  title: string;
  poster: string;
  sources: { src: string; type: string }[];
}

interface PreviewVideoProps {
  clips: readonly Clip[];
  layer: Layer;
  index: LayerIndex;
  playing: boolean;
  visible: 'in' | 'out' | 'no';
  alone: boolean;
  send(event: PreviewEvent): void;
  onRefused(): void;
}

export function PreviewVideo(props: PreviewVideoProps) {
  const { clips, layer, index, playing, visible, alone, send, onRefused } = props;
  const video = useRef<HTMLVideoElement>(null);
  const clip = layer.clip === null ? undefined : clips[layer.clip];

  useEffect(() => {
    const element = video.current;
    if (!element || !clip) return;
    const source = clip.sources.find(({ type }) => element.canPlayType(type)) ?? clip.sources[0];
    if (!source) return;
    // Skips the empty screen at the start.
    element.src = `${source.src}#t=2`;
    element.load();
    return () => {
      // An element without a source cancels its download.
      element.removeAttribute('src');
      element.load();
    };
  }, [clip, layer.attempt]);

  useEffect(() => {
    const element = video.current;
    if (!element || !clip) return;
    if (!playing) {
      element.pause();
      return;
    }
    // Load errors fire the `error` event; only blocked autoplay matters here.
    element.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotAllowedError') onRefused();
    });
  }, [clip, layer.attempt, playing, onRefused]);

  return (
    <video
      ref={video}
      muted
      playsInline
      loop={alone}
      preload="auto"
      poster={clip?.poster || undefined}
      tabIndex={-1}
      aria-hidden="true"
      data-layer={index}
      data-visible={visible}
      className="preview-layer"
      onTimeUpdate={({ currentTarget: { currentTime, duration } }) => {
        if (duration > 0) send({ type: 'progress', layer: index, remaining: duration - currentTime });
      }}
      onEnded={() => send({ type: 'progress', layer: index, remaining: 0 })}
      onError={() => send({ type: 'failed', layer: index })}
    />
  );
}
