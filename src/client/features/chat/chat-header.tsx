import { Link } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { currentBook } from '#client/current-book.ts';
import { progressBadge } from './format.ts';
import type { Bars } from './use-bars.ts';

interface ChatHeaderProps {
  /** `undefined` while loading; `reached`: unlocked level, when a lower one is chosen. */
  progress: { maxSection: number; reached?: number } | undefined;
  bars: Bars;
}

export function ChatHeader({ progress, bars }: ChatHeaderProps) {
  return (
    <header className="row-[1] flex flex-wrap justify-end items-center gap-x-1 md:gap-x-2 py-[4px] px-2 border-b border-b-(--phosphor-faint) [@media_(max-height:26rem)]:py-0">
      <Link to="/" className="terminal-key" aria-label="Torna alla Home">
        [HOME]
      </Link>
      <h1 className="flex-1 basis-0 min-w-0 overflow-hidden [font:inherit] text-center [text-overflow:ellipsis] whitespace-nowrap tracking-[0.12em] text-(--phosphor-dim)">
        <span className="sr-only">Chat con {currentBook().character.name}</span>
        <span aria-hidden="true" className="max-md:hidden">
          CANALE DI SERVIZIO / {currentBook().character.name.toLocaleUpperCase('it-IT')}
        </span>
      </h1>
      <LevelBadge progress={progress} toggle={bars.boardToggle} bars={bars} />
      <BarToggle bar="menu" label="[MENU]" toggle={bars.menuToggle} bars={bars} />
      <BarToggle bar="code" label="[AUTH]" toggle={bars.codeToggle} bars={bars} />
    </header>
  );
}

interface LevelBadgeProps extends ChatHeaderProps {
  toggle: RefObject<HTMLButtonElement | null>;
}

function LevelBadge({ progress, toggle, bars }: LevelBadgeProps) {
  const { maxSection, reached } = progress ?? {};
  return (
    <button
      ref={toggle}
      type="button"
      className="terminal-badge"
      aria-expanded={bars.open === 'board'}
      aria-controls="board-bar"
      onClick={() => bars.toggle('board')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && bars.open === 'board') bars.close();
      }}
    >
      <span className="sr-only">Quadro delle lampade. La più alta sbloccata: </span>
      <span>{maxSection === undefined ? 'SEC_--' : progressBadge(reached ?? maxSection)}</span>
      {reached !== undefined && (
        <span>
          <span className="max-md:sr-only">IN RILETTURA </span>
          <span>{`DA ${maxSection}`}</span>
        </span>
      )}
    </button>
  );
}

interface BarToggleProps {
  bar: 'code' | 'menu';
  label: string;
  toggle: RefObject<HTMLButtonElement | null>;
  bars: Bars;
}

function BarToggle({ bar, label, toggle, bars }: BarToggleProps) {
  const isOpen = bars.open === bar;
  return (
    <button
      ref={toggle}
      type="button"
      className="terminal-key"
      aria-expanded={isOpen}
      aria-controls={`${bar}-bar`}
      onClick={() => bars.toggle(bar)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) bars.close();
      }}
    >
      {label}
    </button>
  );
}
