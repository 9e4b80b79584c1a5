import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withDeadline } from './with-deadline.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new Promise<string>(() => undefined);
const throwLate = () => {
  throw new Error('late');
};

test('a result in time is given as it is, and leaves no timer behind', async () => {
  const onLate = vi.fn(throwLate);
  expect(await withDeadline(Promise.resolve('ferro'), 1_000, onLate)).toBe('ferro');
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(onLate).not.toHaveBeenCalled();
});

test('a failure in time is given as it is, and leaves no timer behind', async () => {
  const failure = new Error('broken');
  await expect(withDeadline(Promise.reject(failure), 1_000, throwLate)).rejects.toBe(failure);
  expect(vi.getTimerCount()).toBe(0);
});

test('is late after the milliseconds, not before', async () => {
  const onLate = vi.fn(() => 'late');
  const outcome = withDeadline(never, 1_000, onLate);
  await vi.advanceTimersByTimeAsync(999);
  expect(onLate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBe('late');
});

test('what `onLate` throws or waits for is the outcome', async () => {
  const refused = expect(withDeadline(never, 10, throwLate)).rejects.toThrow('late');
  const waited = withDeadline(never, 10, () => Promise.resolve(7));
  await vi.advanceTimersByTimeAsync(10);
  await refused;
  expect(await waited).toBe(7);
});

test('a failure that comes after the deadline is not unhandled', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  try {
    let fail: (error: Error) => void = () => undefined;
    const outcome = withDeadline(
      new Promise<string>((_resolve, reject) => (fail = reject)),
      10,
      () => 'late',
    );
    await vi.advanceTimersByTimeAsync(10);
    expect(await outcome).toBe('late');
    fail(new Error('too late to matter'));
    vi.useRealTimers();
    await new Promise(setImmediate);
    expect(unhandled).not.toHaveBeenCalled();
  } finally {
    process.off('unhandledRejection', unhandled);
  }
});
