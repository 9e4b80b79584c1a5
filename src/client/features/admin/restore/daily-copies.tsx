import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { formatBytes, formatNumber } from '../format.ts';

/** `22 novembre 2026` */
export const formatDay = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('it-IT', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });

interface DailyCopiesProps {
  busy: boolean;
  onRestore(day: string): void;
}

export function DailyCopies({ busy, onRestore }: DailyCopiesProps) {
  const { data, isError } = trpc.backup.copies.useQuery(undefined, { refetchInterval: 60_000 });
  return (
    <section aria-labelledby="daily-copies" className="daily-copies">
      <h3 id="daily-copies">Le copie di ogni giorno</h3>
      <p>
        Una volta al giorno il sito copia da sé il database e i file nuovi su questo disco, rilegge la copia e
        tiene le ultime sette. Servono contro gli sbagli; se si rompe il disco servono i backup scaricati o il
        bucket.
      </p>
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
        <ul>
          {data.copies.map(({ day, databaseBytes, files }) => (
            <li key={day}>
              <span>
                {formatDay(day)}{' '}
                <span className="admin-hint">
                  {formatBytes(databaseBytes)}, {files === 1 ? '1 file' : `${formatNumber(files)} file`}
                </span>
              </span>
              <Button small disabled={busy} onClick={() => onRestore(day)}>
                Torna al {formatDay(day)}…
              </Button>
            </li>
          ))}
        </ul>
      )}
      {data && <p className="admin-hint wrap-anywhere">Stanno in {data.folder}.</p>}
    </section>
  );
}
