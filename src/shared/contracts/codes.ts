import { z } from 'zod';
import { chosenId, id, timestamp, wholeNumber } from './values.ts';

const codeLimits = { min: 4, max: 64 } as const;

export const codesPerCall = 10_000;

/** Alphabet of generated codes, without look-alikes (0 o, 1 i l). */
const generatedAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Letters only: phone keyboards show them first. */
export const unambiguousLetters = generatedAlphabet.replace(/\d/g, '');

/**
 * Comparison key of a code: its letters and digits in upper case. `"  abcd-2345 "`, `"ABCD2345"` and `"abcd–2345"` have
 * the same key.
 */
export function codeKey(code: string): string {
  // Upper-casing may decompose a letter («ΐ»), so filtering comes after it; filtering may leave Korean letters that
  // compose.
  return code
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .normalize('NFKC');
}

/**
 * The key without accents on Latin letters: «citta», «citta'» and «città» are equal. Two codes may share it; their keys
 * differ.
 */
export function unaccentedCodeKey(code: string): string {
  return codeKey(code)
    .normalize('NFD')
    .replace(/([A-Z])\p{M}+/gu, '$1');
}

/** A code entered by the author: trimmed, with 4 to 64 letters and digits. */
export const authoredCode = z
  .string('Il codice è obbligatorio.')
  .trim()
  .min(1, 'Il codice è obbligatorio.')
  .max(128, 'Il codice è troppo lungo.')
  .refine((code) => {
    const { length } = codeKey(code);
    return length >= codeLimits.min && length <= codeLimits.max;
  }, `Il codice deve avere da ${codeLimits.min} a ${codeLimits.max} lettere o cifre.`);

/** A code submitted by a reader: any short text, because a malformed code is answered like a wrong one. */
export const submittedCode = z.object({
  code: z.string('Codice non valido.').max(1_000, 'Codice non valido.'),
});

/** Time of a stored expiry day. */
const lastMoment = 'T23:59:59.999Z';

/**
 * Expiry of a code: a time, or a day, which is stored as its last moment in UTC but ends in the author's time zone.
 * `null` and empty text clear it.
 */
export const codeExpiry = z
  .string('La scadenza deve essere una data.')
  .trim()
  .transform((text) => (z.iso.date().safeParse(text).success ? `${text}${lastMoment}` : text))
  .refine((text) => text === '' || timestamp.safeParse(text).success, 'La scadenza deve essere una data.')
  .nullish()
  .transform((text) => text || undefined)
  .optional();

export const codeCount = wholeNumber('Il numero di codici', 1, codesPerCall);

export const deleteCodes = z.object({
  /** Id of the bin entry, for undo. */
  binId: chosenId,
  ids: z
    .array(id)
    .min(1, 'Scegli almeno un codice.')
    .max(codesPerCall, `Al massimo ${codesPerCall.toLocaleString('it-IT')} codici alla volta.`),
});
export const deletedCodes = z.object({ deleted: z.number().int().min(0) });

export const importedCodes = z.object({
  created: z.number().int().min(0),
  updated: z.number().int().min(0),
  unchanged: z.number().int().min(0),
});
export type ImportedCodes = z.infer<typeof importedCodes>;

export function codeList<Fields extends z.ZodType>(fields: Fields) {
  return z.object({
    codes: z
      .array(fields)
      .min(1, 'Non c’è nessun codice.')
      .max(codesPerCall, `Al massimo ${codesPerCall.toLocaleString('it-IT')} codici alla volta.`),
  });
}

/**
 * Whether a code has expired at a time (ISO 8601); a code without a date never does.
 *
 * @param timeZone where a day ends, such as `Europe/Rome`; by default the local one
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

/** A random code, `xxxx-xxxx`, without look-alikes: about 39 bits from the default alphabet, 36 from letters. */
export function generateCode(alphabet = generatedAlphabet): string {
  const picked: string[] = [];
  // Rejection sampling: skips bytes from the largest multiple of the alphabet's length on.
  const rejectionLimit = 256 - (256 % alphabet.length);
  while (picked.length < 8) {
    for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
      if (byte < rejectionLimit && picked.length < 8) picked.push(alphabet.charAt(byte % alphabet.length));
    }
  }
  return `${picked.slice(0, 4).join('')}-${picked.slice(4).join('')}`;
}
