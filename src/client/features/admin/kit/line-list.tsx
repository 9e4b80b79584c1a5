import type { ReactNode } from 'react';
import '../saving/saving.css';

interface Line {
  key: string;
  title: ReactNode;
  note: ReactNode;
  actions: ReactNode;
  below?: ReactNode;
}

/** A list of few things, each with what can be done with it. */
export function LineList({ lines }: { lines: readonly Line[] }) {
  return (
    <ol role="list" className="saving-list">
      {lines.map(({ key, title, note, actions, below }) => (
        <li key={key}>
          <span>
            <strong className="wrap-anywhere">{title}</strong>
            <span className="admin-hint">{note}</span>
          </span>
          <span className="saving-keys">{actions}</span>
          {below}
        </li>
      ))}
    </ol>
  );
}
