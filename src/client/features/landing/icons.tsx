import type { ReactNode } from 'react';

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true">
      {children}
    </svg>
  );
}

export function PlayIcon() {
  return (
    <Icon>
      <path d="M7 4v16l13-8z" />
    </Icon>
  );
}

export function PauseIcon() {
  return (
    <Icon>
      <path d="M6 4h4.5v16H6zM13.5 4H18v16h-4.5z" />
    </Icon>
  );
}

export function ArrowIcon({ to }: { to: 'left' | 'right' }) {
  return (
    <Icon>
      <path
        d={to === 'left' ? 'M15 4 7 12l8 8' : 'M9 4l8 8-8 8'}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      />
    </Icon>
  );
}
