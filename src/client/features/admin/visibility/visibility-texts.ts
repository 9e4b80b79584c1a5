import { isVisible, never, type Scheduled } from '#shared/contracts/visibility.ts';

/** `3 dicembre 2026, 18:00`, local time. */
function formatHour(moment: Date): string {
  const day = moment.toLocaleDateString('it-IT', { day: 'numeric', month: 'long', year: 'numeric' });
  return `${day}, ${moment.toLocaleTimeString('it-IT', { hour: '2-digit', minute: '2-digit' })}`;
}

/** «Bozza», «Dal 3 dicembre 2026, 18:00»; also for past times. */
export const startText = (visibleFrom: string) =>
  visibleFrom === never ? 'Bozza' : `Dal ${formatHour(new Date(visibleFrom))}`;

/** The same; `undefined` when already visible. */
export function visibilityText({ visibleFrom }: Scheduled): string | undefined {
  if (visibleFrom === undefined || isVisible({ visibleFrom }, Date.now())) return undefined;
  return startText(visibleFrom);
}

/** Search keywords for draft, scheduled and visible rows. */
export function visibilityWords(row: Scheduled): string {
  const text = visibilityText(row);
  return text === undefined
    ? ''
    : `${text}\nnascosta nascosto${text === 'Bozza' ? '' : '\nprogrammata programmato'}`;
}

const two = (value: number) => String(value).padStart(2, '0');

/** Form value of an incomplete date: invalid in every contract, so that nothing is published by mistake. */
export const incompleteDate = 'incompleta';

/** Local value of a `datetime-local` field; empty for an invalid time. */
export function toLocalField(visibleFrom: string): string {
  const moment = new Date(visibleFrom);
  if (Number.isNaN(moment.getTime())) return '';
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/**
 * The inverse, in UTC; skipped hours move to the next one. `undefined` for invalid input and unfinished years (`0203`),
 * which as a past time would publish at once.
 */
export function fromLocalField(text: string): string | undefined {
  const moment = new Date(text);
  if (text === '' || Number.isNaN(moment.getTime()) || moment.getFullYear() < 1900) return undefined;
  return moment.toISOString();
}

/** Author's time zone: «ora di Roma», or the system's name. */
export function zoneName(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const [, city] = /\/([^/]+)$/.exec(timeZone) ?? [];
  return city ? `ora di ${city.replaceAll('_', ' ').replace(/^Rome$/, 'Roma')}` : `ora ${timeZone}`;
}
