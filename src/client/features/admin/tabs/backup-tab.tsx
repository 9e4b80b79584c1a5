import { useEffect, useState } from 'react';
import { ageOf } from '#shared/age-of.ts';
import type { FilesCheck } from '#shared/contracts/backup.ts';
import { restTable } from '#shared/rest.ts';
import { addressOf } from '#client/addresses.ts';
import { trpc } from '#client/trpc.ts';
import { Section } from '../kit/section.tsx';
import { DownloadLink } from '../download-link.tsx';
import { RefusalsSection } from '../refusals-section.tsx';
import { MirrorSection } from '../mirror-section.tsx';
import { RestoreSection } from '../restore/restore-section.tsx';
import { formatBytes, formatMoment, formatNumber } from '../format.ts';

export function BackupTab() {
  const status = trpc.backup.status.useQuery();
  const { database, files } = status.data ?? {};
  // Browsers do not report the end of a download: refetch when the window gets the focus.
  const { refetch } = status;
  useEffect(() => {
    const refresh = () => void refetch();
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [refetch]);

  return (
    <div className="grid gap-x-12 py-2 min-[56rem]:grid-cols-2">
      <Section title="La banca dati">
        <p className="max-w-[62ch]">
          Un file JSON con «Il libro», le sezioni e i loro ricordi, i codici di sblocco, i codici musicali, le
          immagini della galleria, gli articoli, i lettori con il loro livello e le conversazioni della chat.
          Contiene il libro intero e tutti i codici: custodiscilo come un manoscritto.
        </p>
        <Facts
          size={database && formatBytes(database.bytes)}
          downloadedAt={database?.downloadedAt}
          failed={status.isError}
        />
        <DownloadLink
          href={addressOf(restTable['backup.database'])}
          onStarted={() => setTimeout(() => void refetch(), 2_000)}
        >
          Scarica il database (JSON)
        </DownloadLink>
      </Section>
      <Section title="I file caricati">
        <p className="max-w-[62ch]">
          Un archivio tar.gz con le immagini e le registrazioni che hai caricato da questo pannello. Quelle
          indicate con un indirizzo esterno non ci sono: restano dove stanno.
        </p>
        <Facts
          size={
            files &&
            (files.count === 0
              ? 'nessun file caricato'
              : `${formatNumber(files.count)} file, circa ${formatBytes(files.bytes)}`)
          }
          downloadedAt={files?.downloadedAt}
          failed={status.isError}
        />
        <FilesCheckResult check={status.data?.filesCheck} />
        <DownloadLink
          href={addressOf(restTable['backup.files'])}
          onStarted={() => setTimeout(() => void refetch(), 2_000)}
        >
          Scarica i file (tar.gz)
        </DownloadLink>
      </Section>
      <MirrorSection />
      <RefusalsSection />
      <RestoreSection />
    </div>
  );
}

function FilesCheckResult({ check }: { check: FilesCheck | undefined }) {
  if (!check) return null;
  const { at, checked, damaged, mended } = check;
  const isWhole = damaged.length === 0 && mended.length === 0;
  if (isWhole) {
    return (
      <p className="admin-mono admin-facts">
        {checked === 0 ? 'nessun file da controllare' : `tutti interi al controllo del ${formatMoment(at)}`}
      </p>
    );
  }
  return (
    <div
      className="grid gap-2 min-w-0 wrap-anywhere ps-3 [border-inline-start:4px_solid_#b3261e]"
      role="status"
    >
      {damaged.length > 0 && (
        <>
          <p>
            {damaged.length === 1
              ? 'Un file è cambiato da solo sul disco: chi visita il sito lo riceve guasto. Caricalo di nuovo, o torna a un backup dei file.'
              : `${formatNumber(damaged.length)} file sono cambiati da soli sul disco: chi visita il sito li riceve guasti. Caricali di nuovo, o torna a un backup dei file.`}
          </p>
          <ul>
            {damaged.map((name) => (
              <li key={name}>
                <a href={`/uploads/${name}`}>{name}</a>
              </li>
            ))}
          </ul>
        </>
      )}
      {mended.length > 0 && (
        <p>
          {mended.length === 1
            ? 'Un file si era guastato sul disco: è tornato intero dal bucket.'
            : `${formatNumber(mended.length)} file si erano guastati sul disco: sono tornati interi dal bucket.`}
        </p>
      )}
      <p className="admin-mono">controllo del {formatMoment(at)}</p>
    </div>
  );
}

const staleDays = 30;

interface FactsProps {
  size: string | undefined;
  downloadedAt: string | undefined;
  failed: boolean;
}

function Facts({ size, downloadedAt, failed }: FactsProps) {
  const [now] = useState(() => Date.now());
  if (size === undefined)
    return (
      <p
        className="admin-mono admin-facts"
        role={failed ? 'alert' : undefined}
        data-stale={failed || undefined}
      >
        {failed ? 'Non riesco a sapere quanto è grande: ricarica la pagina fra poco.' : 'Leggo…'}
      </p>
    );
  const stale = downloadedAt === undefined || ageOf(downloadedAt, now) > staleDays * 24 * 3_600_000;
  return (
    <p className="admin-mono admin-facts" data-stale={stale || undefined}>
      {size}
      <br />
      {downloadedAt ? `scaricato il ${formatMoment(downloadedAt)}` : 'mai scaricato'}
    </p>
  );
}
