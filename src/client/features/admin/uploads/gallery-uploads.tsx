import { useId, useState } from 'react';
import { never } from '#shared/contracts/visibility.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { newId } from '#shared/new-id.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { useUnsavedGuard } from '../use-unsaved-guard.ts';
import { DropArea } from './drop-area.tsx';
import { titleOfFile } from '../format.ts';
import { QueueList } from './queue-list.tsx';
import { pictureTypes, refuseImage, sendFile } from './send-file.ts';
import { useUploadQueue } from './use-upload-queue.ts';

/** Idempotency key: a repeated upload creates no second entry. */
const entryIdOf = memoizeByObject<File, string>(newId);

export function GalleryUploads() {
  const utils = trpc.useUtils();
  const name = useId();
  const [areDrafts, setAreDrafts] = useState(false);
  // Visibility as chosen when the file was queued.
  const [drafts] = useState(() => new WeakSet<File>());
  const { files, queue } = useUploadQueue({
    refuse: refuseImage,
    send: async (file, { signal, onProgress, sent }) => {
      const upload = await sendFile('uploads.create', file, { signal, onProgress });
      // Cancelled at the last moment: no entry is created.
      signal.throwIfAborted();
      sent();
      const entry = {
        id: entryIdOf(file),
        title: titleOfFile(file.name),
        imageUrl: upload.url,
        ...(drafts.has(file) && { visibleFrom: never }),
      };
      await utils.client.gallery.create.mutate(entry);
      showToast({ title: 'Immagine Aggiunta', description: entry.title });
      await Promise.all([utils.gallery.invalidate(), utils.uploads.overview.invalidate()]);
    },
  });
  useUnsavedGuard(files.some(({ state }) => state === 'waiting' || state === 'sending'));

  return (
    <div className="grid gap-4 mb-4">
      <DropArea
        button="Scegli i file"
        label="File delle immagini"
        accept={pictureTypes()}
        dropping="Lascia andare: le immagini vanno in fondo alla galleria."
        onFiles={(chosen) => {
          if (areDrafts) for (const file of chosen) drafts.add(file);
          queue.add(chosen);
        }}
      >
        <p className="flex-[1_1_18rem]">
          <strong>Trascina qui le immagini, anche molte insieme.</strong>{' '}
          <span className="admin-hint">JPEG, PNG, WebP, AVIF o GIF, fino a 25 MB l’una.</span>
        </p>
        <fieldset className="admin-choices">
          <legend>Appena caricate</legend>
          {[false, true].map((draft) => (
            <label key={String(draft)}>
              <input
                type="radio"
                name={name}
                checked={areDrafts === draft}
                onChange={() => setAreDrafts(draft)}
              />
              {draft ? 'Bozze' : 'Pubbliche'}
            </label>
          ))}
        </fieldset>
      </DropArea>
      <QueueList files={files} queue={queue} />
    </div>
  );
}
