import { toApiError } from '#client/api-error.ts';

/** Why a code was refused, shown in the bar: the toast disappears after five seconds. */
export interface CodeRefusal {
  text: string;
  /** The code may be a music word; set for every code that opens nothing, so that it reveals nothing about this one. */
  mayBeMusic: boolean;
}

/** Distinguishes a wrong code from a connection error. */
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
