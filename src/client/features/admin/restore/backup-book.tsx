import { useId, useState } from 'react';
import type { RestorePlan } from '#shared/contracts/backup.ts';
import type { BookContent } from '#shared/contracts/book.ts';
import { errorMessage } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { bookParts } from '../book/book-parts.ts';
import { differencesIn, withPartOf } from '../book/compare-parts.ts';
import type { BookPart } from '../book/part-types.ts';
import { Button } from '../button.tsx';
import { PanelDialog } from '../panel-dialog.tsx';
import { noAnswer, Refusal } from '../refusal.tsx';
import { ComparedFields } from './compared-fields.tsx';

interface BackupBookProps {
  planId: string;
  onTaken(plan: RestorePlan): void;
}

/** The parts of «Il libro» that a pending backup has differently; each can be put into the draft. */
export function BackupBook({ planId, onTaken }: BackupBookProps) {
  const id = useId();
  const [open, setOpen] = useState<BookPart>();
  const then = trpc.restore.book.useQuery({ id: planId });
  const now = trpc.book.get.useQuery();
  if (!then.data || !now.data) return null;
  const [draft, source] = [now.data.draft, then.data];
  const parts = bookParts.filter((part) => differencesIn(part, draft, source).length > 0);
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby={id} className="backup-entries">
      <h3 id={id} className="font-semibold">
        Riprendi una parte del libro
      </h3>
      <p className="admin-hint">
        Le parti di «Il libro» che nel backup sono diverse dalla bozza di adesso. Quella che riprendi va nella
        bozza: i lettori la vedono quando pubblichi.
      </p>
      <ul>
        {parts.map((part) => (
          <li key={part.slug}>
            <button type="button" className="admin-link" onClick={() => setOpen(part)}>
              {part.label}
            </button>
          </li>
        ))}
      </ul>
      {open && (
        <PartDialog
          planId={planId}
          part={open}
          draft={draft}
          source={source}
          onTaken={onTaken}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

interface PartDialogProps extends BackupBookProps {
  part: BookPart;
  draft: BookContent;
  source: BookContent;
  onClose(): void;
}

function PartDialog({ planId, part, draft, source, onTaken, onClose }: PartDialogProps) {
  const utils = trpc.useUtils();
  const take = trpc.restore.takeBook.useMutation({
    onSuccess: async ({ plan }) => {
      showToast({
        title: 'Ripreso dal backup',
        description: 'È nella bozza del libro; quella di prima è fra le versioni.',
      });
      if (plan) onTaken(plan);
      onClose();
      await utils.invalidate();
    },
  });
  return (
    <PanelDialog
      title={part.label}
      description="Com’è nel backup e com’è nella bozza di adesso."
      size="wide"
      closesOnBack
      onClose={onClose}
    >
      <ComparedFields fields={differencesIn(part, draft, source)} />
      <Refusal text={take.isError ? errorMessage(take.error, noAnswer) : undefined} />
      <div className="admin-form-end">
        <Button onClick={onClose}>Lascia com’è</Button>
        <Button
          main
          disabled={take.isPending}
          onClick={() => take.mutate({ id: planId, draft: withPartOf(draft, part, source) })}
        >
          {take.isPending ? 'Riprendo…' : 'Riprendi dal backup'}
        </Button>
      </div>
    </PanelDialog>
  );
}
