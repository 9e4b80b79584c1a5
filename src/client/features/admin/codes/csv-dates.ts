import { never } from '#shared/contracts/visibility.ts';
import { fromLocalField } from '../visibility/visibility-texts.ts';

/** `31/12/2026`, `31-12-26 18:00`: what an Italian spreadsheet makes of a date that it finds in a list. */
const italianDate = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:[ T]+(\d{1,2})[:.](\d{2})(?:[:.]\d{2})?)?$/;
const isoDay = /^\d{4}-\d{2}-\d{2}$/;

function toIso(text: string): { day: string; time: string } | undefined {
  const [, day = '', month = '', year = '', hour = '0', minute = '0'] = italianDate.exec(text) ?? [];
  if (day === '') return isoDay.test(text) ? { day: text, time: '00:00' } : undefined;
  const two = (digits: string) => digits.padStart(2, '0');
  return {
    day: `${year.padStart(4, '20')}-${two(month)}-${two(day)}`,
    time: `${two(hour)}:${two(minute)}`,
  };
}

/** A day as the contracts take it; what is none stays as it is, for the server to refuse. */
export const readDay = (text: string): string => toIso(text)?.day ?? text;

/** From when readers have it: «Bozza», a day or an hour of the author's own clock, or the moment that was written out. */
export function readStart(text: string): string {
  if (/^bozza$/i.test(text)) return never;
  const date = toIso(text);
  return (date && fromLocalField(`${date.day}T${date.time}`)) ?? text;
}

/** The same for the list: the author's word for a draft. */
export const writeStart = (visibleFrom: string | undefined) =>
  visibleFrom === never ? 'Bozza' : visibleFrom;
