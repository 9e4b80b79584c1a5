import { tmpdir } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { startMonitor } from './monitor.ts';

test('an event loop that was held up shows, and so do memory and disk', async () => {
  const monitor = startMonitor(tmpdir());
  onTestFinished(() => monitor.close());
  const ticks = () => new Promise((resolve) => setTimeout(resolve, 60));
  await ticks();
  const until = performance.now() + 400;
  while (performance.now() < until);
  await ticks();
  const vitals = await monitor.read();
  expect(vitals.eventLoopDelayMs).toBeGreaterThan(200);
  expect(vitals.memoryBytes).toBeGreaterThan(20_000_000);
  expect(['ok', 'low']).toContain(vitals.disk);
});

test('a folder that is gone is said to be unknown, not healthy', async () => {
  const monitor = startMonitor('/nessuna/cartella');
  onTestFinished(() => monitor.close());
  expect((await monitor.read()).disk).toBe('unknown');
});
