import { toApiError } from '#client/api-error.ts';

/** Why a code was refused, as the bar says it for as long as the code stands there; the notice is gone after five seconds. */
export interface CodeRefusal {
  text: string;
  /** It may be a word for the music: said of every code that opens nothing, so that it says nothing about this one. */
  mayBeMusic: boolean;
}

/** What a refusal means for the reader. A line that broke is no wrong code. */
export function readRefusal(error: unknown): CodeRefusal {
  const refusal = toApiError(error);
  if (!refusal)
    return { text: 'La linea è caduta: il codice non è arrivato. Riprova fra poco.', mayBeMusic: false };
  if (refusal.code === 'INVALID_CODE')
    return { text: 'Non apre niente: ricontrollalo segno per segno.', mayBeMusic: true };
  return {
    text: refusal.serverMessage ?? 'Il sito non ha risposto bene. Riprova fra poco.',
    mayBeMusic: false,
  };
}
