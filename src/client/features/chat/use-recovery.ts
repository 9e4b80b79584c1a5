import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ChatMessage } from '#shared/contracts/chat.ts';
import { serverCalls } from '#client/trpc.ts';
import type { Turn } from './conversation.ts';

/** First and maximum wait between checks of the server, in milliseconds. */
const waits = { first: 1_000, most: 30_000 };

interface Recovered {
  hasFailed: boolean;
  cut: Turn | undefined;
  draft: string;
  retriable: ChatMessage | undefined;
  isFetching: boolean;
  refetch(): Promise<{ isError: boolean }>;
  send(text: string): void;
  answerAgain(question: ChatMessage): void;
}

/**
 * After a failure, polls the server with backoff, and at once when the connection or the reader returns; then refetches
 * the history. After an outage it sends the undelivered message if the input line still has it, and retries an
 * unanswered one. Failures while the server was up are left to the reader: they would repeat.
 */
export function useRecovery(state: Recovered): void {
  const { hasFailed, cut, isFetching } = state;
  const [ended, setEnded] = useState(0);
  const seenTo = useRef(0);
  const isFailing = hasFailed || cut !== undefined;
  const refetch = useEffectEvent(state.refetch);

  const cutId = cut?.id;
  useEffect(() => {
    if (!isFailing) return undefined;
    const abort = new AbortController();
    void waitForServer(abort.signal, () => refetch()).then((wasAway) => {
      if (wasAway && !abort.signal.aborted) setEnded((count) => count + 1);
    });
    return () => abort.abort();
  }, [isFailing, cutId]);

  const takeUp = useEffectEvent(() => {
    const { draft, retriable, send, answerAgain } = state;
    if (!cut) return;
    if (retriable?.content === cut.message) answerAgain(retriable);
    else if (!retriable && draft.trim() === cut.message) send(draft);
  });
  useEffect(() => {
    if (seenTo.current === ended || hasFailed || isFetching) return;
    seenTo.current = ended;
    takeUp();
  }, [ended, hasFailed, isFetching]);
}

/** Resolves once the server answers and the history is loaded: whether there was an outage. */
async function waitForServer(signal: AbortSignal, refetch: Recovered['refetch']): Promise<boolean> {
  let wasAway = !navigator.onLine;
  for (let wait = waits.first; !signal.aborted; wait = Math.min(wait * 2, waits.most)) {
    await pause(wait, signal);
    try {
      await serverCalls.health.get.query(undefined, { signal });
      if (signal.aborted || !(await refetch()).isError) return wasAway;
    } catch {
      wasAway = true;
    }
  }
  return wasAway;
}

/** Ends after `time` milliseconds, or when the connection or the reader returns. */
function pause(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      over.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, time);
    addEventListener('online', end, { signal: over.signal });
    document.addEventListener('visibilitychange', end, { signal: over.signal });
    signal.addEventListener('abort', end, { signal: over.signal });
  });
}
