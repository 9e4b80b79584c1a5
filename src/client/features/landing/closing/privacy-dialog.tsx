import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { currentBook } from '#client/current-book.ts';
import { knownReaderKey } from '#shared/boot.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { listeningKey } from '../audiobook/saved-listening.ts';
import { ServerProvider } from '#client/server-provider.tsx';
import { KeepingNotice } from './keeping-notice.tsx';
import { readTracks, tracksKey } from '../soundtrack/unlocked-tracks.ts';

export function PrivacyDialog({ onClose }: { onClose(): void }) {
  const { privacy, controller } = currentBook().landing;
  const [forgotten, setForgotten] = useState(false);

  function forget(): void {
    try {
      for (const key of [listeningKey, tracksKey, knownReaderKey]) localStorage.removeItem(key);
    } catch {
      // Storage is blocked: nothing to delete.
    }
    readTracks();
    setForgotten(true);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Privacy e cookie"
      className="landing-sheet privacy"
      closeLabel="Chiudi"
      closesOnBack
    >
      {privacy.map(({ title, text, link }) => (
        <section key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
          {link && (
            <p>
              <Link to={link.to}>{link.label}</Link>
            </p>
          )}
        </section>
      ))}
      <ServerProvider>
        <KeepingNotice controller={controller} />
      </ServerProvider>
      <p className="privacy-forget">
        <button type="button" className="button button-line" onClick={forget} disabled={forgotten}>
          Dimentica quello che c’è in questo browser
        </button>
        <span role="status">{forgotten && 'Fatto: posizione e tracce cancellate da questo browser.'}</span>
      </p>
    </Dialog>
  );
}
