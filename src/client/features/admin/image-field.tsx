import { useEffect, useId, useRef, useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { createGalleryImage } from '#shared/contracts/gallery.ts';
import { errorMessage } from '#client/api-error.ts';
import type { RouterInputs } from '#client/trpc.ts';
import { Refusal } from './refusal.tsx';
import { Button } from './button.tsx';
import { TextField } from './fields.tsx';
import { FileInput } from './file-input.tsx';
import { pictureTypes, refuseImage, sendFile } from './uploads/send-file.ts';
import { useFileDrop } from './use-file-drop.ts';

export function ImageField({ form }: { form: UseFormReturn<RouterInputs['gallery']['create']> }) {
  const [share, setShare] = useState<number>();
  const [refusal, setRefusal] = useState<string>();
  const drop = useFileDrop(([file]) => void send(file));
  const input = useRef<HTMLInputElement>(null);
  const uploading = useRef<AbortController>(undefined);
  const statusId = useId();
  const url = useWatch({ control: form.control, name: 'imageUrl' });

  useEffect(() => () => uploading.current?.abort(), []);

  async function send(file: File | undefined): Promise<void> {
    if (!file) return;
    const reason = refuseImage(file);
    setRefusal(reason);
    if (reason) return;
    uploading.current?.abort();
    const call = new AbortController();
    uploading.current = call;
    setShare(0);
    try {
      const upload = await sendFile('uploads.create', file, { onProgress: setShare, signal: call.signal });
      form.setValue('imageUrl', upload.url, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    } catch (error) {
      if (!call.signal.aborted)
        setRefusal(errorMessage(error, 'Caricamento non riuscito: il server non ha risposto.'));
    } finally {
      if (uploading.current === call) setShare(undefined);
    }
  }

  return (
    <div className="grid gap-4 min-[54rem]:row-[1_/_4]">
      <div className="admin-drop" {...drop}>
        <ImagePreview url={url} />
        <p>Trascina qui un’immagine, oppure</p>
        <Button aria-describedby={statusId} onClick={() => input.current?.click()}>
          Scegli un file
        </Button>
        <FileInput
          ref={input}
          accept={pictureTypes()}
          aria-label="File dell’immagine"
          onFiles={([file]) => void send(file)}
        />
        <div id={statusId} role="status" className="admin-hint">
          {share !== undefined && (
            <>
              <progress value={share} aria-label="Caricamento dell’immagine" /> Caricamento{' '}
              {Math.round(share * 100)}%
            </>
          )}
          {share === undefined && 'JPEG, PNG, WebP, AVIF o GIF, fino a 25 MB'}
        </div>
        <Refusal text={refusal} />
      </div>
      <TextField
        form={form}
        name="imageUrl"
        label="Indirizzo dell’immagine"
        mono
        hint="Si compila da solo caricando un file; altrimenti https://… o un percorso di questo sito."
      />
    </div>
  );
}

const imageUrlRule = createGalleryImage.shape.imageUrl;

function ImagePreview({ url }: { url: string }) {
  const [failed, setFailed] = useState<string>();
  const checked = imageUrlRule.safeParse(url);
  if (!checked.success) return null;
  if (failed === checked.data)
    return (
      <p className="admin-error">
        {checked.data.startsWith('/uploads/')
          ? 'Il file di questa immagine manca, o è guasto: caricalo di nuovo qui, o ripristina un backup dei file.'
          : 'A questo indirizzo non si vede nessuna immagine.'}
      </p>
    );
  return (
    <img
      src={checked.data}
      alt="Anteprima dell’immagine"
      referrerPolicy="no-referrer"
      onError={() => setFailed(checked.data)}
    />
  );
}
