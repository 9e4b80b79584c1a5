import { useRef, useState, type DragEvent, type ReactNode } from 'react';

interface DropAreaProps {
  /** What the button says. */
  button: string;
  /** What the file field is called. */
  label: string;
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
  onFiles(files: File[]): void;
}

/** Files dropped anywhere on it, or chosen with its button. */
export function DropArea({ button, label, accept, multiple, disabled, className = '', children, onFiles }: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const [dragging, setDragging] = useState(false);

  function take(files: FileList | null): void {
    if (files && files.length > 0 && !disabled) onFiles(multiple ? [...files] : [...files].slice(0, 1));
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    setDragging(false);
    take(event.dataTransfer.files);
  }

  return (
    <div
      className={`admin-drop ${className}`}
      data-dragging={(dragging && !disabled) || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={(event) => {
        // Over a child it is still over the area.
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragging(false);
      }}
      onDrop={onDrop}
    >
      {children}
      <button type="button" className="admin-button" disabled={disabled} onClick={() => input.current?.click()}>
        {button}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          take(target.files);
          // The same file may be chosen again after a failure.
          target.value = '';
        }}
      />
    </div>
  );
}
