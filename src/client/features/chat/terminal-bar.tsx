import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import './sheets.css';
import { useOpenDialog } from '#client/ui/open-dialogs.ts';

interface TerminalBarProps {
  id: string;
  /** What screen readers call it; the title is what is seen. */
  label: string;
  title: string;
  onClose(): void;
  children: ReactNode;
}

/** A sheet under the header: it has the focus when it opens, scrolls by itself, and Escape, Back and its last key close it. */
export function TerminalBar({ id, label, title, onClose, children }: TerminalBarProps) {
  useOpenDialog(true, true, onClose);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => bar.current?.focus(), []);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const closeOnEscape = ({ key, target }: KeyboardEvent) => {
      // A key that was pressed and went away has left the focus nowhere: that still is in here.
      const isHere = target === document.body || bar.current?.contains(target as Node);
      if (key === 'Escape' && isHere) close();
    };
    addEventListener('keydown', closeOnEscape);
    return () => removeEventListener('keydown', closeOnEscape);
  }, []);
  return (
    <div ref={bar} id={`${id}-bar`} className="terminal-sheet" role="group" aria-label={label} tabIndex={-1}>
      <p className="terminal-sheet-head">
        <span className="terminal-notes-title">{title}</span>
        <button type="button" className="terminal-key" onClick={onClose}>
          [CHIUDI]
        </button>
      </p>
      {children}
    </div>
  );
}
