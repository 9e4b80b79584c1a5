import type { ComponentProps } from 'react';
import { Refusal } from '../refusal.tsx';
import { DropArea } from '../uploads/drop-area.tsx';
import { Sending, Working } from '../uploads/working.tsx';
import { useUnsavedGuard } from '../use-unsaved-guard.ts';
import type { PlanState } from './use-plan.ts';

interface PlanDropProps extends ComponentProps<typeof DropArea> {
  state: PlanState<unknown>;
  refusal: string | undefined;
  onCancel(): void;
}

/** Where files of a plan are dropped, how far they are, and why one was refused. */
export function PlanDrop({ state, refusal, onCancel, ...area }: PlanDropProps) {
  useUnsavedGuard(state.step === 'sending' || state.step === 'working');
  return (
    <>
      {state.step === 'sending' && <Sending {...state} onCancel={onCancel} />}
      {state.step === 'working' && <Working label={state.label}>{state.text}</Working>}
      {(state.step === 'idle' || state.step === 'plan') && <DropArea {...area} />}
      <Refusal text={refusal} />
    </>
  );
}
