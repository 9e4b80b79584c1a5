import { useSyncExternalStore } from 'react';
import type { UnlockedTrack } from '#shared/contracts/music-codes.ts';
import { trackId } from '#shared/track-id.ts';
import { Dialog } from '#client/ui/dialog.tsx';

/** The streaming service's player is loaded only in this dialog. */
export function TrackDialog({ track, onClose }: { track: UnlockedTrack; onClose(): void }) {
  const isOnline = useOnline();
  const id = encodeURIComponent(trackId(track.spotifyUrl));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={track.trackTitle}
      description={track.artist}
      className="landing-sheet track"
      closeLabel="Chiudi"
      closesOnBack
    >
      {track.description && <p className="leading-[1.5]">{track.description}</p>}
      {isOnline ? (
        <iframe
          src={`https://open.spotify.com/embed/track/${id}`}
          title={`Ascolta ${track.trackTitle}`}
          width="100%"
          height={152}
          allow="autoplay; clipboard-write; encrypted-media; fullscreen; picture-in-picture"
        />
      ) : (
        <p
          role="status"
          className="grid place-items-center h-[152px] p-4 text-center text-balance border-2 border-current [font:400_1.125rem/1.4_var(--font-condensed)]"
        >
          La linea tace, e il lettore di Spotify non passa. Quando torna, torna da solo.
        </p>
      )}
      <p className="[font:400_1rem/1.4_var(--font-condensed)]">
        Il lettore non si vede?{' '}
        <a
          href={`https://open.spotify.com/track/${id}`}
          className="underline underline-offset-[0.2em]"
          target="_blank"
          rel="noreferrer"
        >
          Apri la traccia su Spotify
        </a>
      </p>
    </Dialog>
  );
}

function watchLine(onChange: () => void): () => void {
  for (const type of ['online', 'offline']) addEventListener(type, onChange);
  return () => {
    for (const type of ['online', 'offline']) removeEventListener(type, onChange);
  };
}

/** Offline an iframe stays blank without an error event. */
const useOnline = () => useSyncExternalStore(watchLine, () => navigator.onLine);
