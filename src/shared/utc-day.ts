/** The day of a moment (milliseconds; now, when it is not said) in UTC: `2004-01-31`. */
export const utcDay = (time: number = Date.now()): string => new Date(time).toISOString().slice(0, 10);
