import { useId, useState } from 'react';
import { trpc } from '#client/trpc.ts';
import { bookParts } from '../book/book-parts.ts';
import { differencesIn, withPartOf } from '../book/compare-parts.ts';
import type { BookPart } from '../book/part-types.ts';
import { ComparedFields } from './compared-fields.tsx';
import { TakeDialog, type PendingBackup } from './take-dialog.tsx';

/** The parts of «Il libro» that a pending backup has differently; each can be put into the draft. */
export function BackupBook({ planId, onTaken }: PendingBackup) {
  const id = useId();
  const [open, setOpen] = useState<BookPart>();
  const utils = trpc.useUtils();
  const then = trpc.restore.book.useQuery({ id: planId });
  const now = trpc.book.get.useQuery();
  if (!then.data || !now.data) return null;
  const [draft, source] = [now.data.draft, then.data];
  const parts = bookParts.filter((part) => differencesIn(part, draft, source).length > 0);
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby={id}>
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
        <TakeDialog
          title={open.label}
          now="nella bozza di adesso"
          canTake
          take={async () => ({
            ...(await utils.client.restore.takeBook.mutate({
              id: planId,
              draft: withPartOf(draft, open, source),
            })),
            description: 'È nella bozza del libro; quella di prima è fra le versioni.',
          })}
          onTaken={onTaken}
          onClose={() => setOpen(undefined)}
        >
          <ComparedFields fields={differencesIn(open, draft, source)} />
        </TakeDialog>
      )}
    </section>
  );
}
