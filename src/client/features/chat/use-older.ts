import { createAtom, useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import type { ChatHistory, ChatMessage } from '#shared/contracts/chat.ts';
import { trpc } from '#client/trpc.ts';

interface Older extends ChatHistory {
  /** Timestamp of the message below them, which identifies the history. */
  above: string;
}

/** Outside components, to survive leaving the page. */
const loadedOlder = createAtom<Older | undefined>(undefined);

export interface OlderMessages {
  messages: readonly ChatMessage[];
  hasMore: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  load(): void;
}

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
