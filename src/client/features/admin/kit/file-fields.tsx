import { useId, useRef, useState, type ReactNode } from 'react';
import { fileAddress, type BookPicture } from '#shared/contracts/book.ts';
import { Button } from '../button.tsx';
import { FileInput } from '../file-input.tsx';
import { Refusal } from '../refusal.tsx';
import { pictureTypes, refuseImage, refuseRecording, sendFile } from '../uploads/send-file.ts';
import { useFileDrop } from '../use-file-drop.ts';
import type { FieldForm, FieldOf, FieldSpec } from './field-kinds.ts';
import { useUpload } from './use-upload.ts';

interface FileFieldProps<Kind extends FieldSpec['kind']> {
  field: FieldOf<Kind>;
  path: string;
  form: FieldForm;
}

interface PictureFieldProps extends FileFieldProps<'picture'> {
  renderText(field: FieldOf<'text'>): ReactNode;
}

export function PictureField({ field, path, form, renderText }: PictureFieldProps) {
  const { label, hint, address: isAddress, byHand } = field;
  const value = form.valueAt(path);
  const picture = typeof value === 'object' ? (value as BookPicture | null) : undefined;
  const address = typeof value === 'string' ? value : (picture?.src ?? '');
  const upload = useUpload(refuseImage);
  const send = (file: File | undefined) =>
    upload.send(file, async (chosen, sending) => {
      const { url, width = 1, height = 1 } = await sendFile('uploads.create', chosen, sending);
      form.change(path, isAddress ? url : { src: url, width, height, alt: '' });
    });
  return (
    <FileGroup
      label={label}
      accept={pictureTypes()}
      upload={upload}
      isChosen={address !== ''}
      hint={<>{hint as ReactNode} JPEG, PNG, WebP, AVIF o GIF, fino a 25 MB.</>}
      onFile={send}
      onRemove={() => form.change(path, isAddress ? '' : undefined)}
      below={
        <>
          {picture &&
            renderText({
              kind: 'text',
              path: `${path}.alt`,
              label: 'Che cosa si vede, per chi non la vede',
              max: 500,
              rows: 2,
            })}
          {byHand &&
            renderText({
              kind: 'text',
              path,
              label: byHand,
              mono: true,
              optional: false,
              hint: 'Si compila da solo caricando un file; altrimenti https://… o un percorso di questo sito.',
            })}
        </>
      }
    >
      <PicturePreview
        key={address}
        address={address}
        alt={picture?.alt || (byHand ? 'Anteprima dell’immagine' : `Anteprima: ${label}`)}
      />
    </FileGroup>
  );
}

function PicturePreview({ address, alt }: { address: string; alt: string }) {
  const [hasFailed, setFailed] = useState(false);
  if (address === '' || !fileAddress.safeParse(address).success) return null;
  if (hasFailed)
    return (
      <p className="admin-error">
        {address.startsWith('/uploads/')
          ? 'Il file di questa immagine manca, o è guasto: caricalo di nuovo qui, o ripristina un backup dei file.'
          : 'A questo indirizzo non si vede nessuna immagine.'}
      </p>
    );
  return (
    <img
      src={address}
      alt={alt}
      className="max-h-40 border border-(--rule)"
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  );
}

export function RecordingField({ field, path, form }: FileFieldProps<'recording'>) {
  const value = form.valueAt(path);
  const address = typeof value === 'string' ? value : '';
  const secondsPath = path.replace(/[^.]+$/, field.seconds.replace(/^.*\./, ''));
  const upload = useUpload((file) => refuseRecording('audio', file));
  return (
    <FileGroup
      label={field.label}
      accept="audio/*"
      upload={upload}
      isChosen={address !== ''}
      onFile={(file) =>
        upload.send(file, async (chosen, sending) => {
          const { url, seconds = 0 } = await sendFile('book.addRecording', chosen, sending);
          form.change(path, url);
          form.change(secondsPath, seconds);
        })
      }
      onRemove={() => form.change(path, '')}
    >
      {address && <audio controls preload="none" src={address} aria-label={field.label} />}
    </FileGroup>
  );
}

interface VideoSource {
  src: string;
  type: string;
}

export function VideoField({ field, path, form }: FileFieldProps<'video'>) {
  const [source] = (form.valueAt(path) ?? []) as VideoSource[];
  const upload = useUpload((file) => refuseRecording('video', file));
  return (
    <FileGroup
      label={field.label}
      accept="video/mp4,video/webm"
      upload={upload}
      isChosen={source !== undefined}
      hint={<>{field.hint as ReactNode} MP4 o WebM, fino a 500 MB.</>}
      onFile={(file) =>
        upload.send(file, async (chosen, sending) => {
          const { url, type } = await sendFile('book.addVideo', chosen, sending);
          form.change(path, [{ src: url, type }] satisfies VideoSource[]);
        })
      }
      onRemove={() => form.change(path, [])}
    >
      {source && <VideoPreview src={source.src} label={field.label} />}
    </FileGroup>
  );
}

/** Shows the first frame instead of a black box. */
export function VideoPreview({ src, label }: { src: string; label: string }) {
  return (
    <video
      className="max-h-40 bg-night-ink"
      src={`${src}#t=0.1`}
      controls
      muted
      playsInline
      preload="metadata"
      aria-label={label}
    />
  );
}

interface FileGroupProps {
  label: string;
  accept: string;
  hint?: ReactNode;
  upload: Pick<ReturnType<typeof useUpload>, 'share' | 'refusal'>;
  isChosen: boolean;
  onFile(file: File | undefined): void;
  onRemove(): void;
  below?: ReactNode;
  children: ReactNode;
}

/** A file that is chosen or dropped; `children` show the one there is. */
function FileGroup(props: FileGroupProps) {
  const { label, accept, hint, isChosen, onFile, onRemove, below, children } = props;
  const { share, refusal } = props.upload;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const drop = useFileDrop(([file]) => onFile(file));
  return (
    <fieldset
      className="grid justify-items-start gap-3 min-w-0 *:max-w-full *:[.admin-field]:justify-self-stretch"
      aria-describedby={hint ? `${id}-hint` : undefined}
      {...drop}
    >
      <legend className="pb-1 font-semibold">{label}</legend>
      {children}
      <p className="flex flex-wrap items-center gap-2">
        <Button small onClick={() => input.current?.click()} disabled={share !== undefined}>
          {isChosen ? 'Cambia' : 'Scegli un file'}
        </Button>
        {isChosen && (
          <Button small danger onClick={onRemove}>
            Togli
          </Button>
        )}
        <span role="status" className="admin-hint">
          {share !== undefined && `Caricamento ${Math.round(share * 100)}%`}
        </span>
      </p>
      <FileInput
        ref={input}
        accept={accept}
        aria-label={`File: ${label}`}
        onFiles={([file]) => onFile(file)}
      />
      {hint && (
        <p id={`${id}-hint`} className="admin-hint">
          {hint}
        </p>
      )}
      <Refusal text={refusal} />
      {below}
    </fieldset>
  );
}
