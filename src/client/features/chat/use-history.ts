import { replaceEqualDeep } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { currentBook } from '#client/current-book.ts';
import type { ChatHistory, ChatMessage } from '#shared/contracts/chat.ts';
import { emptyWhenSignedOut, trpc } from '#client/trpc.ts';
import { conversation, useConversation } from './conversation-store.ts';
import { hasTalkedBefore, rememberReader } from './first-words.tsx';
import { replyIsElsewhere, retriableMessage } from './conversation.ts';
import { joinPages } from './history-pages.ts';
import { listenToTabs } from './tabs.ts';
import { useLostConversation } from './use-lost-conversation.ts';
import { useOlder } from './use-older.ts';
import { useReturn } from './use-return.ts';

/** Polling interval for a reply that this tab does not stream, in milliseconds. */
const awaitedInterval = 2_500;

/** `undefined` while loading; signed out (`null`) means no messages. */
function messagesOf(data: { messages: ChatMessage[] } | null | undefined): ChatMessage[] | undefined {
  return data === undefined ? undefined : (data?.messages ?? []);
}

/** The key that sealed the reader's cookie was removed (`libro chiavi togli`). */
const unrecognised =
  'IL SITO HA CAMBIATO CHIAVI E NON TI RICONOSCE PIÙ: LIVELLO E CONVERSAZIONE DI PRIMA DA QUI NON SI APRONO. RISCRIVI I TUOI CODICI CON [AUTH].';

/**
 * The server's history, refetched on entering the chat and on changes in other tabs.
 *
 * @param resume follows the reply being written to the last message, if any
 */
export function useHistory(resume: (question: ChatMessage) => Promise<void>) {
  const { turns, unanswered } = useConversation();
  const utils = trpc.useUtils();
  const query = trpc.chat.history.useQuery(undefined, {
    trpc: { context: emptyWhenSignedOut },
    refetchOnMount: 'always',
    structuralSharing: (earlier, page) =>
      replaceEqualDeep(
        earlier,
        page && joinPages(earlier as ChatHistory | null | undefined, page as ChatHistory),
      ),
    refetchInterval: ({ state }) =>
      state.status !== 'error' &&
      replyIsElsewhere(messagesOf(state.data), turns, Date.now(), unanswered) &&
      awaitedInterval,
  });
  const messages = useMemo(() => messagesOf(query.data), [query.data]);
  const isUnrecognised = query.data?.unrecognised ?? false;
  // Before the next effect, which resets this browser's memory of a conversation.
  useLostConversation(messages, isUnrecognised);
  useEffect(() => {
    if (!messages) return;
    conversation.reconcile(messages, currentBook().character.name);
    if (isUnrecognised && hasTalkedBefore()) conversation.print(unrecognised, 'system', messages);
    rememberReader(messages.length > 0);
  }, [messages, isUnrecognised]);

  const checkedAt = Math.max(query.dataUpdatedAt, query.errorUpdatedAt);
  const isAwaited = !query.isError && replyIsElsewhere(messages, turns, checkedAt, unanswered);
  const last = messages?.at(-1);
  const resumedFrom = useRef<string>(undefined);
  useEffect(() => {
    if (!isAwaited || !last || resumedFrom.current === last.timestamp) return;
    resumedFrom.current = last.timestamp;
    void resume(last);
  }, [isAwaited, last, resume]);

  useEffect(
    () =>
      listenToTabs((news) => {
        if (news === 'level') {
          conversation.expectAnother();
          void utils.readers.progress.invalidate();
        }
        void utils.chat.history.invalidate();
        void utils.chat.suggestions.invalidate();
      }),
    [utils],
  );

  useReturn(checkedAt, () => {
    for (const { invalidate } of [utils.readers.progress, utils.chat.history, utils.chat.suggestions])
      void invalidate(undefined, { predicate: ({ state }) => state.status !== 'error' });
  });

  return {
    messages,
    older: useOlder(query.data),
    isAwaited,
    retriable: retriableMessage(messages, turns, isAwaited),
    query,
  };
}
