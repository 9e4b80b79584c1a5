import { useRef, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { FileInput } from '../file-input.tsx';
import { useFileDrop, useFileDropAnywhere } from '../use-file-drop.ts';

interface DropAreaProps {
  /** What the button says. */
  button: string;
  /** What the file field is called. */
  label: string;
  accept: string;
  /** What letting go does, told while files are over the page. */
  dropping: string;
  children: ReactNode;
  onFiles(files: File[]): void;
}

/** Files chosen with its button, or dropped on it or anywhere on the page that has no other use for them. */
export function DropArea({ button, label, accept, dropping, children, onFiles }: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const drop = useFileDrop(onFiles);
  const anywhere = useFileDropAnywhere(onFiles);
  const dragging = drop['data-dragging'] ?? (anywhere || undefined);

  return (
    <div {...drop} className="admin-drop admin-drop-strip" data-dragging={dragging}>
      {dragging ? (
        <p>
          <strong>{dropping}</strong>
        </p>
      ) : (
        children
      )}
      <Button onClick={() => input.current?.click()}>{button}</Button>
      <FileInput ref={input} multiple accept={accept} aria-label={label} onFiles={onFiles} />
    </div>
  );
}
