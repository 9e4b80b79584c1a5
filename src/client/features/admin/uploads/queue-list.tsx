import { Button } from '../button.tsx';
import type { QueuedFile, UploadQueue } from './upload-queue.ts';
import { formatBytes } from '../format.ts';

const stateTexts: Record<QueuedFile['state'], string> = {
  waiting: 'in attesa',
  sending: 'in viaggio',
  saving: 'salvataggio…',
  done: 'aggiunta',
  failed: 'non caricata',
};

export function QueueList({ files, queue }: { files: readonly QueuedFile[]; queue: UploadQueue }) {
  if (files.length === 0) return null;
  const count = (...states: QueuedFile['state'][]) =>
    files.filter(({ state }) => states.includes(state)).length;
  const [done, failed, left] = [count('done'), count('failed'), count('waiting', 'sending', 'saving')];
  const canRetry = files.some(({ state, hopeless }) => state === 'failed' && !hopeless);
  return (
    <div className="border-b-2 border-b-(--ink)">
      <div className="flex flex-wrap items-center gap-2 pb-2">
        <p role="status" className="flex-[1_1_12rem] font-semibold">
          {left > 0
            ? `${done} di ${files.length - failed} caricate`
            : `${done} ${done === 1 ? 'caricata' : 'caricate'}`}
          {failed > 0 && ` · ${failed} non ${failed === 1 ? 'riuscita' : 'riuscite'}`}
        </p>
        {left > 0 && (
          <Button small onClick={queue.stop}>
            Interrompi
          </Button>
        )}
        {left === 0 && canRetry && (
          <Button main small onClick={queue.retry}>
            Riprova quelle non riuscite
          </Button>
        )}
        {left === 0 && (
          <Button small onClick={queue.clear}>
            Chiudi l’elenco
          </Button>
        )}
      </div>
      <ul role="list">
        {files.map(({ id, file, state, share, reason }) => (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_auto_2rem] items-center gap-x-3 gap-y-[0.15rem] min-h-10 py-[0.35rem] border-t border-t-(--rule)"
          >
            <span className="overflow-hidden [text-overflow:ellipsis] whitespace-nowrap">{file.name}</span>
            <span
              className={`font-mono text-[0.875rem] ${state === 'failed' ? 'text-(--rust)' : 'text-(--faded)'}`}
            >
              {state === 'sending'
                ? `${Math.round(share * 100)} % di ${formatBytes(file.size)}`
                : stateTexts[state]}
            </span>
            {state !== 'saving' && state !== 'done' && (
              <button
                type="button"
                className="col-[3] row-[1] min-h-8 text-[1.25rem] leading-none"
                aria-label={`${state === 'failed' ? 'Togli dall’elenco' : 'Annulla'} ${file.name}`}
                onClick={() => queue.drop(id)}
              >
                ×
              </button>
            )}
            {(state === 'sending' || state === 'saving') && (
              <progress className="col-span-full" value={share} aria-label={`Caricamento di ${file.name}`} />
            )}
            {reason && <span className="admin-error col-span-full">{reason}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
