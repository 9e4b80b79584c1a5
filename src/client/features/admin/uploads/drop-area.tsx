import { useRef, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { FileInput } from '../file-input.tsx';
import { useFileDrop, useFileDropAnywhere } from '../use-file-drop.ts';

interface DropAreaProps {
  button: string;
  label: string;
  accept: string;
  dropping: string;
  children: ReactNode;
  onFiles(files: File[]): void;
}

export function DropArea({ button, label, accept, dropping, children, onFiles }: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const drop = useFileDrop(onFiles);
  const anywhere = useFileDropAnywhere(onFiles);
  const dragging = drop['data-dragging'] ?? (anywhere || undefined);

  return (
    <div {...drop} className="admin-drop" data-dragging={dragging}>
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
