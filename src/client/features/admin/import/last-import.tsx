import { useState } from 'react';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { Button } from '../button.tsx';
import { showError } from '../error-toast.ts';
import { formatMoment } from '../format.ts';
import { outcomeText } from './use-save-import.ts';

const question =
  'Vuoi annullare tutta l’importazione? Le sezioni nuove se ne vanno, quelle cambiate tornano com’erano.';
const shownHours = 48;

export function LastImport() {
  const { data } = trpc.sections.lastImport.useQuery();
  const utils = trpc.useUtils();
  const [now] = useState(() => Date.now());
  const undo = trpc.sections.undoImport.useMutation({
    onSuccess({ kept }) {
      const names = kept.map((title) => `«${title}»`).join(', ');
      const description = kept.length > 0 ? `Modificate dopo e rimaste come sono: ${names}.` : undefined;
      showToast({ title: 'Importazione Annullata', description });
    },
    onError: (error) => showError(error, 'Impossibile annullare l’importazione'),
    onSettled() {
      void utils.sections.invalidate();
      void utils.summaries.progress.invalidate();
    },
  });
  const last = data?.import;
  if (!last || now - Date.parse(last.at) > shownHours * 3_600_000) return null;
  return (
    <p className="import-last">
      <span>
        Importazione del {formatMoment(last.at)}: {outcomeText(last)}.
      </span>
      <Button small disabled={undo.isPending} onClick={() => window.confirm(question) && undo.mutate()}>
        Annulla l’importazione
      </Button>
    </p>
  );
}
