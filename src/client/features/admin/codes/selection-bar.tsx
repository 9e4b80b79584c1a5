import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { formatNumber } from '../format.ts';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps<Row extends { id: string }> {
  selection: Selection<Row>;
  matching: readonly Row[];
  children: ReactNode;
}

export function SelectionBar<Row extends { id: string }>({
  selection,
  matching,
  children,
}: SelectionBarProps<Row>) {
  const { chosen } = selection;
  const areAllChosen = matching.length > 0 && matching.every(({ id }) => selection.has(id));
  return (
    <div className="admin-selection" role="group" aria-label="Codici scelti">
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
      <p role="status" className="admin-count">
        {chosen.length > 0 &&
          (chosen.length === 1 ? '1 codice scelto' : `${formatNumber(chosen.length)} codici scelti`)}
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
