import { perRecord } from '#shared/per-record.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { useUnsavedGuard } from '../use-unsaved-guard.ts';
import { DropArea } from './drop-area.tsx';
import { titleOfFile } from '../format.ts';
import { QueueList } from './queue-list.tsx';
import { refuseImage, sendFile } from './send-file.ts';
import { useUploadQueue } from './use-upload-queue.ts';

/** A file that is sent again after a lost answer makes no second entry. */
const entryIdOf = perRecord<File, string>(() => crypto.randomUUID());

/** Many images at once: each becomes an entry at the end of the gallery, with its file's name for a title. */
export function GalleryUploads() {
  const utils = trpc.useUtils();
  const { files, queue } = useUploadQueue({
    refuse: refuseImage,
    send: async (file, { signal, onProgress, sent }) => {
      const stored = await sendFile('uploads.create', file, { signal, onProgress });
      // Given up in the last moment: the picture has no entry, and nobody sees it.
      signal.throwIfAborted();
      sent();
      const entry = { id: entryIdOf(file), title: titleOfFile(file.name), imageUrl: stored.url };
      await utils.client.gallery.create.mutate(entry);
      showToast({ title: 'Immagine Aggiunta', description: entry.title });
      await Promise.all([utils.gallery.invalidate(), utils.uploads.overview.invalidate()]);
    },
  });
  useUnsavedGuard(files.some(({ state }) => state === 'waiting' || state === 'sending'));

  return (
    <>
      <DropArea
        button="Scegli i file"
        label="File delle immagini"
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        dropping="Lascia andare: le immagini vanno in fondo alla galleria."
        onFiles={queue.add}
      >
        <p>
          <strong>Trascina qui le immagini, anche molte insieme.</strong>{' '}
          <span className="admin-hint">JPEG, PNG, WebP, AVIF o GIF, fino a 25 MB l’una.</span>
        </p>
      </DropArea>
      <QueueList files={files} queue={queue} />
    </>
  );
}
