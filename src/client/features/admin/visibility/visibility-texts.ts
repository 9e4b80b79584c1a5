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

/** What the form holds while no whole date stands in the field: no contract takes it, so that nothing goes public for want of a digit. */
export const incompleteDate = 'incompleta';

/** A moment as a `datetime-local` field has it, at the author's own hour; nothing for what is no moment. */
export function toLocalField(visibleFrom: string): string {
  const moment = new Date(visibleFrom);
  if (Number.isNaN(moment.getTime())) return '';
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/**
 * The same in UTC; an hour that the clocks skip is the one after it. Nothing for what is no moment, nor for a year whose digits
 * are still being typed (`0203`): as a moment of the past it would show the thing at once.
 */
export function fromLocalField(text: string): string | undefined {
  const moment = new Date(text);
  if (text === '' || Number.isNaN(moment.getTime()) || moment.getFullYear() < 1900) return undefined;
  return moment.toISOString();
}

/** The author's zone in words: «ora di Roma», or as the system calls it. */
export function zoneName(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const [, city] = /\/([^/]+)$/.exec(timeZone) ?? [];
  return city ? `ora di ${city.replaceAll('_', ' ').replace(/^Rome$/, 'Roma')}` : `ora ${timeZone}`;
}
