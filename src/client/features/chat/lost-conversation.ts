import type { ChatMessage } from '#shared/contracts/chat.ts';

/** True of every way in which it comes about: nothing here can tell them apart. */
export const lostConversation =
  'LA CONVERSAZIONE DI PRIMA QUI NON C’È PIÙ: È STATA CANCELLATA DA UN ALTRO DISPOSITIVO, È SCADUTA, O IL BROWSER HA CANCELLATO I COOKIE. I CODICI DEL LIBRO VALGONO ANCORA: SI RISCRIVONO CON [AUTH].';

/**
 * Whether what was shown is gone, and something else is there in its place. An empty history is not enough: it is what another tab's
 * deletion looks like, and a lower level.
 *
 * @param shown the messages of before, oldest first
 * @param messages those that the server has now
 */
export function isReplaced(shown: readonly ChatMessage[], messages: readonly ChatMessage[]): boolean {
  if (shown.length === 0 || messages.length === 0) return false;
  const times = new Set(shown.map(({ timestamp }) => timestamp));
  return !messages.some(({ timestamp }) => times.has(timestamp));
}
