import { useId } from 'react';
import type { UnusedFile } from '#shared/contracts/files.ts';
import { errorMessage } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { Button } from '../button.tsx';
import { showError } from '../error-toast.ts';
import { formatBytes, formatMoment } from '../format.ts';
import { tellOfFiles } from './files-told.ts';

export function UnusedFiles() {
  const id = useId();
  const overview = trpc.uploads.overview.useQuery();
  const remove = useDelete();
  const { unused = [], count = 0, bytes = 0 } = overview.data ?? {};
  const deletable = unused.filter(({ recent, byHand }) => !recent && !byHand);
  const size = formatBytes(deletable.reduce((sum, file) => sum + file.bytes, 0));

  return (
    <section className="admin-part" aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id}>File non usati</h2>
        {deletable.length > 1 && (
          <Button
            small
            danger
            disabled={remove.isPending}
            onClick={() => {
              const question = `Sei sicuro di voler eliminare ${deletable.length} file (${size})? Non si potrà annullare.`;
              if (window.confirm(question)) remove.mutate({ names: deletable.map(({ name }) => name) });
            }}
          >
            Elimina tutti ({size})
          </Button>
        )}
      </div>
      {overview.error && !overview.data && (
        <p role="alert" className="admin-error">
          {errorMessage(overview.error, 'Impossibile leggere i file caricati.')}
        </p>
      )}
      {overview.data && <p className="admin-hint">{tellOfFiles({ count, bytes, unused: unused.length })}</p>}
      <ul role="list" className="admin-files">
        {unused.map((file) => (
          <Row
            key={file.name}
            file={file}
            busy={remove.isPending}
            onDelete={() => remove.mutate({ names: [file.name] })}
          />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  file: UnusedFile;
  busy: boolean;
  onDelete(): void;
}

function Row({ file: { name, url, bytes, modifiedAt, recent, byHand }, busy, onDelete }: RowProps) {
  const isImage = /\.(?:jpe?g|png|webp|avif|gif)$/.test(name);
  return (
    <li>
      {isImage ? (
        <img className="admin-thumbnail" src={url} alt="" loading="lazy" width={96} height={54} />
      ) : (
        <span className="admin-thumbnail admin-mono">{name.split('.').at(-1)}</span>
      )}
      <div>
        <a className="admin-link admin-mono" href={url} target="_blank" rel="noreferrer">
          {name.replace(/^\w+\/([0-9a-f]{8})[0-9a-f]{24}/, '$1…')}
        </a>
        <p className="admin-hint">
          {formatBytes(bytes)} · {formatMoment(modifiedAt)}
          {byHand && ' · messo a mano: forse serve ad altro'}
        </p>
      </div>
      {recent ? (
        <span className="admin-hint">da meno di un’ora: si elimina dopo</span>
      ) : (
        <Button
          small
          danger
          aria-label={`Elimina il file ${name}`}
          disabled={busy}
          onClick={() => {
            if (window.confirm('Sei sicuro di voler eliminare questo file? Non si potrà annullare.'))
              onDelete();
          }}
        >
          Elimina
        </Button>
      )}
    </li>
  );
}

function useDelete() {
  const utils = trpc.useUtils();
  return trpc.uploads.delete.useMutation({
    onSuccess: ({ deleted, kept }) =>
      showToast({
        title: deleted.length === 1 ? 'File eliminato' : `${deleted.length} file eliminati`,
        ...(kept.length > 0 && { description: `Lasciati al loro posto: ${kept.length}` }),
      }),
    onError: (error) => showError(error, 'Impossibile eliminare i file'),
    onSettled: () => utils.uploads.overview.invalidate(),
  });
}
