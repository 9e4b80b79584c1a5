import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { durationMs, leaseWorld as world } from '#tests/support/lease-world.ts';

describe('the lease', () => {
  test('is had by the first, kept by renewing, and taken only after it was not renewed for its whole time', async () => {
    const { state, machine } = world();
    const [one, other] = [machine(), machine({ offset: -5e9 })];
    expect(await one.acquire()).toBe(true);
    expect([one.valid, one.epoch]).toEqual([true, 1]);
    for (let second = 0; second < 60; second += 4) {
      expect(await other.acquire()).toBe(false);
      state.now += 4_000;
      await one.renew();
    }
    expect(await other.acquire()).toBe(false);
    state.now += durationMs * 0.75;
    expect(one.valid).toBe(false);
    expect(await other.acquire()).toBe(false);
    state.now += durationMs * 0.25;
    expect(await other.acquire()).toBe(true);
    expect([other.valid, other.epoch]).toEqual([true, 2]);
    await expect(one.renew()).rejects.toMatchObject({ failure: 'conflict' });
    expect([one.valid, one.lost]).toEqual([false, true]);
  });

  test('given back it is free at once', async () => {
    const { machine } = world();
    const [one, other] = [machine(), machine()];
    await one.acquire();
    await one.release();
    expect(one.valid).toBe(false);
    expect(await other.acquire()).toBe(true);
  });

  test('a holder that could not renew for a while goes on when nobody took it', async () => {
    const { state, machine } = world();
    const one = machine();
    await one.acquire();
    state.next.fate = 'not sent';
    state.now += durationMs;
    await expect(one.renew()).rejects.toMatchObject({ failure: 'unreachable' });
    expect(one.valid).toBe(false);
    state.next.fate = 'ok';
    await one.renew();
    expect([one.valid, one.lost]).toEqual([true, false]);
  });

  test('a put whose answer was lost is recognised as our own', async () => {
    const { state, machine } = world();
    const one = machine();
    state.next.fate = 'no answer';
    expect(await one.acquire()).toBe(true);
    await one.renew();
    expect(one.valid).toBe(true);
  });

  test('of a holder that would go on writing nobody takes the place', async () => {
    const { state, machine } = world();
    await machine({ fenced: false }).acquire();
    const other = machine();
    await other.acquire();
    state.now += durationMs;
    await expect(other.acquire()).rejects.toThrow('FAILOVER=on');
  });

  const steps = fc.array(
    fc.record({
      who: fc.nat(2),
      wait: fc.integer({ min: 0, max: 30_000 }),
      before: fc.integer({ min: 0, max: 9_000 }),
      after: fc.integer({ min: 0, max: 9_000 }),
      fate: fc.constantFrom(
        'ok' as const,
        'ok' as const,
        'ok' as const,
        'not sent' as const,
        'no answer' as const,
      ),
    }),
    { maxLength: 60 },
  );
  const rate = fc.double({ min: 0.9, max: 1.1, noNaN: true });

  test('whatever is slow, lost or paused, and however their clocks run: never two at once', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.tuple(rate, rate, rate), async (history, rates) => {
        const { state, machine } = world();
        const machines = rates.map((own, index) => machine({ rate: own, offset: index * 1e7 }));
        for (const { who, wait, before, after, fate } of history) {
          state.now += wait;
          state.next = { before, after, fate };
          const lease = machines[who];
          if (lease && !lease.lost)
            await (lease.epoch > 0 ? lease.renew() : lease.acquire()).catch(() => undefined);
          expect(machines.filter(({ valid }) => valid).length).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 300 },
    );
  });
});
