import { tmpdir } from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startMonitor } from './monitor.ts';

test('an event loop that was held up shows, and so do memory and disk', async () => {
  const monitor = startMonitor(tmpdir());
  onTestFinished(() => monitor.close());
  const vitals = await vi.waitFor(
    async () => {
      // Held up between two ticks of the measurement, wherever they fall.
      const until = performance.now() + 400;
      while (performance.now() < until);
      const read = await monitor.read();
      expect(read.eventLoopDelayMs).toBeGreaterThan(200);
      return read;
    },
    { timeout: 15_000 },
  );
  expect(vitals.memoryBytes).toBeGreaterThan(20_000_000);
  expect(['ok', 'low']).toContain(vitals.disk);
});

test('a folder that is gone is said to be unknown, not healthy', async () => {
  const monitor = startMonitor('/nessuna/cartella');
  onTestFinished(() => monitor.close());
  expect((await monitor.read()).disk).toBe('unknown');
});
