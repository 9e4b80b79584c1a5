import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ageOf } from '#shared/age-of.ts';
import type { CopyReason } from '#shared/contracts/copies.ts';
import { trpc } from '#client/trpc.ts';
import { formatMoment } from '../format.ts';
import { reasonWords } from './copy-texts.ts';

const shownHours = 48;

/** Says for two days where the copy from before an act is. */
export function CopyNote({ reason }: { reason: CopyReason }) {
  const { data } = trpc.backup.copies.useQuery();
  const [now] = useState(() => Date.now());
  const copy = data?.copies.find((each) => each.reason === reason);
  if (!copy || ageOf(copy.at, now) > shownHours * 3_600_000) return null;
  return (
    <p className="max-w-[62ch] mb-3">
      Il {formatMoment(copy.at)}, {reasonWords[reason]}, il sito ha fatto una copia di tutto. Per tornare
      indietro, o riprenderne una cosa sola, è{' '}
      <Link to="/admin" search={{ scheda: 'backup' }} resetScroll={false} className="admin-link">
        fra le copie
      </Link>{' '}
      nella scheda Backup.
    </p>
  );
}
