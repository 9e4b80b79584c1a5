/** The UTC day of a time (milliseconds, by default now): `2004-01-31`. */
export const utcDay = (time: number = Date.now()): string => new Date(time).toISOString().slice(0, 10);
