import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '#client/api-error.ts';
import type { Sending } from '../uploads/send-file.ts';

interface Work {
  label: string;
  text: string;
}

export type PlanState<Plan> =
  | { step: 'idle' }
  | { step: 'sending'; label: string; name: string; share: number }
  | ({ step: 'working' } & Work)
  | { step: 'plan'; plan: Plan };

/** One step of reading: from the plan so far to the next. */
type Reading<Plan> = (plan: Plan | undefined) => Promise<Plan | undefined>;

export const nothingChanged = 'Il server non ha risposto: non è cambiato nulla.';

/** What is read first, shown as a plan, and then confirmed or given up. @param discard lets go of a plan on the server */
export function usePlan<Plan extends { id: string }>(discard: (id: string) => Promise<unknown>) {
  const [state, setState] = useState<PlanState<Plan>>({ step: 'idle' });
  const [refusal, setRefusal] = useState<string>();
  const call = useRef<AbortController>(undefined);
  useEffect(() => () => call.current?.abort(), []);
  const current = state.step === 'plan' ? state.plan : undefined;
  const work = (shown: Work) => setState({ step: 'working', ...shown });

  return {
    state,
    refusal,
    refuse: setRefusal,
    current,
    work,

    /** Shows that a file is sent. */
    send(label: string, { name }: File): Sending {
      const { signal } = (call.current = new AbortController());
      const onProgress = (share: number) => setState({ step: 'sending', label, name, share });
      onProgress(0);
      return { signal, onProgress };
    },
    cancel: () => call.current?.abort(),

    /** Reads step by step from a plan or from none; the plan of the last step that succeeded is shown. */
    async read(from: Plan | undefined, ...steps: Reading<Plan>[]): Promise<void> {
      setRefusal(undefined);
      let plan = from;
      try {
        for (const step of steps) plan = await step(plan);
      } catch (error) {
        if (!call.current?.signal.aborted) setRefusal(errorMessage(error, nothingChanged));
      }
      setState(plan ? { step: 'plan', plan } : { step: 'idle' });
    },

    /** Does what the plan says; the plan is shown again where that fails. */
    async confirm(shown: Work, act: (id: string) => Promise<unknown>): Promise<void> {
      if (!current) return;
      setRefusal(undefined);
      work(shown);
      try {
        await act(current.id);
        setState({ step: 'idle' });
      } catch (error) {
        setRefusal(
          errorMessage(error, 'Il server non ha risposto: ricarica la pagina per sapere a che punto è.'),
        );
        setState(state);
      }
    },

    update(plan: Partial<Plan> & { id: string }) {
      setState((shown) =>
        shown.step === 'plan' && shown.plan.id === plan.id
          ? { step: 'plan', plan: { ...shown.plan, ...plan } }
          : shown,
      );
    },

    discard() {
      setState({ step: 'idle' });
      setRefusal(undefined);
      // If this fails, the next plan or server start cleans up.
      if (current) discard(current.id).catch(() => undefined);
    },
  };
}
