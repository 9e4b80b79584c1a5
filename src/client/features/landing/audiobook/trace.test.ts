import { describe, expect, it } from 'vitest';
import { beam, beamPath, span, trigger } from './trace.ts';

function sine(phase: number, amplitude = 0.5): Float32Array {
  return Float32Array.from({ length: 2048 }, (_, index) => amplitude * Math.sin(index / 20 + phase));
}

describe('the trigger', () => {
  it('finds the same point of the wave whatever its phase', () => {
    for (const phase of [0, 0.7, 2, 3.5, 5]) {
      const samples = sine(phase);
      const start = trigger(samples);
      expect(start).toBeGreaterThan(0);
      expect(samples[start]).toBeGreaterThanOrEqual(0);
      expect(samples[start - 1]).toBeLessThan(0);
    }
  });

  it('leaves a whole screen of samples after it', () => {
    expect(trigger(sine(1)) + span).toBeLessThanOrEqual(2048);
  });

  it('does not fire on silence or hiss', () => {
    expect(trigger(new Float32Array(2048))).toBe(0);
    expect(trigger(sine(0.5, 0.005))).toBe(0);
  });
});

describe('the beam', () => {
  it('rests in the middle', () => {
    expect(beam(new Float32Array(2048), 0, 5, 120)).toEqual([60, 60, 60, 60, 60]);
  });

  it('stays on the screen however loud it is', () => {
    const loud = Float32Array.from({ length: 2048 }, (_, index) => (index % 2 ? 9 : -9));
    for (const y of beam(loud, 0, 400, 120)) {
      expect(y).toBeGreaterThanOrEqual(4);
      expect(y).toBeLessThanOrEqual(116);
    }
  });

  it('goes up for a positive sample', () => {
    expect(beam(new Float32Array(2048).fill(0.3), 0, 2, 120)[0]).toBeLessThan(60);
  });

  it('reaches from edge to edge', () => {
    expect(beamPath([60, 20, 60], 800)).toBe('M0.0 60.0L400.0 20.0L800.0 60.0');
  });
});
