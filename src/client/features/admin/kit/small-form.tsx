import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import type { FieldForm, FieldSpec } from './field-kinds.ts';
import { Field } from './field.tsx';

type Values = Record<string, string>;

interface SmallFormState<Typed extends Values> extends Omit<FieldForm, 'errorAt'> {
  values: Typed;
  reset(): void;
  /** Selects what is typed in the first field. */
  select(): void;
}

/** The values of a few fields that are in no draft: passwords, names, codes. */
export function useSmallForm<Typed extends Values>(initial: Typed): SmallFormState<Typed> {
  const [values, setValues] = useState(initial);
  const first = useRef<HTMLElement>(null);
  return {
    values,
    reset: () => setValues(initial),
    select: () => first.current instanceof HTMLInputElement && first.current.select(),
    valueAt: (path) => values[path],
    change: (path, value) => setValues((before) => ({ ...before, [path]: String(value) })),
    attach(control) {
      first.current ??= control;
    },
  };
}

interface SmallFormProps<Typed extends Values> {
  form: SmallFormState<Typed>;
  /** Why the server refused a field, by its path. */
  errors?: Partial<Record<string, string | undefined>>;
  fields: readonly FieldSpec[];
  action: ReactNode;
  isPending: boolean;
  onSend(values: Typed): void;
  main?: boolean;
  /** Before the button. */
  leave?: ReactNode;
  /** Between the fields and the button. */
  children?: ReactNode;
}

/** Sends what is typed, once no field is empty. In a text of several lines Shift+Enter begins one. */
export function SmallForm<Typed extends Values>(props: SmallFormProps<Typed>) {
  const { form, errors = {}, fields, action, isPending, onSend, main = true, leave, children } = props;
  const isIncomplete = fields.some(({ path }) => form.values[path] === '');
  return (
    <form
      className="admin-form"
      noValidate
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey || !(event.target instanceof HTMLTextAreaElement)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        // React bubbles the event through a portal to an outer form.
        event.stopPropagation();
        if (!isIncomplete && !isPending) onSend(form.values);
      }}
    >
      {fields.map((field) => (
        <Field key={field.path} field={field} form={{ ...form, errorAt: (path) => errors[path] }} />
      ))}
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        {leave}
        <Button type="submit" main={main} disabled={isPending || isIncomplete}>
          {action}
        </Button>
      </div>
    </form>
  );
}
