import { z } from 'zod';
import { chosenId, id, timestamp, wholeNumber } from './values.ts';

const codeLimits = { min: 4, max: 64 } as const;

/** How many codes one call makes, reads in or deletes. */
export const codesPerCall = 10_000;

/** The alphabet of generated codes: no look-alikes (0 o, 1 i l). */
const generatedAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Its letters alone: a telephone's keyboard shows them at once. */
export const unambiguousLetters = generatedAlphabet.replace(/\d/g, '');

/**
 * What two codes are compared by: their letters and digits, upper case.
 * `"  abcd-2345 "`, `"ABCD2345"` and `"abcd–2345"` have the same key.
 */
export function codeKey(code: string): string {
  // A capital may come apart into a letter and its marks («ΐ»): what is left out is left out of the capitals. Korean letters
  // that stood apart may come together once it is.
  return code
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .normalize('NFKC');
}

/**
 * What a code and a reader's hurried writing of it have in common: the key with its Latin letters bare, so that «citta», «citta'»
 * and «città» are alike. Two of the author's codes may be alike: their keys tell them apart.
 */
export function unaccentedCodeKey(code: string): string {
  return codeKey(code)
    .normalize('NFD')
    .replace(/([A-Z])\p{M}+/gu, '$1');
}

/** A code as the author writes it: kept as typed (trimmed), with 4 to 64 letters and digits. */
export const authoredCode = z
  .string('Il codice è obbligatorio.')
  .trim()
  .min(1, 'Il codice è obbligatorio.')
  .max(128, 'Il codice è troppo lungo.')
  .refine((code) => {
    const { length } = codeKey(code);
    return length >= codeLimits.min && length <= codeLimits.max;
  }, `Il codice deve avere da ${codeLimits.min} a ${codeLimits.max} lettere o cifre.`);

/** A code as a reader submits it: any short text, since a malformed code is answered like a wrong one. */
export const submittedCode = z.object({
  code: z.string('Codice non valido.').max(1_000, 'Codice non valido.'),
});

/** How a day is stored, of which the code is good to the end. */
const lastMoment = 'T23:59:59.999Z';

/**
 * Until when a code is good: a time, or a day, which is stored as its last moment in Greenwich and ends where the author lives;
 * nothing for ever (`null` and empty text clear it).
 */
export const codeExpiry = z
  .string('La scadenza deve essere una data.')
  .trim()
  .transform((text) => (z.iso.date().safeParse(text).success ? `${text}${lastMoment}` : text))
  .refine((text) => text === '' || timestamp.safeParse(text).success, 'La scadenza deve essere una data.')
  .nullish()
  .transform((text) => text || undefined)
  .optional();

/** How many codes to make at once. */
export const codeCount = wholeNumber('Il numero di codici', 1, codesPerCall);

/** Which codes to delete; those that are gone already count for nothing. */
export const deleteCodes = z.object({
  /** What their entry in the bin is to be called, so that it can be put back. */
  binId: chosenId,
  ids: z
    .array(id)
    .min(1, 'Scegli almeno un codice.')
    .max(codesPerCall, `Al massimo ${codesPerCall.toLocaleString('it-IT')} codici alla volta.`),
});
export const deletedCodes = z.object({ deleted: z.number().int().min(0) });

/** What a list of codes that was read in has changed. */
export const importedCodes = z.object({
  created: z.number().int().min(0),
  updated: z.number().int().min(0),
  unchanged: z.number().int().min(0),
});
export type ImportedCodes = z.infer<typeof importedCodes>;

/** A list of codes to read in. */
export function codeList<Fields extends z.ZodType>(fields: Fields) {
  return z.object({
    codes: z
      .array(fields)
      .min(1, 'Non c’è nessun codice.')
      .max(codesPerCall, `Al massimo ${codesPerCall.toLocaleString('it-IT')} codici alla volta.`),
  });
}

/**
 * Whether a code is no longer good at a moment (ISO 8601); one without a date always is.
 *
 * @param timeZone where a day ends, as `Europe/Rome`; without one where this runs
 */
export function isExpired(
  { expiresAt }: { expiresAt?: string | undefined },
  now: string,
  timeZone?: string,
): boolean {
  if (expiresAt === undefined) return false;
  if (!expiresAt.endsWith(lastMoment)) return expiresAt <= now;
  const day = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone } as const;
  return new Date(now).toLocaleDateString('en-CA', day) > expiresAt.slice(0, -lastMoment.length);
}

/** A new random code, `xxxx-xxxx`, from an alphabet without look-alikes (about 39 bits from the usual one, 36 from letters). */
export function generateCode(alphabet = generatedAlphabet): string {
  const picked: string[] = [];
  // Rejection sampling: nothing beyond the largest multiple of the alphabet's length in a byte.
  const least = 256 - (256 % alphabet.length);
  while (picked.length < 8) {
    for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
      if (byte < least && picked.length < 8) picked.push(alphabet.charAt(byte % alphabet.length));
    }
  }
  return `${picked.slice(0, 4).join('')}-${picked.slice(4).join('')}`;
}
