import { Link } from '@tanstack/react-router';
import type { RefObject } from 'react';

interface TopBarProps {
  title: string;
  backLabel: string;
  reading: string | undefined;
  contentsOpen: boolean;
  onToggleContents(): void;
  minutes: number;
  progress: RefObject<HTMLDivElement | null>;
}

export function TopBar(props: TopBarProps) {
  const { title, backLabel, reading, contentsOpen, onToggleContents, minutes, progress } = props;
  return (
    <header className="top-bar">
      <a className="skip-link" href="#testo">
        Vai al testo
      </a>
      <Link to="/" className="back-home" data-testid="link-back-home" data-routed="true">
        <span aria-hidden="true">←</span> {backLabel}
      </Link>
      <p className="top-bar-title" aria-hidden="true">
        <b>{title}</b>
        <span> · {reading ?? `${minutes} ${minutes === 1 ? 'minuto' : 'minuti'} di lettura`}</span>
      </p>
      <button
        type="button"
        className="contents-toggle"
        aria-expanded={contentsOpen}
        aria-controls="indice"
        onClick={onToggleContents}
      >
        Indice
      </button>
      <div className="progress" ref={progress} aria-hidden="true" />
    </header>
  );
}
