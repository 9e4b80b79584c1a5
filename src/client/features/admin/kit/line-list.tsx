import type { ReactNode } from 'react';

interface Line {
  key: string;
  picture?: ReactNode;
  title: ReactNode;
  note: ReactNode;
  actions?: ReactNode;
  below?: ReactNode;
}

/** A list of few things, each with what can be done with it. */
export function LineList({ lines }: { lines: readonly Line[] }) {
  if (lines.length === 0) return null;
  return (
    <ol role="list" className="grid w-full border-t border-t-(--rule)">
      {lines.map(({ key, picture, title, note, actions, below }) => (
        <li
          key={key}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 border-b border-b-(--rule)"
        >
          {picture}
          <span className="flex-[1_1_12rem] min-w-0">
            <strong className="wrap-anywhere">{title}</strong>
            <span className="admin-hint block">{note}</span>
          </span>
          <span className="flex flex-wrap gap-1.5">{actions}</span>
          {below && <div className="flex-[1_0_100%] min-w-0">{below}</div>}
        </li>
      ))}
    </ol>
  );
}
