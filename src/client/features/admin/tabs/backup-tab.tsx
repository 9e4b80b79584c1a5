import { useRef, type MouseEvent, type ReactNode } from 'react';
import { useSession } from '../session.tsx';

/** Two downloads and how to put them back. */
export function BackupTab() {
  return (
    <div className="admin-backup">
      <section aria-labelledby="backup-database">
        <h2 id="backup-database">La banca dati</h2>
        <p>
          Un file JSON con le sezioni, i codici di sblocco, i codici musicali, le immagini della galleria, i
          lettori con il loro livello e le conversazioni della chat. Contiene il libro intero e tutti i
          codici: custodiscilo come un manoscritto.
        </p>
        <DownloadLink href="/api/admin/backup/database">Scarica il database (JSON)</DownloadLink>
      </section>
      <section aria-labelledby="backup-files">
        <h2 id="backup-files">I file caricati</h2>
        <p>
          Un archivio tar.gz con le immagini che hai caricato da questo pannello. Quelle indicate con un
          indirizzo esterno non ci sono: restano dove stanno.
        </p>
        <DownloadLink href="/api/admin/backup/files">Scarica i file (tar.gz)</DownloadLink>
      </section>
      <section aria-labelledby="backup-restore" className="admin-restore">
        <h2 id="backup-restore">Per rimettere tutto a posto</h2>
        <ol>
          <li>Ferma il server.</li>
          <li>
            Nella cartella del sito scrivi, con i nomi dei file scaricati:
            <code>npm run restore -- database.json files.tar.gz</code>
          </li>
          <li>Riavvia il server.</li>
        </ol>
        <p>
          I file vengono controllati da cima a fondo prima di toccare qualunque cosa, e ciò che sostituiscono
          viene messo da parte, non cancellato. Il secondo si può omettere.
        </p>
      </section>
    </div>
  );
}

/**
 * A plain link, so that the browser streams the file to disk whatever its size. A session that ended would save the
 * refusal as if it were the backup: it is asked for first.
 */
function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  const { ensureSession } = useSession();
  const allowed = useRef(false);

  async function onClick(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
    if (allowed.current) {
      allowed.current = false;
      return;
    }
    event.preventDefault();
    const link = event.currentTarget;
    // Without an answer the browser itself tells that the server is not there.
    allowed.current = await ensureSession().catch(() => true);
    if (allowed.current) link.click();
  }

  return (
    <a
      className="admin-button admin-button-main"
      href={href}
      download
      onClick={(event) => void onClick(event)}
    >
      {children}
    </a>
  );
}
