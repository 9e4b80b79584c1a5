import { codeHash } from '#shared/code-link.ts';
import { toApiError } from '#client/api-error.ts';

export interface WordRefusal {
  text: string;
  /** Chat link with the word as a code; set for every refused word, so that it reveals nothing about this one. */
  chatHash?: string;
}

/** Distinguishes a wrong word from a connection error or rate limit. */
export function readRefusal(error: unknown, word: string): WordRefusal {
  const refusal = toApiError(error);
  if (!refusal) return { text: 'La linea è caduta: la parola non è arrivata. Riprova fra poco.' };
  if (refusal.code === 'INVALID_CODE')
    return { text: 'Non apre nessuna traccia: ricontrolla segno per segno.', chatHash: codeHash(word) };
  return { text: refusal.serverMessage ?? 'Il sito non ha risposto bene. Riprova fra poco.' };
}
