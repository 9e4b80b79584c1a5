import { createAtom, useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import type { ChatHistory, ChatMessage } from '#shared/contracts/chat.ts';
import { trpc } from '#client/trpc.ts';

/** The messages before those of the history, as far as the reader has gone up. */
interface Older extends ChatHistory {
  /** The time of the message that they stand above: they belong to no other history. */
  above: string;
}

/** Outside the page's components, as the conversation is: who comes back is where they were. */
const loadedOlder = createAtom<Older | undefined>(undefined);

export interface OlderMessages {
  messages: readonly ChatMessage[];
  hasMore: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  load(): void;
}

/** Older messages of a long history, a page at a time. */
export function useOlder(history: ChatHistory | null | undefined): OlderMessages {
  const utils = trpc.useUtils();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const loaded = useSelector(loadedOlder);
  const above = history?.more && history.messages[0]?.timestamp;
  const older = above && loaded?.above === above ? loaded : undefined;
  const messages = older?.messages ?? [];

  async function load(): Promise<void> {
    if (!above || state === 'loading') return;
    setState('loading');
    try {
      const page = await utils.client.chat.history.query({ before: messages[0]?.timestamp ?? above });
      loadedOlder.set({ ...page, messages: [...page.messages, ...messages], above });
      setState('idle');
    } catch {
      setState('failed');
    }
  }

  return {
    messages,
    hasMore: Boolean(above) && (older === undefined || older.more === true),
    isLoading: state === 'loading',
    hasFailed: state === 'failed',
    load: () => void load(),
  };
}
