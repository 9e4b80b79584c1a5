import { expect, test, vi } from 'vitest';
import { lazy } from './lazy.ts';

test('makes nothing before it is asked, and then only once', () => {
  const make = vi.fn(() => ['ferro']);
  const words = lazy(make);
  expect(make).not.toHaveBeenCalled();
  expect(words()).toBe(words());
  expect(make).toHaveBeenCalledTimes(1);
});

test('tries again after a failure', () => {
  const make = vi
    .fn(() => 5)
    .mockImplementationOnce(() => {
      throw new Error('not yet');
    });
  const length = lazy(make);
  expect(() => length()).toThrow('not yet');
  expect(length()).toBe(5);
});
