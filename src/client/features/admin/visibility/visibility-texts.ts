import { isVisible, never, type Scheduled } from '#shared/contracts/visibility.ts';

/** `3 dicembre 2026, 18:00`, at the author's own hour. */
function formatHour(moment: Date): string {
  const day = moment.toLocaleDateString('it-IT', { day: 'numeric', month: 'long', year: 'numeric' });
  return `${day}, ${moment.toLocaleTimeString('it-IT', { hour: '2-digit', minute: '2-digit' })}`;
}

/** «Bozza», «Dal 3 dicembre 2026, 18:00»: also of a moment that is past. */
export const startText = (visibleFrom: string) =>
  visibleFrom === never ? 'Bozza' : `Dal ${formatHour(new Date(visibleFrom))}`;

/** The same; nothing for what readers have. */
export function visibilityText({ visibleFrom }: Scheduled): string | undefined {
  if (visibleFrom === undefined || isVisible({ visibleFrom }, Date.now())) return undefined;
  return startText(visibleFrom);
}

/** What the search finds a row by: a draft, what is to come, and what is there. */
export function visibilityWords(row: Scheduled): string {
  const text = visibilityText(row);
  return text === undefined
    ? ''
    : `${text}\nnascosta nascosto${text === 'Bozza' ? '' : '\nprogrammata programmato'}`;
}

const two = (value: number) => String(value).padStart(2, '0');

/** A moment as a `datetime-local` field has it, at the author's own hour. */
export function toLocalField(visibleFrom: string): string {
  const moment = new Date(visibleFrom);
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** The same in UTC; an hour that the clocks skip is the one after it. Nothing for what is no moment. */
export function fromLocalField(text: string): string | undefined {
  const moment = new Date(text);
  return text === '' || Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** The author's zone in words: «ora di Roma», or as the system calls it. */
export function zoneName(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const [, city] = /\/([^/]+)$/.exec(timeZone) ?? [];
  return city ? `ora di ${city.replaceAll('_', ' ').replace(/^Rome$/, 'Roma')}` : `ora ${timeZone}`;
}
