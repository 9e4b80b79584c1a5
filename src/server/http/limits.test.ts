import { expect, it, onTestFinished, vi } from 'vitest';
import type { AppError } from '#shared/errors.ts';
import { createLimits } from './limits.ts';

it('never tells a longer wait than the points take to come back, though the clock is put back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const limits = createLimits();
  const sender = { address: '192.0.2.1', readerId: 'anna', isKnownReader: true, deviceId: undefined };
  for (let attempt = 0; attempt < 20; attempt += 1) await limits.limit('chat', sender);
  vi.setSystemTime(Date.now() - 3_600_000);
  const error: unknown = await limits.limit('chat', sender).catch((thrown: unknown) => thrown);
  expect((error as AppError).retryAfter).toBe(60);
});
