import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { countOf } from '../format.ts';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps<Row extends { id: string }> {
  selection: Selection<Row>;
  matching: readonly Row[];
  title: string;
  chosen: [one: string, many: string];
  children: ReactNode;
}

export function SelectionBar<Row extends { id: string }>({
  selection,
  matching,
  title,
  chosen: words,
  children,
}: SelectionBarProps<Row>) {
  const { chosen } = selection;
  const areAllChosen = matching.length > 0 && matching.every(({ id }) => selection.has(id));
  return (
    <div
      className="flex flex-wrap items-center gap-x-5 gap-y-2 min-h-11 pb-2"
      role="group"
      aria-label={title}
    >
      <label className="admin-tick">
        <input
          type="checkbox"
          checked={areAllChosen}
          ref={(box) => {
            if (box) box.indeterminate = !areAllChosen && chosen.length > 0;
          }}
          onChange={() => (areAllChosen ? selection.clear() : selection.choose(matching))}
        />
        Scegli tutti
      </label>
      <p role="status" className="admin-count flex-none!">
        {chosen.length > 0 && countOf(chosen.length, ...words)}
      </p>
      {chosen.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {children}
          <Button small onClick={selection.clear}>
            Lascia
          </Button>
        </div>
      )}
    </div>
  );
}
