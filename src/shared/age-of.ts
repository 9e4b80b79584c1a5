/**
 * How long ago a stored moment was, in milliseconds. One that is ahead, written while the clock was wrong, is as old as it is ahead:
 * nothing recent stays so until the clock has caught up.
 */
export const ageOf = (moment: string | number | Date, now = Date.now()): number =>
  Math.abs(now - new Date(moment).getTime());
