import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPassedTime, type PassedTime } from './passed-time.ts';
import type { Operation, Setting } from '../store/types.ts';

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.parse('2026-11-24T02:00:00.000Z');

function openWorld() {
  const settings = new Map<string, Setting>();
  let written = 0;
  const store = {
    settings: { get: (id: string) => settings.get(id) } as never,
    mutate: async (operations: Operation[]) => {
      written += 1;
      for (const operation of operations)
        if (operation.type === 'put' && operation.collection === 'settings')
          settings.set(operation.record.id, operation.record);
    },
  };
  const world: { now: number; passed: PassedTime } = {
    now: start,
    passed: createPassedTime(store, () => world.now),
  };
  return {
    world,
    restart: () => (world.passed = createPassedTime(store, () => world.now)),
    written: () => written,
    /** Looks every hour, as the sweep does. */
    async run(hours: number) {
      for (let each = 0; each < hours; each += 1) {
        world.now += hour;
        await world.passed.note();
      }
    },
  };
}

it('goes with a clock that goes on, and writes it down once a day', async () => {
  const { world, run, written } = openWorld();
  await run(240);
  expect(world.passed.now()).toBe(world.now);
  expect(written()).toBeGreaterThanOrEqual(10);
  expect(written()).toBeLessThanOrEqual(13);
});

it.each([false, true])(
  'a clock a year ahead for a day moves nothing (a restart between: %s)',
  async (again) => {
    const { world, run, restart } = openWorld();
    await run(24);
    const before = world.now;
    world.now += 365 * day;
    if (again) restart();
    await run(40);
    if (again) restart();
    expect(world.passed.now()).toBeLessThanOrEqual(before);
    expect(world.passed.now()).toBeGreaterThan(before - day);
    world.now -= 365 * day;
    await run(1);
    expect(world.passed.now()).toBe(world.now);
  },
);

it('a site that was off for a month counts on after two days, restarts or not', async () => {
  const { world, run, restart } = openWorld();
  await run(24);
  world.now += 30 * day;
  restart();
  await run(30);
  restart();
  expect(world.passed.now()).toBeLessThan(world.now - 30 * day);
  await run(20);
  expect(world.passed.now()).toBe(world.now);
});

it('is never ahead of the clock, whatever it does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: -400, max: 400 }), { maxLength: 12 }), async (jumps) => {
      const { world, run } = openWorld();
      for (const days of jumps) {
        world.now += days * day;
        await run(7);
        expect(world.passed.now()).toBeLessThanOrEqual(world.now);
      }
    }),
    { numRuns: 40 },
  );
});
