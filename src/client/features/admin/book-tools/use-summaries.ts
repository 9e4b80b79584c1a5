import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { SummaryForm } from '#shared/contracts/summaries.ts';
import { noticeText } from '#client/api-error.ts';
import { trpc, type RouterOutputs } from '#client/trpc.ts';
import { notify } from '#client/ui/notice-store.ts';
import { useSession } from '../session.tsx';

export type Progress = RouterOutputs['summaries']['progress'];

/** Milliseconds between two looks at a job that runs. */
const every = 1_000;

export function isBusy(progress: Progress | undefined): boolean {
  return progress?.state === 'running' || progress?.state === 'waiting';
}

/** The summaries' job: looked at while it runs, and the sections read again whenever it has made something. */
export function useSummaries() {
  const utils = trpc.useUtils();
  const { withSession } = useSession();
  const query = trpc.summaries.progress.useQuery(undefined, {
    refetchInterval: ({ state }) => (isBusy(state.data) ? every : false),
  });
  const progress = query.data;
  const step = progress && `${progress.state} ${progress.done} ${progress.current?.form ?? ''}`;
  const seen = useRef(step);
  useEffect(() => {
    // The first look is no change: the list is being read anyway.
    const changed = seen.current !== undefined && seen.current !== step;
    seen.current = step;
    if (!changed) return;
    void utils.sections.list.invalidate();
    // What failed may be the provider's.
    void utils.health.model.invalidate();
  }, [step, utils]);

  const change = useMutation({
    mutationFn: (call: () => Promise<Progress>) => withSession(call),
    onSuccess: (now) => utils.summaries.progress.setData(undefined, now),
    onError: (error) =>
      notify({
        title: 'Errore',
        description: noticeText(error, 'Il server non ha risposto.'),
        tone: 'destructive',
      }),
  });
  const { summaries } = utils.client;
  return {
    progress,
    pending: change.isPending,
    cancel: () => change.mutate(() => summaries.cancel.mutate()),
    retry: (withoutModel = false) => change.mutate(() => summaries.retry.mutate({ withoutModel })),
    regenerate: (id: string, form: SummaryForm) =>
      change.mutate(() => summaries.regenerate.mutate({ id, form })),
  };
}

export type Summaries = ReturnType<typeof useSummaries>;
