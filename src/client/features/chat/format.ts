const weekdays = ['domenica', 'lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato'];
const months =
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' ');

const twoDigits = (value: number) => String(value).padStart(2, '0');

/**
 * Local time of an ISO 8601 timestamp, `hh:mm:ss`. Hand-written like the day: creating two Intl formatters took 14 ms
 * on a fast processor.
 */
export function formatTime(timestamp: string): string {
  const at = new Date(timestamp);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(':');
}

export function formatDay(timestamp: string): string {
  const at = new Date(timestamp);
  return `${weekdays[at.getDay()]} ${at.getDate()} ${months[at.getMonth()]} ${at.getFullYear()}`;
}

export function isSameDay(a: string, b: string): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

/** Maximum gap within a group, in milliseconds. */
const groupedWithin = 120_000;

/** Whether a message at `at` belongs to the group of one at `before`, on the same day. */
export function isGrouped(before: string | undefined, at: string): boolean {
  if (before === undefined || !isSameDay(before, at)) return false;
  return Math.abs(Date.parse(at) - Date.parse(before)) < groupedWithin;
}

/** `SEC_` and the level, padded: 0 → `SEC_00`, 12 → `SEC_12`. */
export function progressBadge(maxSection: number): string {
  return `SEC_${twoDigits(maxSection)}`;
}

/** `Pinocchio` → `[PINOCCHIO]>` */
export function speakerLabel(name: string): string {
  return `[${name.toLocaleUpperCase('it-IT')}]>`;
}

/** Level in words; `reached`: unlocked level, when a lower one is chosen. */
export function levelText({ maxSection, reached }: { maxSection: number; reached?: number }): string {
  const level = `LIVELLO ${progressBadge(maxSection)}`;
  return reached === undefined
    ? `${level}.`
    : `${level}, IN RILETTURA. SBLOCCATO FINO A ${progressBadge(reached)}.`;
}
