import { useEffect, useRef } from 'react';
import { useReducedMotion } from '#client/ui/use-media-query.ts';
import { useOnScreen } from '#client/ui/use-on-screen.ts';
import { beam, beamPath, trigger } from './trace.ts';

/** Canvas size of specification, section 9. */
const width = 800;
const height = 120;
const points = 400;
const rest = beam(new Float32Array(0), 0, 2, height);

const afterglow = 70;

interface OscilloscopeProps {
  analyser: AnalyserNode | null;
  playing: boolean;
}

/**
 * Trace of the voice: the canvas draws the afterglow, an SVG path the sharp beam. Idle off-screen, on a hidden page and
 * while paused; with reduced motion four frames a second without afterglow.
 */
export function Oscilloscope({ analyser, playing }: OscilloscopeProps) {
  const screen = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const path = useRef<SVGPathElement>(null);
  const onScreen = useOnScreen(screen);
  const calm = useReducedMotion();

  useEffect(() => {
    const phosphor = canvas.current?.getContext('2d');
    const line = path.current;
    if (!phosphor || !line || !onScreen) return;
    if (!analyser) {
      line.setAttribute('d', beamPath(rest, width));
      return;
    }

    const samples = new Float32Array(analyser.fftSize);
    const interval = calm ? 250 : 0;
    let frame = 0;
    let lastDrawn = -Infinity;
    let fading = 0;

    const draw = (now: number) => {
      frame = requestAnimationFrame(draw);
      if (now - lastDrawn < interval) return;
      lastDrawn = now;
      fade(phosphor, calm ? 1 : 0.16);
      if (playing) {
        analyser.getFloatTimeDomainData(samples);
        const heights = beam(samples, trigger(samples), points, height);
        line.setAttribute('d', beamPath(heights, width));
        excite(phosphor, heights);
        return;
      }
      line.setAttribute('d', beamPath(rest, width));
      fading += calm ? afterglow : 1;
      if (fading < afterglow) return;
      cancelAnimationFrame(frame);
      phosphor.clearRect(0, 0, width, height);
      excite(phosphor, rest);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [analyser, playing, onScreen, calm]);

  return (
    <div ref={screen} className="scope-screen">
      <canvas
        ref={canvas}
        width={width}
        height={height}
        role="img"
        aria-label="Oscilloscopio: l’onda della voce mentre la registrazione suona"
      />
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <path ref={path} fill="none" vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  );
}

function fade(context: CanvasRenderingContext2D, part: number): void {
  context.globalCompositeOperation = 'destination-out';
  context.fillStyle = `rgb(0 0 0 / ${part})`;
  context.fillRect(0, 0, width, height);
}

/** Glow of the beam: three strokes cost a hundredth of a blurred shadow. */
const halo = [
  { lineWidth: 14, strokeStyle: 'rgb(92 201 167 / 0.05)' },
  { lineWidth: 6, strokeStyle: 'rgb(92 201 167 / 0.14)' },
  { lineWidth: 2, strokeStyle: 'rgb(143 240 200 / 0.55)' },
] as const;

function excite(context: CanvasRenderingContext2D, heights: readonly number[]): void {
  context.globalCompositeOperation = 'lighter';
  context.lineJoin = 'round';
  context.beginPath();
  const step = width / Math.max(1, heights.length - 1);
  heights.forEach((y, point) => context.lineTo(point * step, y));
  for (const stroke of halo) {
    Object.assign(context, stroke);
    context.stroke();
  }
}
