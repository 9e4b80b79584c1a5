import { Link } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { protagonist } from '../../../content/book.ts';
import { progressBadge } from './format.ts';

interface ChatHeaderProps {
  /** `undefined` while it is not known. */
  maxSection: number | undefined;
  isCodeBarOpen: boolean;
  onToggleCodeBar(): void;
  authToggle: RefObject<HTMLButtonElement | null>;
}

export function ChatHeader({ maxSection, isCodeBarOpen, onToggleCodeBar, authToggle }: ChatHeaderProps) {
  return (
    <header className="terminal-header">
      <Link to="/" className="terminal-key" aria-label="Torna alla Home">
        [HOME]
      </Link>
      <h1 className="terminal-title">
        <span className="sr-only">Chat con {protagonist.name}</span>
        <span aria-hidden="true">CANALE DI SERVIZIO / {protagonist.name.toLocaleUpperCase('it-IT')}</span>
      </h1>
      <p className="terminal-badge">
        <span className="sr-only">Sezione più alta sbloccata: </span>
        <span>{maxSection === undefined ? 'SEC_--' : progressBadge(maxSection)}</span>
      </p>
      <button
        ref={authToggle}
        type="button"
        className="terminal-key"
        aria-expanded={isCodeBarOpen}
        aria-controls="code-bar"
        onClick={onToggleCodeBar}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isCodeBarOpen) onToggleCodeBar();
        }}
      >
        [AUTH]
      </button>
    </header>
  );
}
