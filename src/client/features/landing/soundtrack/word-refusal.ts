import { codeHash } from '#shared/code-link.ts';
import { toApiError } from '#client/api-error.ts';

/** Why a word opened no track, as the line under the form says it. */
export interface WordRefusal {
  text: string;
  /** The chat's fragment with the word as a code: of every word that opens nothing, so that it says nothing about this one. */
  chatHash?: string;
}

/** What a failure means for the reader: a line that broke, or a wait, is no wrong word. */
export function readRefusal(error: unknown, word: string): WordRefusal {
  const refusal = toApiError(error);
  if (!refusal) return { text: 'La linea è caduta: la parola non è arrivata. Riprova fra poco.' };
  if (refusal.code === 'INVALID_CODE')
    return { text: 'Questa parola non apre niente: ricontrollala.', chatHash: codeHash(word) };
  return { text: refusal.serverMessage ?? 'Il sito non ha risposto bene. Riprova fra poco.' };
}
