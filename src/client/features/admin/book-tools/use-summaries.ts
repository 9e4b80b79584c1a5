import { useEffect, useRef } from 'react';
import type { SummaryForm } from '#shared/contracts/summaries.ts';
import { trpc, type RouterOutputs } from '#client/trpc.ts';
import { showError } from '../error-toast.ts';

export type Progress = RouterOutputs['summaries']['progress'];

const lookInterval = 1_000;

export function isBusy(progress: Progress | undefined): boolean {
  return progress?.state === 'running' || progress?.state === 'waiting';
}

/** Polls the summary job while it runs, and refetches the sections after each step. */
export function useSummaries() {
  const utils = trpc.useUtils();
  const query = trpc.summaries.progress.useQuery(undefined, {
    refetchInterval: ({ state }) => (isBusy(state.data) ? lookInterval : false),
  });
  const progress = query.data;
  const step = progress && `${progress.state} ${progress.done} ${progress.current?.form ?? ''}`;
  const lastStep = useRef(step);
  useEffect(() => {
    const hasChanged = lastStep.current !== undefined && lastStep.current !== step;
    lastStep.current = step;
    if (!hasChanged) return;
    void utils.sections.list.invalidate();
    void utils.health.model.invalidate();
  }, [step, utils]);

  const outcome = {
    onSuccess: (changed: Progress) => utils.summaries.progress.setData(undefined, changed),
    onError: (error: unknown) => showError(error, 'Il server non ha risposto.'),
  };
  const cancel = trpc.summaries.cancel.useMutation(outcome);
  const retry = trpc.summaries.retry.useMutation(outcome);
  const regenerate = trpc.summaries.regenerate.useMutation(outcome);
  return {
    progress,
    pending: cancel.isPending || retry.isPending || regenerate.isPending,
    cancel: () => cancel.mutate(),
    retry: (withoutModel = false) => retry.mutate({ withoutModel }),
    regenerate: (id: string, form: SummaryForm) => regenerate.mutate({ id, form }),
  };
}

export type Summaries = ReturnType<typeof useSummaries>;
