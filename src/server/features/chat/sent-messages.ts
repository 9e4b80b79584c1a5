import { createHash } from 'node:crypto';
import type { StoredChatMessage } from '#shared/contracts/chat.ts';
import type { Store } from '#server/storage/store/types.ts';

/**
 * The id under which a message is stored that was sent with one. The reader's secret id is in it, so that nobody meets the messages
 * of others.
 *
 * @param sentId the browser's UUID
 */
export const sentMessageId = (readerId: string, sentId: string): string =>
  derivedId(readerId, sentId.toLowerCase());

/**
 * Messages that are sent again, and their replies, found by their own ids: kept, backed up and erased as the message is, with no
 * list beside the database.
 */
export function createSentMessages({ chatMessages }: Pick<Store, 'chatMessages'>) {
  const replyId = (question: StoredChatMessage) => derivedId(question.id, 'reply');
  return {
    sentMessage: (readerId: string, sentId: string): StoredChatMessage | undefined =>
      chatMessages.get(sentMessageId(readerId, sentId)),
    /** At whatever level. */
    replyTo: (question: StoredChatMessage): StoredChatMessage | undefined =>
      chatMessages.get(replyId(question)),
    /** Taken where a reply is asked for again at a level that does not show the first. */
    freeReplyId: (question: StoredChatMessage): string | undefined =>
      chatMessages.get(replyId(question)) ? undefined : replyId(question),
  };
}

/** A UUID of our own making (version 8): the database packs those. */
function derivedId(from: string, name: string): string {
  const hex = createHash('sha256').update(`${from}:${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
