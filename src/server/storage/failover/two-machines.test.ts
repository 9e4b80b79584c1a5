import fc from 'fast-check';
import { expect, test } from 'vitest';
import { durationMs, leaseWorld } from '#tests/support/lease-world.ts';
import { AppError } from '#shared/errors.ts';
import type { Store } from '../store/types.ts';
import { fencedStore } from './fence.ts';

/** Three machines that are all alive, each with its own clocks and its own disk, and one bucket between them. */
function begin(rates: readonly number[]) {
  const { state, machine } = leaseWorld();
  /** Who has taken the lease, one after the other. */
  const owners: number[] = [];
  const failures: unknown[] = [];
  const counts = { acknowledged: 0 };

  /** The program on a machine, from its start as the one that waits. */
  function start(who: number, set: { wall: number }) {
    const lease = machine({ rate: rates[who] ?? 1, offset: who * 1e7, set });
    /** What the disk has not answered yet. */
    const writing: (() => void)[] = [];
    const disk = {
      state: 'open',
      mutate() {
        expect(owners.at(-1), 'a machine that was replaced begins to write').toBe(who);
        return new Promise<void>((resolve) => writing.push(resolve));
      },
    };
    return { lease, writing, store: fencedStore(disk as unknown as Store, lease) };
  }

  const machines = rates.map((_, who) => {
    const set = { wall: 0 };
    return { who, set, isPaused: false, program: start(who, set) };
  });
  type Machine = (typeof machines)[number];

  return {
    state,
    machines,
    owners,
    failures,
    counts,
    /** Renews or looks, as both do six times in a lease; one that has lost it starts anew. */
    async attempt(on: Machine): Promise<void> {
      if (on.program.lease.lost) on.program = start(on.who, on.set);
      const { lease } = on.program;
      if (lease.epoch > 0) return void (await lease.renew().catch(() => undefined));
      if (await lease.acquire().catch(() => false)) owners.push(on.who);
    },
    async write({ who, program }: Machine): Promise<void> {
      try {
        await program.store.mutate([]);
        expect(owners.at(-1), 'a machine that was replaced acknowledges').toBe(who);
        counts.acknowledged += 1;
      } catch (error) {
        if (!(error instanceof AppError)) failures.push(error);
      }
    },
  };
}

const step = fc.record({
  who: fc.nat(2),
  what: fc.oneof(
    { weight: 4, arbitrary: fc.constant('attempt' as const) },
    { weight: 3, arbitrary: fc.constant('write' as const) },
    { weight: 3, arbitrary: fc.constant('written' as const) },
    { weight: 1, arbitrary: fc.constantFrom('pause' as const, 'wake' as const, 'set the clock' as const) },
  ),
  wait: fc.integer({ min: 0, max: durationMs / 4 }),
  /** How long the bucket takes before and after a put has its effect, and what becomes of it: a cut network loses either way. */
  before: fc.integer({ min: 0, max: durationMs / 2 }),
  after: fc.integer({ min: 0, max: durationMs / 2 }),
  fate: fc.constantFrom(...(['ok', 'ok', 'ok', 'not sent', 'no answer'] as const)),
  to: fc.integer({ min: -1e8, max: 1e8 }),
});
const rate = fc.double({ min: 0.9, max: 1.1, noNaN: true });

test('of machines that are alive at one instant only the newest owner begins a write, and only it acknowledges one', async () => {
  const seen = { takeOvers: 0, acknowledged: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 40, maxLength: 160, size: 'max' }),
      fc.tuple(rate, rate, rate),
      async (history, rates) => {
        const world = begin(rates);
        for (const { who, what, wait, before, after, fate, to } of history) {
          const machine = world.machines[who];
          if (!machine || (machine.isPaused && what !== 'wake')) continue;
          world.state.now += wait;
          world.state.next = { before, after, fate };
          if (what === 'attempt') await world.attempt(machine);
          else if (what === 'write') void world.write(machine);
          else if (what === 'written') machine.program.writing.shift()?.();
          else if (what === 'set the clock') machine.set.wall += to;
          else machine.isPaused = what === 'pause';
          // What follows of it at once.
          for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
          expect(world.failures).toEqual([]);
        }
        seen.takeOvers += Math.max(0, world.owners.length - 1);
        seen.acknowledged += world.counts.acknowledged;
      },
    ),
    { numRuns: 400, seed: 15 },
  );
  // It must have happened, or nothing was looked at.
  expect(seen.takeOvers).toBeGreaterThan(100);
  expect(seen.acknowledged).toBeGreaterThan(100);
});
