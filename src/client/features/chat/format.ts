const clock = new Intl.DateTimeFormat('it-IT', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

const calendar = new Intl.DateTimeFormat('it-IT', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** The reader's local time of an ISO 8601 instant, `hh:mm:ss`. */
export function formatTime(timestamp: string): string {
  return clock.format(new Date(timestamp));
}

/** The reader's local day of an ISO 8601 instant, "domenica 21 dicembre 2003". */
export function formatDay(timestamp: string): string {
  return calendar.format(new Date(timestamp));
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
  return `SEC_${String(maxSection).padStart(2, '0')}`;
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
