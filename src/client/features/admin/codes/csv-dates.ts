import { never } from '#shared/contracts/visibility.ts';
import { fromLocalField } from '../visibility/visibility-texts.ts';

/** `31/12/2026`, `31-12-26 18:00`: dates as Italian spreadsheets rewrite them. */
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

/** A day in the contract's format; anything else unchanged, for the server to refuse. */
export const readDay = (text: string): string => toIso(text)?.day ?? text;

/** Start of visibility: «Bozza», a local day or hour, or a full timestamp. */
export function readStart(text: string): string {
  if (/^bozza$/i.test(text)) return never;
  const date = toIso(text);
  return (date && fromLocalField(`${date.day}T${date.time}`)) ?? text;
}

/** The inverse of {@link readStart}. */
export const writeStart = (visibleFrom: string | undefined) =>
  visibleFrom === never ? 'Bozza' : visibleFrom;
