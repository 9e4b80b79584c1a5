import { fold } from '../kit/search.ts';

/* What spreadsheets do to codes and numbers. */

/** A whole number as spreadsheets write it: `3,0`. */
export const readCount = (text: string): string => text.replace(/^(\d+)[.,]0+$/, '$1');

const months = 'gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic|jan|may|jun|jul|aug|sep|oct|dec';
const spreadsheetDate = new RegExp(
  `^(?:(?:${months})-\\d{2,4}|\\d{1,2}-(?:${months})|\\d{1,2}[/.-]\\d{1,2}[/.-]\\d{2,4})$`,
  'i',
);

/**
 * Why a code looks like a spreadsheet's own version of another: a number with an exponent, a date, lost zeros.
 *
 * @param present codes of the site
 */
export function spoiltCode(code: string, present: readonly string[]): string | undefined {
  const number = /^\d+(?:[.,]\d+)?E\+\d+$/i.test(code) ? Number(code.replace(',', '.')) : undefined;
  const isNear = (other: string) =>
    number !== undefined && /^\d+(?:E\d+)?$/i.test(other) && Math.abs(Number(other) / number - 1) < 1e-4;
  const hasLostZeros = (other: string) => /^0\d+$/.test(other) && other.replace(/^0+/, '') === code;
  const isRounded = (other: string) =>
    /^\d{16,}$/.test(other) &&
    /0$/.test(code) &&
    other.length === code.length &&
    other.startsWith(code.slice(0, 15));
  const isMonth = (other: string) =>
    spreadsheetDate.test(code) &&
    fold(other).replace(/\W/g, '').startsWith(fold(code).slice(0, 3)) &&
    other.endsWith(code.slice(-2));
  const original = present.find(
    (other) => other !== code && (isNear(other) || hasLostZeros(other) || isRounded(other) || isMonth(other)),
  );
  if (original !== undefined) return `somiglia a «${original}»`;
  if (number !== undefined) return 'è un numero che un foglio di calcolo ha accorciato';
  return spreadsheetDate.test(code) ? 'è una data di un foglio di calcolo' : undefined;
}
