import { Fragment, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import type { FieldForm, FieldOf, FieldSpec } from './field-kinds.ts';

interface ListFieldProps {
  field: FieldOf<'list'>;
  path: string;
  form: FieldForm;
  renderField(field: FieldSpec, path: string): ReactNode;
}

export function ListField({ field, path, form, renderField }: ListFieldProps) {
  const { label, hint, one, most, fields, empty } = field;
  const items = (form.valueAt(path) ?? []) as unknown[];
  const moveTo = (from: number, to: number) => {
    const next = items.toSpliced(from, 1);
    form.change(path, next.toSpliced(to, 0, items[from]));
  };
  return (
    <fieldset className="grid gap-3 min-w-0">
      <legend className="pb-1 font-semibold">{label}</legend>
      {hint && <p className="admin-hint">{hint as ReactNode}</p>}
      {items.map((_, place) => (
        <fieldset
          key={place}
          className="grid gap-3 min-w-0 px-3.5 pt-1 pb-3.5 border border-(--rule) border-t-3 border-t-coral bg-[#fbf6ea99]"
        >
          <legend className="px-1 font-mono text-[0.8125rem]">
            {one} {place + 1}
          </legend>
          {fields.map((inner) => (
            <Fragment key={inner.path}>{renderField(inner, `${path}.${place}.${inner.path}`)}</Fragment>
          ))}
          <p className="flex flex-wrap items-center gap-2">
            <Button
              small
              disabled={place === 0}
              aria-label={`Sposta su: ${one} ${place + 1}`}
              onClick={() => moveTo(place, place - 1)}
            >
              Su
            </Button>
            <Button
              small
              disabled={place === items.length - 1}
              aria-label={`Sposta giù: ${one} ${place + 1}`}
              onClick={() => moveTo(place, place + 1)}
            >
              Giù
            </Button>
            <Button
              small
              danger
              aria-label={`Togli: ${one} ${place + 1}`}
              onClick={() => form.change(path, items.toSpliced(place, 1))}
            >
              Togli
            </Button>
          </p>
        </fieldset>
      ))}
      {items.length < most && (
        <Button
          small
          className="justify-self-start"
          onClick={() => form.change(path, [...items, structuredClone(empty)])}
        >
          Aggiungi {one}
        </Button>
      )}
    </fieldset>
  );
}
