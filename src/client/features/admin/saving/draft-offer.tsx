import { Button } from '../button.tsx';
import type { SheetDraft } from './use-draft.ts';

/** `delle 14:05`, with the date if it is not today. */
function momentOf(at: string): string {
  const moment = new Date(at);
  const time = moment.toLocaleTimeString('it-IT', { hour: '2-digit', minute: '2-digit' });
  if (moment.toDateString() === new Date().toDateString()) return `delle ${time}`;
  return `del ${moment.toLocaleDateString('it-IT', { day: 'numeric', month: 'long' })}, ore ${time}`;
}

export function DraftOffer({ draft }: { draft: SheetDraft }) {
  if (!draft.offered) return null;
  return (
    <div className="admin-note flex flex-wrap items-center gap-2 mb-4" role="status">
      <p className="flex-[1_1_14rem]">C’è una bozza non salvata {momentOf(draft.offered.at)}.</p>
      <Button small main autoFocus onClick={draft.resume}>
        Riprendila
      </Button>
      <Button small onClick={draft.discard}>
        Scarta
      </Button>
    </div>
  );
}
