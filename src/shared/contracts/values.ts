import { z } from 'zod';

/** Opaque id of a stored record; a UUID when generated here. */
export const id = z.string().min(1, 'Identificativo mancante.').max(64, 'Identificativo non valido.');

/** What a call is told that concerns one record. */
export const byId = z.object({ id });

/**
 * UUID chosen by the client as an idempotency key: a repeated create returns the first result. Anything else is
 * ignored.
 */
export const chosenId = z.uuid().optional().catch(undefined);

/** ISO 8601 time in UTC, such as `2003-12-21T12:03:00.000Z`. */
export const timestamp = z.iso.datetime();

/** `updatedAt` of the version being edited; if it has changed, 409 and nothing is saved. */
export const versionRead = timestamp.optional();

const missing = (what: string) => `${what} è ${what.startsWith('La ') ? 'obbligatoria' : 'obbligatorio'}.`;

const maxWholeNumber = 999_999_999;

/**
 * A whole number ≥ `min`, as a number or as the text of a form field (`"12"`).
 *
 * @param what the field's Italian name with its article, for the error ("Il numero di sezione")
 */
export function wholeNumber(what: string, min: number, max = maxWholeNumber) {
  return z
    .union([z.number(), z.string()], missing(what))
    .transform((value, context) => readWholeNumber(value, what, min, max, context));
}

/** Like {@link wholeNumber}; absent when empty or `null`. */
export function optionalWholeNumber(what: string, min: number) {
  return z
    .union([z.number(), z.string()])
    .nullish()
    .transform((value, context) => {
      const isEmpty = value === null || value === undefined || String(value).trim() === '';
      return isEmpty ? undefined : readWholeNumber(value, what, min, maxWholeNumber, context);
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

/** Ends of lines that only some programs know. */
export const withPlainLines = (text: string) => text.replace(/[\v\u2028\u2029]/g, '\n');

export function requiredText(what: string, max: number) {
  return z
    .string(missing(what))
    .overwrite(withPlainLines)
    .trim()
    .min(1, missing(what))
    .max(max, `${what} può avere al massimo ${max.toLocaleString('it-IT')} caratteri.`);
}

/** Trimmed text; absent when empty or `null`. */
export function optionalText(what: string, max: number) {
  return z
    .string()
    .overwrite(withPlainLines)
    .trim()
    .max(max, `${what} può avere al massimo ${max.toLocaleString('it-IT')} caratteri.`)
    .nullish()
    .transform((text) => text || undefined);
}
