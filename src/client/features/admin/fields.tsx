import { useId, type ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { pasteLarge } from './paste-large.ts';

interface FieldProps<Fields extends FieldValues> {
  form: UseFormReturn<Fields>;
  name: Path<Fields>;
  label: string;
  optional?: boolean;
  hint?: ReactNode;
  area?: string;
}

function useField<Fields extends FieldValues>({ form, name, optional, hint }: FieldProps<Fields>) {
  const id = useId();
  const error = form.getFieldState(name, form.formState).error?.message;
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    error,
    control: {
      id,
      'aria-required': !optional,
      'aria-invalid': error !== undefined,
      'aria-describedby': describedBy || undefined,
    },
  };
}

interface FieldFrameProps {
  id: string;
  label: string;
  optional?: boolean;
  hint?: ReactNode;
  error: string | undefined;
  area?: string;
  children: ReactNode;
}

export function FieldFrame({ id, label, optional, hint, error, area, children }: FieldFrameProps) {
  return (
    <div className="admin-field" style={area ? { gridArea: area } : undefined}>
      <label htmlFor={id}>
        {label}
        {optional && <span className="text-(--faded) font-normal"> facoltativo</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="admin-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="admin-error">
          {error}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps<Fields extends FieldValues> extends FieldProps<Fields> {
  /** Numeric keyboard on phones; the text is sent unchanged. */
  numeric?: boolean;
  mono?: boolean;
  date?: boolean;
  placeholder?: string;
  absentWhenEmpty?: boolean;
  action?: ReactNode;
}

export function TextField<Fields extends FieldValues>(props: TextFieldProps<Fields>) {
  const { form, name, numeric, mono, date, placeholder, absentWhenEmpty, action } = props;
  const { id, error, control } = useField(props);
  return (
    <FieldFrame id={id} error={error} {...frameProps(props)}>
      <div className="flex gap-2">
        <input
          type={date ? 'date' : 'text'}
          data-empty={date && !form.watch(name) ? '' : undefined}
          autoComplete="off"
          spellCheck={!mono && !numeric}
          className={mono || numeric ? 'admin-mono' : ''}
          placeholder={placeholder}
          {...(numeric && { inputMode: 'numeric' as const })}
          {...control}
          {...form.register(name, {
            setValueAs: (text: string) => (absentWhenEmpty && text === '' ? undefined : text),
          })}
        />
        {action}
      </div>
    </FieldFrame>
  );
}

export function AreaField<Fields extends FieldValues>(
  props: FieldProps<Fields> & {
    rows: number;
    prose?: boolean;
    tools?: ReactNode;
    opensHere?: boolean;
  },
) {
  const { id, error, control } = useField(props);
  return (
    <FieldFrame id={id} error={error} {...frameProps(props)}>
      <textarea
        rows={props.rows}
        data-opens-here={props.opensHere || undefined}
        onPaste={pasteLarge}
        className={props.prose ? 'admin-prose' : ''}
        {...control}
        {...props.form.register(props.name)}
      />
      {props.tools}
    </FieldFrame>
  );
}

function frameProps<Fields extends FieldValues>({ label, optional, hint, area }: FieldProps<Fields>) {
  return { label, optional, hint, area };
}
