import { useEffect, useEffectEvent, useRef } from 'react';
import { toApiError } from './api-error.ts';
import { serverCalls } from './trpc.ts';

/** First and maximum wait between checks of the server, in milliseconds. */
const waits = { first: 1_000, most: 30_000 };

interface Query {
  isError: boolean;
  isFetching: boolean;
  error: unknown;
  refetch(): Promise<unknown>;
}

/** Whether a query failed without an answer; one that failed with a status is left to the reader. */
export const isLost = ({ isError, error }: Query) => isError && !toApiError(error);

/**
 * While a query has had no answer, asks only `/api/health`, with backoff and at once when the connection or the reader
 * returns; each time that it answers, refetches what is lost. The wait grows on until everything has an answer.
 */
export function useRecovery(...queries: readonly Query[]): void {
  const wait = useRef(waits.first);
  const isWaiting = queries.some(isLost);
  const isWell = !isWaiting && !queries.some(({ isFetching }) => isFetching);
  const refetchLost = useEffectEvent(() =>
    Promise.all(queries.filter(isLost).map((query) => query.refetch())),
  );
  useEffect(() => {
    if (isWell) wait.current = waits.first;
    if (!isWaiting) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    const check = async () => {
      await pause(wait.current, signal);
      wait.current = Math.min(wait.current * 2, waits.most);
      await serverCalls.health.get.query(undefined, { signal });
      if (!signal.aborted) await refetchLost();
    };
    const keepChecking = async () => {
      while (!signal.aborted) await check().catch(() => undefined);
    };
    void keepChecking();
    return () => abort.abort();
  }, [isWaiting, isWell]);
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
