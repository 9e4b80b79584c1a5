import { afterEach, beforeEach, expect, vi } from 'vitest';

// What is written on the console in a test is a mistake nobody looked at: it fails the test.
const methods = ['error', 'warn'] as const;

beforeEach(() => {
  for (const method of methods) vi.spyOn(console, method);
});

afterEach(() => {
  for (const method of methods)
    expect(vi.mocked(console[method]).mock.calls, `console.${method}`).toEqual([]);
  vi.restoreAllMocks();
});
