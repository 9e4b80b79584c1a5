import type { ChatMessage } from '#shared/contracts/chat.ts';

/** One text for every cause, because nothing here identifies it. */
export const lostConversation =
  'LA CONVERSAZIONE DI PRIMA QUI NON C’È PIÙ: È STATA CANCELLATA DA UN ALTRO DISPOSITIVO, È SCADUTA, O IL BROWSER HA CANCELLATO I COOKIE. I CODICI DEL LIBRO VALGONO ANCORA: SI RISCRIVONO CON [AUTH].';

/**
 * Whether the shown messages are gone and others took their place. An empty history is not enough: a deletion in
 * another tab or a lower level looks the same.
 *
 * @param shown earlier messages, oldest first
 * @param messages the server's current ones
 */
export function isReplaced(shown: readonly ChatMessage[], messages: readonly ChatMessage[]): boolean {
  if (shown.length === 0 || messages.length === 0) return false;
  const times = new Set(shown.map(({ timestamp }) => timestamp));
  return !messages.some(({ timestamp }) => times.has(timestamp));
}
