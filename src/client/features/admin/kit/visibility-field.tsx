import { useId, useState } from 'react';
import { isVisible, never } from '#shared/contracts/visibility.ts';
import type { FieldForm, FieldOf } from './field-kinds.ts';
import { fromLocalField, incompleteDate, toLocalField, zoneName } from '../visibility/visibility-texts.ts';

type Choice = 'now' | 'later' | 'draft';

const choices: readonly { choice: Choice; label: string }[] = [
  { choice: 'now', label: 'Visibile' },
  { choice: 'later', label: 'Da una data' },
  { choice: 'draft', label: 'Bozza' },
];

interface VisibilityFieldProps {
  field: FieldOf<'visibility'>;
  path: string;
  form: FieldForm;
}

export function VisibilityField({ field: { hidden, shown, area }, path, form }: VisibilityFieldProps) {
  const id = useId();
  const value = (form.valueAt(path) ?? '') as string;
  const error = form.errorAt(path);
  // Keeps the typed text: converting back would empty the field at the first digit of a year.
  const [typed, setTyped] = useState({ local: '', value: '' });
  const local = typed.value === value ? typed.local : toLocalField(value);
  const choice: Choice = value === never ? 'draft' : value === '' ? 'now' : 'later';
  const change = (text: string) => form.change(path, text);

  function type(text: string): void {
    const moment = fromLocalField(text) ?? incompleteDate;
    setTyped({ local: text, value: moment });
    change(moment);
  }

  function choose(next: Choice): void {
    if (next === 'later') change(startOfTomorrow());
    else change(next === 'draft' ? never : '');
  }

  return (
    <fieldset className="admin-field" style={area ? { gridArea: area } : undefined}>
      <legend>Per i lettori</legend>
      <div className="admin-choices">
        {choices.map((option) => (
          <label key={option.choice}>
            <input
              type="radio"
              name={`${id}-choice`}
              checked={choice === option.choice}
              onChange={() => choose(option.choice)}
              onBlur={form.leave}
            />
            {option.label}
          </label>
        ))}
      </div>
      {choice === 'later' && (
        <input
          type="datetime-local"
          className="max-w-64"
          // Limits the year to four digits.
          max="9999-12-31T23:59"
          aria-label="Visibile dal"
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-hint`}
          value={local}
          onChange={({ target }) => type(target.value)}
          onBlur={form.leave}
        />
      )}
      <p id={`${id}-hint`} className="admin-hint">
        {choice === 'now' && shown}
        {choice === 'later' && laterHint(value, hidden, shown)}
        {choice === 'draft' && `${hidden}, finché non scegli altro.`}
      </p>
      {error && (
        <p role="alert" className="admin-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function laterHint(value: string, hidden: string, shown: string): string {
  if (value === incompleteDate)
    return 'Scrivi il giorno e l’ora per intero; se non li sai ancora, scegli «Bozza».';
  if (isVisible({ visibleFrom: value }, Date.now())) return `Quest’ora è passata (${zoneName()}). ${shown}`;
  return `${hidden} fino a quell’ora (${zoneName()}).`;
}

function startOfTomorrow(): string {
  const moment = new Date(Date.now() + 24 * 60 * 60 * 1000);
  moment.setMinutes(0, 0, 0);
  return moment.toISOString();
}
