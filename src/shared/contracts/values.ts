import { z } from 'zod';

/** Identifier of a stored record: opaque text, a UUID when made here. */
export const id = z.string().min(1, 'Identificativo mancante.').max(64, 'Identificativo non valido.');

/** What a call is told that concerns one record. */
export const byId = z.object({ id });

/**
 * A UUID that whoever creates something may choose: sent again, it answers what was made the first time. What is none is
 * ignored, like any field that is not there to be written.
 */
export const chosenId = z.uuid().optional().catch(undefined);

/** ISO 8601 time in UTC, for example `2003-12-21T12:03:00.000Z`. */
export const timestamp = z.iso.datetime();

/** Of an update: the `updatedAt` that was read. With another one now, 409 and nothing is saved. */
export const versionRead = timestamp.optional();

const missing = (what: string) => `${what} è ${what.startsWith('La ') ? 'obbligatoria' : 'obbligatorio'}.`;

const mostWhole = 999_999_999;

/**
 * A whole number ≥ `min`, as a number or as the text of a form field (`"12"`).
 *
 * @param what the field's Italian name with its article, for the error sentence ("Il numero di sezione")
 * @param max the largest that is taken
 */
export function wholeNumber(what: string, min: number, max = mostWhole) {
  return z
    .union([z.number(), z.string()], missing(what))
    .transform((value, context) => readWholeNumber(value, what, min, max, context));
}

/** The same, absent when the field is empty (or when `null` is sent to clear it). */
export function optionalWholeNumber(what: string, min: number) {
  return z
    .union([z.number(), z.string()])
    .nullish()
    .transform((value, context) => {
      const isEmpty = value === null || value === undefined || String(value).trim() === '';
      return isEmpty ? undefined : readWholeNumber(value, what, min, mostWhole, context);
    })
    .optional();
}

function readWholeNumber(
  value: number | string,
  what: string,
  min: number,
  max: number,
  context: z.RefinementCtx,
): number {
  const text = String(value).trim();
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  const range = max === 999_999_999 ? `da ${min} in su` : `da ${min} a ${max.toLocaleString('it-IT')}`;
  context.addIssue({ code: 'custom', message: `${what} deve essere un numero intero ${range}.` });
  return z.NEVER;
}

/** Text that must hold something once trimmed; kept trimmed. */
export function requiredText(what: string, max: number) {
  return z
    .string(missing(what))
    .trim()
    .min(1, missing(what))
    .max(max, `${what} può avere al massimo ${max.toLocaleString('it-IT')} caratteri.`);
}

/** Optional text: trimmed, and absent when nothing is left (or when `null` is sent to clear it). */
export function optionalText(what: string, max: number) {
  return z
    .string()
    .trim()
    .max(max, `${what} può avere al massimo ${max.toLocaleString('it-IT')} caratteri.`)
    .nullish()
    .transform((text) => text || undefined);
}
