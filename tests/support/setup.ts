import { afterEach, beforeEach, expect, vi } from 'vitest';
import { protagonist } from '#content/book.ts';
import { callBy } from '#server/text/addressing.ts';

// Who talks in tests that open no site.
callBy(protagonist.name);

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
