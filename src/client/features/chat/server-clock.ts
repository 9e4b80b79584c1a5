/** Offset of the server's clock, learnt from `Date` headers (whole seconds): the reader's clock may be hours off. */
let ahead = 0;
/** Smaller offsets are rounding and latency. In milliseconds. */
const tolerance = 5_000;

export function noteServerTime(date: string | null, now = Date.now()): void {
  const difference = Date.parse(date ?? '') - now;
  if (!Number.isNaN(difference)) ahead = Math.abs(difference) > tolerance ? difference : 0;
}

export function serverNow(now = Date.now()): string {
  return new Date(now + ahead).toISOString();
}
