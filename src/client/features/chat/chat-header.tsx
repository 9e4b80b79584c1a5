import { Link } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { protagonist } from '#content/book.ts';
import { progressBadge } from './format.ts';

interface ChatHeaderProps {
  /** `undefined` while it is not known. */
  maxSection: number | undefined;
  /** What the codes opened, when the reader keeps the level below it. */
  reached: number | undefined;
  isCodeBarOpen: boolean;
  onToggleCodeBar(): void;
  isMenuOpen: boolean;
  onToggleMenu(): void;
  menuToggle: RefObject<HTMLButtonElement | null>;
  authToggle: RefObject<HTMLButtonElement | null>;
}

export function ChatHeader(props: ChatHeaderProps) {
  const { maxSection, reached, isCodeBarOpen, onToggleCodeBar, authToggle } = props;
  const { isMenuOpen, onToggleMenu, menuToggle } = props;
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
        {reached !== undefined && (
          <span className="terminal-badge-reached">
            <span className="sr-only">, in rilettura; hai sbloccato fino alla {reached}</span>
            <span aria-hidden="true">/{String(reached).padStart(2, '0')}</span>
          </span>
        )}
      </p>
      <button
        ref={menuToggle}
        type="button"
        className="terminal-key"
        aria-expanded={isMenuOpen}
        aria-controls="menu-bar"
        onClick={onToggleMenu}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isMenuOpen) onToggleMenu();
        }}
      >
        [MENU]
      </button>
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
