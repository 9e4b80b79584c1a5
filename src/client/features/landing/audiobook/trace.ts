/** Samples on the screen: half of the analyser's, leaving the rest for the trigger search. */
export const span = 1024;

/** Smaller waves are noise and do not trigger. */
const hysteresis = 0.01;

/**
 * First sample to draw for a steady wave, like an oscilloscope's trigger: the first zero crossing upwards after a clear
 * negative; 0 without one.
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
 * Heights of the beam at `points` places, left to right, on a screen `height` high. The gain lifts quiet voices; peaks
 * are compressed instead of clipped.
 */
export function beam(samples: Float32Array, start: number, points: number, height: number): number[] {
  const middle = height / 2;
  return Array.from({ length: points }, (_, point) => {
    const sample = samples[start + Math.round((point / (points - 1)) * (span - 1))] ?? 0;
    return middle - Math.tanh(sample * 2.2) * (middle - 4);
  });
}

export function beamPath(heights: readonly number[], width: number): string {
  const step = width / Math.max(1, heights.length - 1);
  return heights
    .map((y, point) => `${point === 0 ? 'M' : 'L'}${(point * step).toFixed(1)} ${y.toFixed(1)}`)
    .join('');
}
