import { expect, test } from 'vitest';
import { dayReader } from './time-zone.ts';

test.each([
  ['Europe/Rome', '2026-07-01T21:59:59.999Z', '2026-07-01'],
  ['Europe/Rome', '2026-07-01T22:00:00.000Z', '2026-07-02'],
  ['Europe/Rome', '2026-01-01T22:59:59.999Z', '2026-01-01'],
  ['Europe/Rome', '2026-01-01T23:00:00.000Z', '2026-01-02'],
  // The hour that comes twice, and the one that does not come.
  ['Europe/Rome', '2026-10-25T00:30:00.000Z', '2026-10-25'],
  ['Europe/Rome', '2026-10-25T22:59:00.000Z', '2026-10-25'],
  ['Europe/Rome', '2026-03-29T21:59:00.000Z', '2026-03-29'],
  ['Europe/Rome', '2026-03-29T22:00:00.000Z', '2026-03-30'],
  ['Asia/Kathmandu', '2026-01-01T18:14:59.000Z', '2026-01-01'],
  ['Asia/Kathmandu', '2026-01-01T18:15:00.000Z', '2026-01-02'],
])('in %s %s is on %s', (zone, instant, day) => {
  const dayOf = dayReader(zone);
  expect([dayOf(instant), dayOf(instant)]).toEqual([day, day]);
});
