import type { CopiesStatus } from '#shared/contracts/copies.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { countOf, formatBytes, formatMoment } from '../format.ts';
import { LineList } from '../kit/line-list.tsx';
import { Refusal } from '../refusal.tsx';
import { reasonWords } from './copy-texts.ts';

export type SiteCopy = CopiesStatus['copies'][number];

interface CopiesListProps {
  isBusy: boolean;
  onRestore(copy: SiteCopy): void;
}

export function CopiesList({ isBusy, onRestore }: CopiesListProps) {
  const utils = trpc.useUtils();
  const { data, isError } = trpc.backup.copies.useQuery(undefined, { refetchInterval: 60_000 });
  const make = trpc.backup.makeCopy.useMutation({
    onSuccess: (copies) => utils.backup.copies.setData(undefined, copies),
  });
  return (
    <section aria-labelledby="site-copies" className="grid justify-items-start gap-2">
      <h3 id="site-copies" className="font-semibold">
        Le copie di tutto il sito
      </h3>
      <p className="max-w-[62ch]">
        Una volta al giorno, prima di ogni importazione e di ogni ripristino e a ogni aggiornamento, il sito
        copia da sé il database e i file nuovi su questo disco e rilegge la copia. Tiene le ultime sette di
        ogni giorno e le ultime dieci fatte prima di qualcosa o chieste da te, per trenta giorni. Servono
        contro gli sbagli; se si rompe il disco servono i backup scaricati o il bucket.
      </p>
      <Button disabled={isBusy || make.isPending} onClick={() => make.mutate()}>
        {make.isPending ? 'Copio tutto e rileggo…' : 'Copia adesso'}
      </Button>
      <Refusal error={make.error} />
      {isError && <p>Non riesco a leggere le copie. Ricarica la pagina tra poco.</p>}
      {data?.problem && (
        <p role="status" className="ps-3 [border-inline-start:4px_solid_#b3261e]">
          {data.problem}
        </p>
      )}
      {data?.copies.length === 0 && (
        <p className="admin-hint">Ancora nessuna: la prima si fa entro un’ora dall’avvio.</p>
      )}
      {data && data.copies.length > 0 && (
        <LineList
          lines={data.copies.map((copy) => ({
            key: copy.name,
            title: `${formatMoment(copy.at)}, ${reasonWords[copy.reason]}`,
            note: `${formatBytes(copy.databaseBytes)}, ${countOf(copy.files, 'file', 'file')}`,
            actions: (
              <Button small disabled={isBusy} onClick={() => onRestore(copy)}>
                Torna a questa copia<span className="sr-only">, {formatMoment(copy.at)}</span>…
              </Button>
            ),
          }))}
        />
      )}
      {data && <p className="admin-hint wrap-anywhere">Stanno in {data.folder}.</p>}
    </section>
  );
}
