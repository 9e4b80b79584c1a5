import { useEffect, useMemo } from 'react';
import { protagonist } from '../../../content/book.ts';
import type { ChatMessage } from '../../../shared/contracts/chat.ts';
import { emptyWhenSignedOut, trpc } from '../../trpc.ts';
import { conversation, useConversation } from './conversation-store.ts';
import { replyIsElsewhere } from './conversation.ts';

/** How often the history is asked for a reply that this tab does not stream, in milliseconds. */
const awaitedInterval = 2_500;

/** `undefined` while the history is unknown; a signed-out answer (`null`) is a history without messages. */
function messagesOf(data: { messages: ChatMessage[] } | null | undefined): ChatMessage[] | undefined {
  return data === undefined ? undefined : (data?.messages ?? []);
}

/** The reader's history on the server, fetched anew whenever the chat is entered. */
export function useHistory() {
  const { turns } = useConversation();
  const query = trpc.chat.history.useQuery(undefined, {
    trpc: { context: emptyWhenSignedOut },
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      replyIsElsewhere(messagesOf(state.data), turns, Date.now()) && awaitedInterval,
  });
  const messages = useMemo(() => messagesOf(query.data), [query.data]);
  useEffect(() => {
    if (messages) conversation.reconcile(messages, protagonist.name);
  }, [messages]);
  return {
    messages,
    isAwaited: replyIsElsewhere(messages, turns, Math.max(query.dataUpdatedAt, query.errorUpdatedAt)),
    isFetching: query.isFetching,
    hasFailed: query.isError,
    retry: () => void query.refetch(),
  };
}
