import { z } from 'zod';

export const codeLimits = { min: 4, max: 64 } as const;

/** The alphabet of generated codes: no look-alikes (0 o, 1 i l). */
const generatedAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

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

/** A new random code, `xxxx-xxxx`, from the alphabet without look-alikes (about 39 bits). */
export function generateCode(): string {
  const picked: string[] = [];
  // Rejection sampling: 248 is the largest multiple of the alphabet's 31 letters in a byte.
  while (picked.length < 8) {
    for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
      if (byte < 248 && picked.length < 8)
        picked.push(generatedAlphabet.charAt(byte % generatedAlphabet.length));
    }
  }
  return `${picked.slice(0, 4).join('')}-${picked.slice(4).join('')}`;
}
