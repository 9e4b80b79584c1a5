import { useEffect, useRef } from 'react';
import type { CardsWriting } from '#shared/contracts/memory-cards.ts';
import { trpc } from '#client/trpc.ts';
import { showError } from '../error-toast.ts';

const lookInterval = 1_000;

export const isWriting = (writing: CardsWriting | undefined): boolean =>
  writing?.state === 'running' || writing?.state === 'waiting';

/** Polls card generation while it runs, and refetches the cards after each section. */
export function useCardsWriting() {
  const utils = trpc.useUtils();
  const { data: writing } = trpc.memoryCards.writing.useQuery(undefined, {
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isWriting(state.data) ? lookInterval : false),
  });
  const step = writing && `${writing.state} ${writing.requested.join()} ${writing.last?.sectionId}`;
  const lastStep = useRef(step);
  useEffect(() => {
    const hasChanged = lastStep.current !== undefined && lastStep.current !== step;
    lastStep.current = step;
    if (!hasChanged) return;
    void utils.memoryCards.list.invalidate();
    void utils.memoryCards.questions.invalidate();
    void utils.memoryCards.cost.invalidate();
    void utils.health.model.invalidate();
  }, [step, utils]);

  const outcome = {
    onSuccess: (changed: CardsWriting) => utils.memoryCards.writing.setData(undefined, changed),
    onError: (error: unknown) => showError(error, 'Il server non ha risposto.'),
  };
  const write = trpc.memoryCards.write.useMutation(outcome);
  const writeAll = trpc.memoryCards.writeAll.useMutation(outcome);
  const stop = trpc.memoryCards.stopWriting.useMutation(outcome);
  const retry = trpc.memoryCards.retryWriting.useMutation(outcome);
  return {
    writing,
    isPending: [write, writeAll, stop, retry].some(({ isPending }) => isPending),
    write: (id: string) => write.mutate({ id }),
    writeAll: () => writeAll.mutate(),
    stop: () => stop.mutate(),
    retry: () => retry.mutate(),
  };
}
