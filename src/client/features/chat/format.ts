const weekdays = ['domenica', 'lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato'];
const months =
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' ');

const twoDigits = (value: number) => String(value).padStart(2, '0');

/**
 * The reader's local time of an ISO 8601 instant, `hh:mm:ss`. Written out, like the day: two formatters of the browser's took 14 ms of
 * a fast processor as the chat began, in one piece.
 */
export function formatTime(timestamp: string): string {
  const at = new Date(timestamp);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(':');
}

/** The reader's local day of an ISO 8601 instant, "domenica 21 dicembre 2003". */
export function formatDay(timestamp: string): string {
  const at = new Date(timestamp);
  return `${weekdays[at.getDay()]} ${at.getDate()} ${months[at.getMonth()]} ${at.getFullYear()}`;
}

/** Whether two ISO 8601 instants fall on the same day for the reader. */
export function isSameDay(a: string, b: string): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

/** How far apart, in milliseconds, two things said by the same voice still belong together. */
const groupedWithin = 120_000;

/** Whether something said at `at` goes on with what was said at `before`, on the same day. */
export function isGrouped(before: string | undefined, at: string): boolean {
  if (before === undefined || !isSameDay(before, at)) return false;
  return Math.abs(Date.parse(at) - Date.parse(before)) < groupedWithin;
}

/** `SEC_` and the highest unlocked section padded to two digits: 0 → `SEC_00`, 12 → `SEC_12`. */
export function progressBadge(maxSection: number): string {
  return `SEC_${twoDigits(maxSection)}`;
}

/** The label of a voice in the log: `Pinocchio` → `[PINOCCHIO]>`. */
export function speakerLabel(name: string): string {
  return `[${name.toLocaleUpperCase('it-IT')}]>`;
}

/** Where a reader is, in the terminal's words; `reached` is what the codes opened, when the level is kept below it. */
export function levelText({ maxSection, reached }: { maxSection: number; reached?: number }): string {
  const level = `LIVELLO ${progressBadge(maxSection)}`;
  return reached === undefined
    ? `${level}.`
    : `${level}, IN RILETTURA. SBLOCCATO FINO A ${progressBadge(reached)}.`;
}
