import { useState } from 'react';
import { Button } from '../button.tsx';
import { markAbsence } from './mark-absence.ts';

const hint = 'Seleziona un passo che lui non ha visto: i lettori lo leggono nel libro, a lui non arriva.';

export function AbsenceButton() {
  const [says, setSays] = useState(hint);

  function mark(field: HTMLTextAreaElement): void {
    const edit = markAbsence(field.value, field.selectionStart, field.selectionEnd);
    setSays(edit.says);
    if (!edit.change) return;
    const { text, from, to } = edit.change;
    field.setRangeText(text, from, to, 'select');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        small
        onClick={({ currentTarget }) => {
          const field = currentTarget.closest('.admin-field')?.querySelector('textarea');
          if (field) mark(field);
        }}
      >
        Non c’ero
      </Button>
      <span role="status" className="admin-hint">
        {says}
      </span>
    </div>
  );
}
