/** The reader's clock may be hours off: the difference is learnt from the answers, whose time is given in whole seconds. */
let ahead = 0;
/** Smaller differences are the seconds' own, and the way's. In milliseconds. */
const tolerance = 5_000;

/** @param date an answer's `Date` header */
export function noteServerTime(date: string | null, now = Date.now()): void {
  const difference = Date.parse(date ?? '') - now;
  if (!Number.isNaN(difference)) ahead = Math.abs(difference) > tolerance ? difference : 0;
}

/** What the server's clock shows, as an ISO 8601 instant. */
export function serverNow(now = Date.now()): string {
  return new Date(now + ahead).toISOString();
}
