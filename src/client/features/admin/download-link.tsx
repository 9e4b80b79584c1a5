import { useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { useEnsureSession } from './session/use-session.ts';

/**
 * A plain link, so that the browser streams the file to disk. It checks the session first: an expired one would save
 * the error as the backup.
 */
export function DownloadLink({
  href,
  children,
  onStarted,
}: {
  href: string;
  children: ReactNode;
  onStarted?(): void;
}) {
  const ensureSession = useEnsureSession();
  const allowed = useRef(false);
  const [started, setStarted] = useState(false);

  async function onClick(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
    if (allowed.current) {
      allowed.current = false;
      setStarted(true);
      onStarted?.();
      return;
    }
    event.preventDefault();
    const link = event.currentTarget;
    allowed.current = await ensureSession().catch(() => true);
    if (allowed.current) link.click();
  }

  return (
    <>
      <a
        className="admin-button admin-button-main"
        href={href}
        download
        onClick={(event) => void onClick(event)}
      >
        {children}
      </a>
      <p role="status" className="admin-hint">
        {started && 'Il download è partito: l’avanzamento è fra i download del browser.'}
      </p>
    </>
  );
}
