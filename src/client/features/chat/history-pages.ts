import type { ChatHistory, ChatMessage } from '#shared/contracts/chat.ts';

const isSame = (first: ChatMessage | undefined, second: ChatMessage | undefined) =>
  first?.timestamp === second?.timestamp && first?.role === second?.role;

/** A retry may replace the last two messages. */
const mayHaveChanged = 2;

/**
 * Joins the newest page with earlier ones, so that loaded messages stay. Without an overlap (another level, a deleted
 * conversation) the new page wins.
 */
export function joinPages(earlier: ChatHistory | null | undefined, page: ChatHistory): ChatHistory {
  const at =
    page.more && earlier ? earlier.messages.findIndex((message) => isSame(message, page.messages[0])) : -1;
  if (!earlier || at < 1) return page;
  const common = earlier.messages.slice(at, earlier.messages.length - mayHaveChanged);
  if (!common.every((message, index) => isSame(message, page.messages[index]))) return page;
  return { ...earlier, messages: [...earlier.messages.slice(0, at), ...page.messages] };
}
