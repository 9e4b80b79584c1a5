import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentClip, initialPreview, stepPreview, type PreviewEvent } from './preview-state.ts';
import { createPreview } from './preview-store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Makes Fisher–Yates keep the natural order. */
const unshuffled = () => 0.999;

function started(count = 4, random: () => number = unshuffled) {
  const preview = createPreview(count, random);
  preview.send({ type: 'near' });
  return preview;
}

function playToTheNext(preview: ReturnType<typeof createPreview>): void {
  preview.send({ type: 'progress', layer: preview.store.get().front, remaining: 0.9 });
  vi.advanceTimersByTime(1000);
}

describe('the preview’s playlist', () => {
  it('loads nothing before it is near the screen', () => {
    const preview = createPreview(4, unshuffled);
    expect(preview.store.get()).toMatchObject({ phase: 'waiting', layers: [{ clip: null }, { clip: null }] });
    preview.send({ type: 'near' });
    expect(preview.store.get()).toMatchObject({
      phase: 'playing',
      layers: [{ clip: 0 }, { clip: 1 }],
      front: 0,
    });
  });

  it('starts the next clip when 1 s or less remains, not before', () => {
    const preview = started();
    preview.send({ type: 'progress', layer: 0, remaining: 1.01 });
    expect(preview.store.get()).toMatchObject({ phase: 'playing', front: 0 });
    preview.send({ type: 'progress', layer: 0, remaining: 1 });
    expect(preview.store.get()).toMatchObject({ phase: 'fading', front: 1 });
  });

  it('cross-fades for 1000 ms and only then takes the old clip away', () => {
    const preview = started();
    preview.send({ type: 'progress', layer: 0, remaining: 0.4 });
    vi.advanceTimersByTime(999);
    expect(preview.store.get()).toMatchObject({ phase: 'fading', layers: [{ clip: 0 }, { clip: 1 }] });
    vi.advanceTimersByTime(1);
    expect(preview.store.get()).toMatchObject({
      phase: 'playing',
      layers: [{ clip: 2 }, { clip: 1 }],
      front: 1,
    });
  });

  it('does not switch again because of the clip that fades out', () => {
    const preview = started();
    preview.send({ type: 'progress', layer: 0, remaining: 0.9 });
    preview.send({ type: 'progress', layer: 0, remaining: 0 });
    expect(preview.store.get()).toMatchObject({ front: 1, fades: 1 });
  });

  it('alternates the two layers through a whole round, then shuffles again', () => {
    const preview = started(4, Math.random);
    const rounds: number[][] = [];
    for (let round = 0; round < 20; round += 1) {
      const clips: number[] = [];
      for (let turn = 0; turn < 4; turn += 1) {
        expect(preview.store.get().front).toBe((round * 4 + turn) % 2);
        clips.push(currentClip(preview.store.get()));
        playToTheNext(preview);
      }
      rounds.push(clips);
    }
    for (const clips of rounds) expect([...clips].sort()).toEqual([0, 1, 2, 3]);
    for (const [index, clips] of rounds.slice(1).entries()) expect(clips[0]).not.toBe(rounds[index]?.[3]);
    expect(new Set(rounds.map(String)).size).toBeGreaterThan(1);
  });

  it('jumps to a clip with the same cross-fade and comes back to the one it displaced', () => {
    const preview = started();
    preview.send({ type: 'jump', clip: 3 });
    expect(preview.store.get()).toMatchObject({
      phase: 'fading',
      front: 1,
      layers: [{ clip: 0 }, { clip: 3 }],
    });
    vi.advanceTimersByTime(1000);
    expect(preview.store.get()).toMatchObject({
      phase: 'playing',
      layers: [{ clip: 1 }, { clip: 3 }],
      queue: [2],
    });
  });

  it('ends only the last of two fades that overlap', () => {
    const preview = started();
    preview.send({ type: 'jump', clip: 2 });
    vi.advanceTimersByTime(600);
    preview.send({ type: 'jump', clip: 3 });
    vi.advanceTimersByTime(600);
    expect(preview.store.get()).toMatchObject({ phase: 'fading' });
    vi.advanceTimersByTime(400);
    expect(preview.store.get().phase).toBe('playing');
    expect(currentClip(preview.store.get())).toBe(3);
  });

  it('can be asked for a clip before it starts', () => {
    const preview = createPreview(4, unshuffled);
    preview.send({ type: 'jump', clip: 2 });
    expect(preview.store.get()).toMatchObject({ phase: 'playing', layers: [{ clip: 2 }, { clip: 0 }] });
  });
});

describe('a clip that fails', () => {
  it('is reloaded once', () => {
    const preview = started();
    preview.send({ type: 'failed', layer: 0 });
    expect(preview.store.get()).toMatchObject({
      phase: 'playing',
      layers: [{ clip: 0, attempt: 1 }, { clip: 1 }],
    });
  });

  it('is given up after its second failure, and the next one takes its place', () => {
    const preview = started();
    preview.send({ type: 'failed', layer: 0 });
    preview.send({ type: 'failed', layer: 0 });
    expect(preview.store.get()).toMatchObject({ phase: 'fading', front: 1, givenUp: [0] });
    vi.advanceTimersByTime(1000);
    for (let turn = 0; turn < 12; turn += 1) {
      expect(currentClip(preview.store.get())).not.toBe(0);
      playToTheNext(preview);
    }
  });

  it('is replaced where it stood ready', () => {
    const preview = started();
    preview.send({ type: 'failed', layer: 1 });
    preview.send({ type: 'failed', layer: 1 });
    expect(preview.store.get()).toMatchObject({
      phase: 'playing',
      front: 0,
      layers: [{ clip: 0 }, { clip: 2 }],
    });
  });

  it('leaves the poster, silently, when no clip is left', () => {
    const preview = started();
    for (let times = 0; times < 20; times += 1) {
      preview.send({ type: 'failed', layer: preview.store.get().front });
      vi.advanceTimersByTime(1000);
    }
    expect(preview.store.get()).toMatchObject({ phase: 'silent', givenUp: [0, 1, 2, 3] });
  });

  it('gets its two attempts again when it is asked for by name', () => {
    const preview = started();
    for (let times = 0; times < 20; times += 1)
      preview.send({ type: 'failed', layer: preview.store.get().front });
    preview.send({ type: 'jump', clip: 3 });
    expect(preview.store.get()).toMatchObject({ phase: 'playing', givenUp: [0, 1, 2] });
    expect(currentClip(preview.store.get())).toBe(3);
  });
});

it('never shows one clip twice at once nor loses its place, whatever happens', () => {
  const layer = fc.constantFrom<0 | 1>(0, 1);
  const event: fc.Arbitrary<PreviewEvent> = fc.oneof(
    fc.constant<PreviewEvent>({ type: 'near' }),
    fc.record({
      type: fc.constant('progress'),
      layer,
      remaining: fc.double({ min: 0, max: 12, noNaN: true }),
    }),
    fc.record({ type: fc.constant('faded'), fade: fc.nat(40) }),
    fc.record({ type: fc.constant('failed'), layer }),
    fc.record({ type: fc.constant('jump'), clip: fc.integer({ min: -1, max: 4 }) }),
  );
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 60 }),
      fc.infiniteStream(fc.double({ min: 0, max: 0.99, noNaN: true })),
      (events, numbers) => {
        const random = () => numbers.next().value ?? 0;
        let state = initialPreview(4, random);
        for (const happened of events) {
          state = stepPreview(state, happened, random);
          const [first, second] = state.layers;
          if (first.clip !== null) expect(first.clip).not.toBe(second.clip);
          expect(new Set(state.queue).size).toBe(state.queue.length);
          expect(currentClip(state)).toBeGreaterThanOrEqual(0);
          if (state.phase === 'silent') expect(state.givenUp.length).toBe(4);
        }
      },
    ),
  );
});
