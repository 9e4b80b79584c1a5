import { expect, it } from 'vitest';
import { plannedTokens, prefixTokensOf } from './prompt-sizes.ts';

it.each<[string, Parameters<typeof plannedTokens>[0], tokens: number, prefix: number]>([
  ['a free plan of 8,000 tokens a minute', { tokensPerMinute: 8_000, caches: true }, 5_000, 3_000],
  ['a window that nobody proved', { window: 4_096, caches: false }, 4_096, 2_000],
  ['no limit at all', { window: 16_000, caches: false }, 10_500, 8_000],
  ['an author who allows more', { tokensPerMinute: 100_000, caches: true }, 18_500, 16_000],
  ['a service that keeps nothing, and a limit', { tokensPerMinute: 100_000, caches: false }, 4_096, 2_000],
  ['a plan smaller than the smallest size', { tokensPerMinute: 3_000, caches: true }, 3_000, 1_666],
  ['a window smaller than it', { window: 2_048, caches: false }, 2_048, 1_032],
  [
    'a machine that reads 1,000 tokens a second',
    { caches: false, msPerToken: 1, waitMs: 12_000 },
    5_000,
    3_000,
  ],
  ['a machine too slow for any', { caches: false, msPerToken: 20, waitMs: 12_000 }, 4_096, 2_000],
])('plans for %s', (_, bounds, tokens, prefix) => {
  expect(plannedTokens(bounds)).toBe(tokens);
  expect(prefixTokensOf(tokens, 500)).toBe(prefix);
});

it('leaves a third to the reader where the answer takes much', () => {
  expect(prefixTokensOf(4_096, 1_500)).toBe(1_730);
});
