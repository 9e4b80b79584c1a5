import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import './sheets.css';
import { useOpenDialog } from '#client/ui/open-dialogs.ts';

interface TerminalBarProps {
  id: string;
  label: string;
  title: string;
  onClose(): void;
  children: ReactNode;
}

/** A sheet under the header: focused on opening, scrolls, and closes by Escape, Back and its last button. */
export function TerminalBar({ id, label, title, onClose, children }: TerminalBarProps) {
  useOpenDialog(true, true, onClose);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => bar.current?.focus(), []);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const closeOnEscape = ({ key, target }: KeyboardEvent) => {
      // A removed button leaves the focus on the body: that counts as inside.
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
