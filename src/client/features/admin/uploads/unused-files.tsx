import type { UnusedFile } from '#shared/contracts/files.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { Button } from '../button.tsx';
import { showError } from '../error-toast.ts';
import { formatBytes, formatMoment } from '../format.ts';
import { LineList } from '../kit/line-list.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { Section } from '../kit/section.tsx';
import { tellOfFiles } from './files-told.ts';

export function UnusedFiles() {
  const overview = trpc.uploads.overview.useQuery();
  const remove = useDelete();
  return (
    <Section title="File non usati" className="mt-5">
      <Loaded query={overview} failed="Impossibile leggere i file caricati.">
        {({ unused, count, bytes }) => {
          const deletable = unused.filter(({ recent, byHand }) => !recent && !byHand);
          const size = formatBytes(deletable.reduce((sum, file) => sum + file.bytes, 0));
          return (
            <>
              <p className="admin-hint">{tellOfFiles({ count, bytes, unused: unused.length })}</p>
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
              <LineList
                lines={unused.map((file) =>
                  fileLine(file, remove.isPending, () => remove.mutate({ names: [file.name] })),
                )}
              />
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

function fileLine(
  { name, url, bytes, modifiedAt, recent, byHand }: UnusedFile,
  isBusy: boolean,
  onDelete: () => void,
) {
  return {
    key: name,
    picture: /\.(?:jpe?g|png|webp|avif|gif)$/.test(name) ? (
      <img className="admin-thumbnail" src={url} alt="" loading="lazy" width={96} height={54} />
    ) : (
      <span className="admin-thumbnail admin-mono">{name.split('.').at(-1)}</span>
    ),
    title: (
      <a className="admin-link admin-mono font-normal" href={url} target="_blank" rel="noreferrer">
        {name.replace(/^\w+\/([0-9a-f]{8})[0-9a-f]{24}/, '$1…')}
      </a>
    ),
    note: `${formatBytes(bytes)} · ${formatMoment(modifiedAt)}${byHand ? ' · messo a mano: forse serve ad altro' : ''}`,
    actions: recent ? (
      <span className="admin-hint">da meno di un’ora: si elimina dopo</span>
    ) : (
      <Button
        small
        danger
        aria-label={`Elimina il file ${name}`}
        disabled={isBusy}
        onClick={() => {
          if (window.confirm('Sei sicuro di voler eliminare questo file? Non si potrà annullare.'))
            onDelete();
        }}
      >
        Elimina
      </Button>
    ),
  };
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
