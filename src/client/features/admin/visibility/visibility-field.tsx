import { useId, useState } from 'react';
import { useController, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { isVisible, never } from '#shared/contracts/visibility.ts';
import { fromLocalField, incompleteDate, toLocalField, zoneName } from './visibility-texts.ts';

type Choice = 'now' | 'later' | 'draft';

const choices: readonly { choice: Choice; label: string }[] = [
  { choice: 'now', label: 'Visibile' },
  { choice: 'later', label: 'Da una data' },
  { choice: 'draft', label: 'Bozza' },
];

interface VisibilityFieldProps<Fields extends FieldValues> {
  form: UseFormReturn<Fields>;
  hidden: string;
  area?: string;
}

export function VisibilityField<Fields extends FieldValues>({
  form,
  hidden,
  area,
}: VisibilityFieldProps<Fields>) {
  const id = useId();
  const { field, fieldState } = useController({ control: form.control, name: 'visibleFrom' as Path<Fields> });
  const value = (field.value ?? '') as string;
  // Keeps the typed text: converting back would empty the field at the first digit of a year.
  const [typed, setTyped] = useState({ local: '', value: '' });
  const local = typed.value === value ? typed.local : toLocalField(value);
  const choice: Choice = value === never ? 'draft' : value === '' ? 'now' : 'later';
  const change = (text: string) => field.onChange(text);

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
    <fieldset className="admin-field admin-visibility" style={area ? { gridArea: area } : undefined}>
      <legend>Per i lettori</legend>
      <div className="admin-choices">
        {choices.map((option) => (
          <label key={option.choice}>
            <input
              type="radio"
              name={`${id}-choice`}
              checked={choice === option.choice}
              onChange={() => choose(option.choice)}
              onBlur={field.onBlur}
            />
            {option.label}
          </label>
        ))}
      </div>
      {choice === 'later' && (
        <input
          type="datetime-local"
          // Limits the year to four digits.
          max="9999-12-31T23:59"
          aria-label="Visibile dal"
          aria-invalid={fieldState.error !== undefined}
          aria-describedby={`${id}-hint`}
          value={local}
          onChange={({ target }) => type(target.value)}
          onBlur={field.onBlur}
        />
      )}
      <p id={`${id}-hint`} className="admin-hint">
        {choice === 'now' && 'I lettori lo vedono.'}
        {choice === 'later' && laterHint(value, hidden)}
        {choice === 'draft' && `${hidden}, finché non scegli altro.`}
      </p>
      {fieldState.error && (
        <p role="alert" className="admin-error">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  );
}

function laterHint(value: string, hidden: string): string {
  if (value === incompleteDate)
    return 'Scrivi il giorno e l’ora per intero; se non li sai ancora, scegli «Bozza».';
  if (isVisible({ visibleFrom: value }, Date.now()))
    return `Quest’ora è passata (${zoneName()}): i lettori lo vedono.`;
  return `${hidden} fino a quell’ora (${zoneName()}).`;
}

function startOfTomorrow(): string {
  const moment = new Date(Date.now() + 24 * 60 * 60 * 1000);
  moment.setMinutes(0, 0, 0);
  return moment.toISOString();
}
