import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RestorePlan } from '#shared/contracts/backup.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { Button } from '../button.tsx';
import { PanelDialog } from '../panel-dialog.tsx';
import { Refusal } from '../refusal.tsx';

export interface PendingBackup {
  planId: string;
  onTaken(plan: RestorePlan): void;
}

interface TakeDialogProps extends Pick<PendingBackup, 'onTaken'> {
  title: string;
  /** What the backup is compared with. */
  now: string;
  canTake: boolean;
  isRefused?: boolean;
  /** @returns the plan that is left, and what the toast says */
  take(): Promise<{ plan?: RestorePlan | undefined; description: string | undefined }>;
  onClose(): void;
  children: ReactNode;
}

/** One thing as it is in a backup and now, to be taken from there or left. */
export function TakeDialog(props: TakeDialogProps) {
  const { title, now, canTake, isRefused, take, onTaken, onClose, children } = props;
  const utils = trpc.useUtils();
  const { mutate, isPending, error } = useMutation({
    mutationFn: take,
    onSuccess: async ({ plan, description }) => {
      showToast({ title: 'Ripreso dal backup', ...(description && { description }) });
      if (plan) onTaken(plan);
      onClose();
      await utils.invalidate();
    },
  });
  return (
    <PanelDialog
      title={title}
      description={`Com’è nel backup e com’è ${now}.`}
      size="wide"
      closesOnBack
      onClose={onClose}
    >
      {children}
      <Refusal error={error} />
      <div className="admin-form-end">
        <Button onClick={onClose}>Lascia com’è</Button>
        {canTake && (
          <Button main disabled={isPending || isRefused} onClick={() => mutate()}>
            {isPending ? 'Riprendo…' : 'Riprendi dal backup'}
          </Button>
        )}
      </div>
    </PanelDialog>
  );
}
