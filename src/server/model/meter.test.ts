import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { modelFiles } from '#tests/support/model-files.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { CapError, openMeter, type Limits, type Meter } from './meter.ts';
import { createTokensPerMinute, readLimit } from './tokens-per-minute.ts';
import type { ModelError } from './types.ts';

const fileIn = (path: string) => modelFiles(path).usage;

/** A meter whose last write is over before its folder is removed. */
async function openIn(
  path: string,
  limits: () => Limits,
  options?: Parameters<typeof openMeter>[2],
): Promise<Meter> {
  const meter = await openMeter(fileIn(path), limits, options);
  onTestFinished(() => meter.flush());
  return meter;
}
const noon = new Date(2026, 10, 22, 12).getTime();
const day = 86_400_000;
const price = { input: 1, output: 2 };
const total = ({ prompt, completion }: { prompt: number; completion: number }) => prompt + completion;

it.each<[string, Limits, tokens: number, limit: string | undefined]>([
  ['nothing is limited', {}, 1e9, undefined],
  ['the day has room', { dayTokens: 5_000 }, 2_000, undefined],
  ['the day would be passed', { dayTokens: 5_000 }, 2_001, 'dayTokens'],
  ['the month would be passed', { dayTokens: 9_000, monthTokens: 4_000 }, 1_500, 'monthTokens'],
  ['the day’s money is gone', { dayMoney: 0.004 }, 1, 'dayMoney'],
  ['the month’s money is gone', { monthMoney: 0.004 }, 1, 'monthMoney'],
  ['there is money left', { dayMoney: 0.0041, monthMoney: 1 }, 1, undefined],
])('when %s', async (_, limits, tokens, limit) => {
  const meter = await openIn(await temporaryFolder(), () => limits, { clock: () => noon });
  meter.spend({ prompt: 2_000, completion: 1_000 }, price);
  const check = () => meter.reserve(tokens, price, 'anna');
  if (limit === undefined) expect(check).not.toThrow();
  else expect(check).toThrow(limit);
});

it('gives a reader their share of the day, and the others theirs', async () => {
  const limits = () => ({ dayTokens: 10_000, readerShare: 20 });
  const meter = await openIn(await temporaryFolder(), limits, { clock: () => noon });
  meter.charge('anna', 1_500);
  expect(() => meter.reserve(501, price, 'anna')).toThrow('readerShare');
  const release = meter.reserve(500, price, 'anna');
  expect(() => meter.reserve(1, price, 'anna')).toThrow('readerShare');
  release();
  expect(() => meter.reserve(500, price, 'anna')).not.toThrow();
  expect(() => meter.reserve(2_000, price, 'bruno')).not.toThrow();
});

it.each<[string, Limits, spent: (meter: Meter) => number, most: number]>([
  ['tokens of the day', { dayTokens: 100_000 }, (meter) => total(meter.report().today), 100_000],
  ['tokens of the month', { monthTokens: 100_000 }, (meter) => total(meter.report().thisMonth), 100_000],
  ['money of the day', { dayMoney: 0.1 }, (meter) => meter.report().today.money, 0.1],
])('passes the %s by one reply at most though 2,000 readers ask at once', async (_, limits, spent, most) => {
  const meter = await openIn(await temporaryFolder(), () => limits, { clock: () => noon });
  const reply = { prompt: 3_300, completion: 200 };
  const cost = limits.dayMoney === undefined ? 3_500 : (3_300 + 2 * 200) / 1e6;
  let answered = 0;
  for (let round = 0; round < 4; round += 1) {
    const releases: (() => void)[] = [];
    for (let reader = 0; reader < 2_000; reader += 1) {
      try {
        releases.push(meter.reserve(3_500, price, `r${reader}`));
      } catch (error) {
        expect(error).toBeInstanceOf(CapError);
      }
    }
    for (const release of releases) {
      meter.spend(reply, price);
      release();
    }
    answered += releases.length;
  }
  expect(answered).toBeGreaterThan(20);
  expect(spent(meter)).toBeLessThanOrEqual(most + cost);
});

it('keeps what was counted across a restart, in a file of its owner’s, and begins a new day and month', async () => {
  const path = await temporaryFolder();
  let now = noon;
  const limits = () => ({ dayTokens: 100 });
  const first = await openIn(path, limits, { clock: () => now });
  first.spend({ prompt: 80, completion: 20 }, price);
  first.countReply('model');
  first.countReply('rate-limited');
  first.keepFacts({ 'http://x/v1 m': { window: { tokens: 3_800, cut: true } } });
  await first.flush();
  expect((await stat(join(path, 'model-usage.json'))).mode & 0o777).toBe(0o600);
  const second = await openIn(path, limits, { clock: () => now });
  expect(second.facts['http://x/v1 m']?.window?.cut).toBe(true);
  expect(second.report()).toMatchObject({
    today: { prompt: 80, completion: 20 },
    replies: { model: 1, embedded: { 'rate-limited': 1 } },
  });
  expect(() => second.reserve(1)).toThrow('dayTokens');
  now += day;
  expect(() => second.reserve(1)).not.toThrow();
  expect(second.report()).toMatchObject({
    today: { prompt: 0 },
    thisMonth: { prompt: 80 },
    replies: { model: 0, embedded: {} },
  });
  now += 10 * day;
  expect(second.report().thisMonth.prompt).toBe(0);
});

it.each([
  ['an hour', 3_600_000],
  ['a day', day],
])('goes on counting when the clock is put back by %s, and when it is set right', async (_, step) => {
  let now = new Date(2026, 11, 1, 0, 20).getTime();
  const limits = () => ({ dayTokens: 100 });
  const meter = await openIn(await temporaryFolder(), limits, { clock: () => now });
  meter.spend({ prompt: 80, completion: 20 }, price);
  now -= step;
  expect(() => meter.reserve(1)).toThrow('dayTokens');
  now += step;
  expect(() => meter.reserve(1)).toThrow('dayTokens');
  expect(total(meter.report().thisMonth)).toBe(100);
  now += day;
  expect(() => meter.reserve(1)).not.toThrow();
});

it('does not wait years for a clock that had run far ahead', async () => {
  let now = noon + 900 * day;
  const limits = () => ({ dayTokens: 100 });
  const meter = await openIn(await temporaryFolder(), limits, { clock: () => now });
  meter.spend({ prompt: 100, completion: 0 }, price);
  now = noon;
  expect(() => meter.reserve(1)).not.toThrow();
});

it('counts anew when its file is damaged, and says so', async () => {
  const path = await temporaryFolder();
  await writeFile(join(path, 'model-usage.json'), '{"day"');
  const errors: unknown[] = [];
  const meter = await openIn(path, () => ({}), { onError: (error) => void errors.push(error) });
  expect(errors).toHaveLength(1);
  meter.spend({ prompt: 1, completion: 1 }, undefined);
  await meter.flush();
  expect(JSON.parse(await readFile(join(path, 'model-usage.json'), 'utf8'))).toMatchObject({
    today: { prompt: 1, money: 0 },
  });
});

it('lets a minute’s tokens through and says how long the next must wait', async () => {
  let now = noon;
  const queue = createTokensPerMinute({ set: 8_000, clock: () => now });
  const share = await queue.enter(4_000, 0);
  await queue.enter(4_000, 0);
  now += 20_000;
  await expect(queue.enter(1_000, 8_000)).rejects.toMatchObject({
    failure: 'rate-limited',
    retryAfterMs: 40_000,
  });
  // The first took less than was thought.
  share.tokens = 2_500;
  await queue.enter(1_000, 0);
  now += 41_000;
  await queue.enter(7_000, 0);
});

it('lets callers through though the wall clock is put back', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  onTestFinished(() => void vi.useRealTimers());
  const queue = createTokensPerMinute({ set: 8_000 });
  await queue.enter(4_000, 0);
  await queue.enter(4_000, 0);
  vi.setSystemTime(noon - 3_600_000);
  const error: unknown = await queue.enter(1_000, 0).catch((thrown: unknown) => thrown);
  expect((error as ModelError).retryAfterMs).toBeLessThanOrEqual(60_000);
});

it('waits for a place that is near, and lets a request larger than the minute through alone', async () => {
  const times = [noon, noon + 59_990];
  let at = 0;
  const queue = createTokensPerMinute({ set: 1_000, clock: () => times[Math.min(at, 1)] ?? 0 });
  await queue.enter(5_000, 0);
  at = 1;
  const waiting = queue.enter(10, 8_000);
  times[1] = noon + 60_001;
  await expect(waiting).resolves.toMatchObject({ tokens: 10 });
});

it('takes the service’s own limit over where the author has set none', async () => {
  const headers = new Headers({ 'x-ratelimit-limit-tokens': '100' });
  for (const [set, fits] of [
    [undefined, false],
    [1_000, true],
  ] as const) {
    const queue = createTokensPerMinute({ set, clock: () => noon });
    queue.changeLimit(readLimit(headers) ?? NaN);
    await queue.enter(90, 0);
    const next = queue.enter(90, 0);
    if (fits) await next;
    else await expect(next).rejects.toThrow('minute');
  }
});
