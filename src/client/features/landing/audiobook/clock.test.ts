import { expect, it } from 'vitest';
import { clock, spokenClock } from './clock.ts';

it.each([
  [0, '00:00'],
  [0.99, '00:00'],
  [59.999, '00:59'],
  [60, '01:00'],
  [376, '06:16'],
  [6000, '100:00'],
  [Number.NaN, '00:00'],
  [Number.POSITIVE_INFINITY, '00:00'],
  [-3, '00:00'],
])('shows %d seconds as %s', (seconds, shown) => {
  expect(clock(seconds)).toBe(shown);
});

it.each([
  [0, '0 secondi'],
  [1, '1 secondo'],
  [60, '1 minuto'],
  [61, '1 minuto e 1 secondo'],
  [376, '6 minuti e 16 secondi'],
  [Number.NaN, '0 secondi'],
])('says %d seconds as «%s»', (seconds, spoken) => {
  expect(spokenClock(seconds)).toBe(spoken);
});
