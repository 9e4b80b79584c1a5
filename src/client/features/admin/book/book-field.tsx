import { useId, useRef, useState } from 'react';
import type { BookPicture } from '#shared/contracts/book.ts';
import { noShop } from '#shared/pages.ts';
import { errorMessage } from '#client/api-error.ts';
import { Button } from '../button.tsx';
import { FieldFrame } from '../fields.tsx';
import { FileInput } from '../file-input.tsx';
import { formatNumber } from '../format.ts';
import { Refusal } from '../refusal.tsx';
import { pictureTypes, refuseImage, refuseRecording, sendFile } from '../uploads/send-file.ts';

import { valueAt } from './draft-path.ts';
import type { BookField } from './part-types.ts';
import { ListField } from './list-field.tsx';
import type { BookDraft } from './use-book-draft.ts';

interface FieldProps<Kind extends BookField['kind'] = BookField['kind']> {
  field: Extract<BookField, { kind: Kind }>;
  path: string;
  book: BookDraft;
}

export function BookFieldInput({ field, path, book }: FieldProps) {
  switch (field.kind) {
    case 'list':
      return (
        <ListField
          field={field}
          path={path}
          book={book}
          renderField={(inner, at) => <BookFieldInput field={inner} path={at} book={book} />}
        />
      );
    case 'picture':
      return <PictureField field={field} path={path} book={book} />;
    case 'recording':
      return <RecordingField field={field} path={path} book={book} />;
    default:
      return <WrittenField field={field} path={path} book={book} />;
  }
}

const writing = {
  text: { write: String, read: (text: string): unknown => text },
  address: { write: String, read: (text: string): unknown => text.trim() },
  number: { write: String, read: (text: string): unknown => Number(text.replaceAll(/\D/g, '').slice(0, 6)) },
  lines: {
    write: (value: unknown) => (value as string[]).join('\n'),
    read: (text: string): unknown => text.split('\n'),
  },
  paragraphs: {
    write: (value: unknown) => (value as string[]).join('\n\n'),
    read: (text: string): unknown => text.split(/\n{2,}/),
  },
};

function WrittenField({
  field,
  path,
  book,
}: FieldProps<'text' | 'address' | 'number' | 'lines' | 'paragraphs'>) {
  const id = useId();
  const value = valueAt(book.draft, path);
  const { write, read } = writing[field.kind];
  // The typed text: converting the value back would drop a line just begun.
  const [typed, setTyped] = useState<{ text: string; value: unknown }>();
  const text = typed && typed.value === value ? typed.text : value === undefined ? '' : write(value);
  const error = [...book.problems].find(([at]) => at === path || at.startsWith(`${path}.`))?.[1];
  const rows =
    field.kind === 'text'
      ? field.rows
      : field.kind === 'paragraphs'
        ? field.rows
        : field.kind === 'lines'
          ? 4
          : undefined;
  const hint = [
    field.hint,
    field.kind === 'text' && `${formatNumber(text.length)} di ${formatNumber(field.max)} caratteri.`,
    field.kind === 'lines' && `${formatNumber(text.split('\n').filter((line) => line.trim()).length)} frasi.`,
    field.kind === 'address' &&
      text === noShop &&
      'Manca il negozio: il pulsante non porta ancora da nessuna parte.',
  ].filter(Boolean);
  const common = {
    id,
    value: text,
    'aria-invalid': error !== undefined,
    'aria-describedby': `${id}-hint${error ? ` ${id}-error` : ''}`,
    onChange: ({ target }: { target: { value: string } }) => {
      const next = read(target.value);
      setTyped({ text: target.value, value: next });
      book.change(path, next);
    },
    ...(field.kind === 'text' && { maxLength: field.max }),
  };
  return (
    <FieldFrame id={id} label={field.label} hint={hint.join(' ') || ' '} error={error}>
      {rows === undefined ? (
        <input
          type="text"
          autoComplete="off"
          className={field.kind === 'address' || field.kind === 'number' ? 'admin-mono' : ''}
          inputMode={field.kind === 'number' ? 'numeric' : undefined}
          {...common}
        />
      ) : (
        <textarea rows={rows} className="admin-prose" {...common} />
      )}
    </FieldFrame>
  );
}

function useSending(send: (file: File, onProgress: (share: number) => void) => Promise<void>) {
  const [share, setShare] = useState<number>();
  const [refusal, setRefusal] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  async function take(file: File | undefined, refuse: (file: File) => string | undefined): Promise<void> {
    if (!file) return;
    const reason = refuse(file);
    setRefusal(reason);
    if (reason) return;
    setShare(0);
    try {
      await send(file, setShare);
    } catch (error) {
      setRefusal(errorMessage(error, 'Caricamento non riuscito: il server non ha risposto.'));
    } finally {
      setShare(undefined);
    }
  }
  return { share, refusal, input, take };
}

const neverAborted = new AbortController().signal;

type FileRowProps = {
  share: number | undefined;
  isChosen: boolean;
  onChoose(): void;
  onRemove(): void;
};

function FileRow({ share, isChosen, onChoose, onRemove }: FileRowProps) {
  const isSending = share !== undefined;
  return (
    <p className="book-row">
      <Button small onClick={onChoose} disabled={isSending}>
        {isChosen ? 'Cambia' : 'Scegli un file'}
      </Button>
      {isChosen && (
        <Button small danger onClick={onRemove}>
          Togli
        </Button>
      )}
      <span role="status" className="admin-hint">
        {isSending && `Caricamento ${Math.round(share * 100)}%`}
      </span>
    </p>
  );
}

function PictureField({ field, path, book }: FieldProps<'picture'>) {
  const id = useId();
  const value = valueAt(book.draft, path);
  const picture = typeof value === 'object' ? (value as BookPicture | null) : undefined;
  const address = typeof value === 'string' ? value : (picture?.src ?? '');
  const { share, refusal, input, take } = useSending(async (file, onProgress) => {
    const upload = await sendFile('uploads.create', file, { onProgress, signal: neverAborted });
    const { url, width = 1, height = 1 } = upload;
    book.change(path, field.address ? url : { src: url, width, height, alt: '' });
  });
  return (
    <fieldset className="book-group" aria-describedby={`${id}-hint`}>
      <legend>{field.label}</legend>
      {address && (
        <img src={address} alt={picture?.alt || `Anteprima: ${field.label}`} className="book-picture" />
      )}
      <FileRow
        share={share}
        isChosen={address !== ''}
        onChoose={() => input.current?.click()}
        onRemove={() => book.change(path, field.address ? '' : undefined)}
      />
      <FileInput
        ref={input}
        accept={pictureTypes()}
        aria-label={`File: ${field.label}`}
        onFiles={([file]) => void take(file, refuseImage)}
      />
      <p id={`${id}-hint`} className="admin-hint">
        {field.hint} JPEG, PNG, WebP, AVIF o GIF, fino a 25 MB.
      </p>
      <Refusal text={refusal} />
      {picture && (
        <WrittenField
          field={{
            kind: 'text',
            path: `${path}.alt`,
            label: 'Che cosa si vede, per chi non la vede',
            max: 500,
            rows: 2,
          }}
          path={`${path}.alt`}
          book={book}
        />
      )}
    </fieldset>
  );
}

function RecordingField({ field, path, book }: FieldProps<'recording'>) {
  const value = valueAt(book.draft, path);
  const address = typeof value === 'string' ? value : '';
  const secondsPath = path.replace(/[^.]+$/, field.seconds.replace(/^.*\./, ''));
  const { share, refusal, input, take } = useSending(async (file, onProgress) => {
    const upload = await sendFile('book.addRecording', file, { onProgress, signal: neverAborted });
    book.change(path, upload.url);
    book.change(secondsPath, upload.seconds ?? 0);
  });
  return (
    <fieldset className="book-group">
      <legend>{field.label}</legend>
      {address && <audio controls preload="none" src={address} aria-label={field.label} />}
      <FileRow
        share={share}
        isChosen={address !== ''}
        onChoose={() => input.current?.click()}
        onRemove={() => book.change(path, '')}
      />
      <FileInput
        ref={input}
        accept="audio/*"
        aria-label={`File: ${field.label}`}
        onFiles={([file]) => void take(file, (chosen) => refuseRecording('audio', chosen))}
      />
      <Refusal text={refusal} />
    </fieldset>
  );
}
