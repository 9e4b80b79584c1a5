/** Samples across the screen: half of the analyser's, so that the other half is room to look for the trigger. */
export const span = 1024;

/** Below this a wave is noise and does not trigger. */
const hysteresis = 0.01;

/**
 * Where to start drawing so that the wave stands still: the first rise through zero after a clear negative,
 * as an oscilloscope triggers. 0 when there is none.
 *
 * @param samples at least {@link span}, from -1 to 1
 */
export function trigger(samples: Float32Array): number {
  let armed = false;
  for (let index = 0; index < samples.length - span; index += 1) {
    const sample = samples[index] ?? 0;
    if (sample < -hysteresis) armed = true;
    else if (armed && sample >= 0) return index;
  }
  return 0;
}

/**
 * The heights of the beam at `points` places from left to right, in a screen `height` high. A voice is quiet:
 * the gain lifts it, and what would leave the screen bends before its edge instead of being cut.
 */
export function beam(samples: Float32Array, start: number, points: number, height: number): number[] {
  const middle = height / 2;
  return Array.from({ length: points }, (_, point) => {
    const sample = samples[start + Math.round((point / (points - 1)) * (span - 1))] ?? 0;
    return middle - Math.tanh(sample * 2.2) * (middle - 4);
  });
}

/** The beam as the `d` of an SVG path, `width` wide. */
export function beamPath(heights: readonly number[], width: number): string {
  const step = width / Math.max(1, heights.length - 1);
  return heights
    .map((y, point) => `${point === 0 ? 'M' : 'L'}${(point * step).toFixed(1)} ${y.toFixed(1)}`)
    .join('');
}
