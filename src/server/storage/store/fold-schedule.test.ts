import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FoldSchedule } from './fold-schedule.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function target(write: () => Promise<void> = () => Promise.resolve()) {
  const state = {
    unfolded: false,
    journalBytes: 0,
    snapshotBytes: 0,
    foldMilliseconds: 10,
    folds: 0,
    mutations: 0,
    write: async () => {
      state.folds++;
      const seen = state.mutations;
      await write();
      state.unfolded = state.mutations !== seen;
      state.journalBytes = 0;
    },
  };
  const schedule = new FoldSchedule(state);
  const mutate = () => {
    state.unfolded = true;
    state.mutations++;
    schedule.mutated();
  };
  return { state, schedule, mutate };
}

describe('folding by itself', () => {
  it('comes some seconds after the last mutation', async () => {
    const { state, mutate } = target();
    for (let second = 0; second < 5; second++) {
      mutate();
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(state.folds).toBe(0);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(state.folds).toBe(1);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(state.folds).toBe(1);
  });

  it('comes within a minute or so under a mutation every second', async () => {
    const { state, mutate } = target();
    for (let second = 0; second < 65; second++) {
      mutate();
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(state.folds).toBe(1);
  });

  it('comes at 8 MiB at once, later when db.json is much larger than that', async () => {
    const { state, mutate } = target();
    state.journalBytes = 9 * 1024 * 1024;
    mutate();
    await vi.advanceTimersByTimeAsync(0);
    expect(state.folds).toBe(1);
    state.snapshotBytes = 400 * 1024 * 1024;
    state.journalBytes = 9 * 1024 * 1024;
    mutate();
    await vi.advanceTimersByTimeAsync(0);
    expect(state.folds).toBe(1);
    state.journalBytes = 201 * 1024 * 1024;
    mutate();
    await vi.advanceTimersByTimeAsync(0);
    expect(state.folds).toBe(2);
  });

  it('comes rarely when it takes long', async () => {
    const { state, mutate } = target();
    state.foldMilliseconds = 2_000;
    mutate();
    await vi.advanceTimersByTimeAsync(39_000);
    expect(state.folds).toBe(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(state.folds).toBe(1);
  });

  it('is tried again half a minute after it failed', async () => {
    let room = false;
    const { state, mutate } = target(() => (room ? Promise.resolve() : Promise.reject(new Error('ENOSPC'))));
    mutate();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(state.folds).toBe(1);
    state.journalBytes = 9 * 1024 * 1024;
    mutate();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(state.folds).toBe(1);
    room = true;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(state.folds).toBe(2);
    expect(state.unfolded).toBe(false);
  });

  it('comes again for mutations that arrived while it ran', async () => {
    const { state, mutate } = target(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
    mutate();
    await vi.advanceTimersByTimeAsync(3_500);
    expect(state.folds).toBe(1);
    mutate();
    await vi.advanceTimersByTimeAsync(25_000);
    expect(state.folds).toBe(2);
    expect(state.unfolded).toBe(false);
  });

  it('stops', async () => {
    const { state, schedule, mutate } = target();
    mutate();
    schedule.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(state.folds).toBe(0);
  });
});
