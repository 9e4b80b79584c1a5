import type { BinEntry } from '#shared/contracts/bin.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { Button } from '../button.tsx';
import { showError } from '../error-toast.ts';
import { formatMoment } from '../format.ts';
import { LineList } from '../kit/line-list.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { PanelDialog } from '../panel-dialog.tsx';

export function BinDialog({ onClose }: { onClose(): void }) {
  const utils = trpc.useUtils();
  const list = trpc.bin.list.useQuery(undefined, { staleTime: 0, networkMode: 'always' });
  const refresh = { onSettled: () => utils.bin.list.invalidate() };
  const restore = trpc.bin.restore.useMutation({
    onSuccess({ refused }) {
      showToast({ title: 'Rimesso al suo posto', ...(refused[0] && { description: refused[0] }) });
      void utils.invalidate();
    },
    onError: (error) => showError(error, 'Non è stato rimesso: il server non ha risposto.'),
    ...refresh,
  });
  const remove = trpc.bin.remove.useMutation({
    onError: (error) => showError(error, 'Non è stato eliminato: il server non ha risposto.'),
    ...refresh,
  });
  const empty = trpc.bin.empty.useMutation({
    onSuccess: () => showToast({ title: 'Cestino svuotato' }),
    onError: (error) => showError(error, 'Il cestino non è stato svuotato: il server non ha risposto.'),
    ...refresh,
  });
  const isBusy = restore.isPending || remove.isPending || empty.isPending;

  function removeForGood(entry: BinEntry): void {
    if (window.confirm(`Eliminare per sempre? Non si potrà più rimettere.\n\n${entry.name}`))
      remove.mutate({ id: entry.id });
  }

  return (
    <PanelDialog
      onClose={onClose}
      title="Cestino"
      description="Quello che elimini resta qui trenta giorni: si può rimettere com’era. I suoi numeri e codici sono subito liberi."
      size="medium"
    >
      <Loaded query={list} failed="Impossibile leggere il cestino" loading="Lettura del cestino…">
        {(entries) =>
          entries.length === 0 ? (
            <p className="admin-empty">Il cestino è vuoto.</p>
          ) : (
            <LineList
              lines={entries.map((entry) => ({
                key: entry.id,
                title: entry.name,
                note: `Eliminato il ${formatMoment(entry.deletedAt)}; resta fino al ${formatMoment(entry.until).split(' alle ')[0]}`,
                actions: (
                  <>
                    <Button
                      small
                      disabled={isBusy}
                      aria-label={`Rimetti ${entry.name}`}
                      onClick={() => restore.mutate({ id: entry.id })}
                    >
                      Rimetti
                    </Button>
                    <Button
                      small
                      danger
                      disabled={isBusy}
                      aria-label={`Elimina per sempre ${entry.name}`}
                      onClick={() => removeForGood(entry)}
                    >
                      Elimina per sempre
                    </Button>
                  </>
                ),
              }))}
            />
          )
        }
      </Loaded>
      <div className="admin-form-end">
        {list.data && list.data.length > 0 && (
          <Button
            danger
            disabled={isBusy}
            onClick={() => {
              if (window.confirm('Svuotare il cestino? Quello che c’è dentro non si potrà più rimettere.'))
                empty.mutate();
            }}
          >
            Svuota il cestino
          </Button>
        )}
        <Button onClick={onClose}>Chiudi</Button>
      </div>
    </PanelDialog>
  );
}
