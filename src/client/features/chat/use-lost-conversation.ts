import { useEffect, useRef } from 'react';
import { knownReaderKey } from '#shared/boot.ts';
import type { ChatMessage } from '#shared/contracts/chat.ts';
import { trpc } from '#client/trpc.ts';
import { conversation } from './conversation-store.ts';
import { isReplaced, lostConversation } from './lost-conversation.ts';

/**
 * Tells the reader when their conversation is gone without their doing: lost cookies, or a deletion elsewhere.
 *
 * @param messages the server's history; `undefined` while loading
 * @param isExplained another message explains it
 */
export function useLostConversation(messages: ChatMessage[] | undefined, isExplained: boolean): void {
  const utils = trpc.useUtils();
  const before = useRef<{ messages: ChatMessage[]; part: number }>(undefined);

  useEffect(() => {
    async function tell() {
      const progress = await utils.client.readers.progress.query().catch(() => undefined);
      if (progress) utils.readers.progress.setData(undefined, progress);
      // At a lower level, chosen on another device, messages are hidden, not lost.
      if (progress?.reached !== undefined && progress.reached > progress.maxSection) return;
      conversation.print(lostConversation, 'system', utils.chat.history.getData()?.messages);
    }
    if (!messages) return;
    const previous = before.current;
    const part = conversation.part();
    before.current = { messages, part };
    if (isExplained || (previous && previous.part !== part)) return;
    if (previous ? isReplaced(previous.messages, messages) : messages.length === 0 && wasHere()) void tell();
  }, [messages, isExplained, utils]);
}

function wasHere(): boolean {
  try {
    return localStorage.getItem(knownReaderKey) !== null;
  } catch {
    return false;
  }
}
