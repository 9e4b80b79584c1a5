import type { ChatHistory, ChatMessage } from '#shared/contracts/chat.ts';

const isSame = (one: ChatMessage | undefined, other: ChatMessage | undefined) =>
  one?.timestamp === other?.timestamp && one?.role === other?.role;

/** The last two may have been taken back to be answered anew. */
const mayHaveChanged = 2;

/**
 * The newest page of a history behind what was known of it: the server gives the newest messages alone, and what has been shown
 * must not go when others come. Where the two do not fit (another level, a conversation that was deleted) the new one counts.
 */
export function joinPages(earlier: ChatHistory | null | undefined, page: ChatHistory): ChatHistory {
  const at = page.more && earlier ? earlier.messages.findIndex((one) => isSame(one, page.messages[0])) : -1;
  if (!earlier || at < 1) return page;
  const common = earlier.messages.slice(at, earlier.messages.length - mayHaveChanged);
  if (!common.every((message, index) => isSame(message, page.messages[index]))) return page;
  return { ...earlier, messages: [...earlier.messages.slice(0, at), ...page.messages] };
}
