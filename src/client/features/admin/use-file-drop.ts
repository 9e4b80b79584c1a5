import { useEffect, useEffectEvent, useState, type DragEvent } from 'react';

type TakeFiles = (files: File[]) => void;

const hasFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes('Files') === true;

/** Props of an element that accepts dropped files; other drags behave as usual. */
export function useFileDrop(onFiles: TakeFiles, disabled = false) {
  const [dragging, setDragging] = useState(false);
  return {
    'data-dragging': (dragging && !disabled) || undefined,
    onDragOver(event: DragEvent) {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setDragging(true);
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!currentTarget.contains(relatedTarget as Node | null)) setDragging(false);
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setDragging(false);
      const files = [...event.dataTransfer.files];
      if (files.length > 0 && !disabled) onFiles(files);
    },
  };
}

/**
 * Accepts files dropped outside other drop areas, which the browser would otherwise open in place of the panel. While a
 * dialog is open they are ignored.
 *
 * @returns whether files are dragged over the page
 */
export function useFileDropAnywhere(onFiles: TakeFiles): boolean {
  const [dragging, setDragging] = useState(false);
  const takeDrop = useEffectEvent((transfer: DataTransfer) => {
    const files = [...transfer.files];
    if (files.length > 0) onFiles(files);
  });

  useEffect(() => {
    const isBehindDialog = () => document.querySelector('[role="dialog"]') !== null;
    const over = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return setDragging(false);
      event.preventDefault();
      if (isBehindDialog()) event.dataTransfer.dropEffect = 'none';
      else setDragging(true);
    };
    const drop = (event: globalThis.DragEvent) => {
      setDragging(false);
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (!isBehindDialog()) takeDrop(event.dataTransfer);
    };
    const leave = ({ relatedTarget }: globalThis.DragEvent) => {
      if (relatedTarget === null) setDragging(false);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    window.addEventListener('dragleave', leave);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
      window.removeEventListener('dragleave', leave);
    };
  }, []);

  return dragging;
}
