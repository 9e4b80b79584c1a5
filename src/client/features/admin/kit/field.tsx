import { useId, useState, type ReactNode } from 'react';
import {
  useController,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
} from 'react-hook-form';
import { noShop } from '#shared/pages.ts';
import { countOf, formatNumber } from '../format.ts';
import { pasteLarge } from '../paste-large.ts';
import type { FieldForm, FieldOf, FieldSpec } from './field-kinds.ts';
import { valueAt, withValueAt, type FieldPath } from './field-path.ts';
import { PictureField, RecordingField, VideoField } from './file-fields.tsx';
import { ListField } from './list-field.tsx';
import { VisibilityField } from './visibility-field.tsx';

interface FieldProps<Kind extends FieldSpec['kind'] = FieldSpec['kind']> {
  field: FieldOf<Kind>;
  /** Where its value is; in a list not its own path. */
  path?: FieldPath;
  form: FieldForm;
}

/** The field of every form of the panel, by its kind. */
export function Field({ field, path = field.path, form }: FieldProps) {
  switch (field.kind) {
    case 'list':
      return (
        <ListField
          field={field}
          path={path}
          form={form}
          renderField={(inner, at) => <Field field={inner} path={at} form={form} />}
        />
      );
    case 'picture':
      return (
        <PictureField
          field={field}
          path={path}
          form={form}
          renderText={(written) => <WrittenField field={written} path={written.path} form={form} />}
        />
      );
    case 'recording':
      return <RecordingField field={field} path={path} form={form} />;
    case 'video':
      return <VideoField field={field} path={path} form={form} />;
    case 'visibility':
      return <VisibilityField field={field} path={path} form={form} />;
    case 'tick':
      return <TickField field={field} path={path} form={form} />;
    case 'choice':
      return <ChoiceField field={field} path={path} form={form} />;
    default:
      return <WrittenField field={field} path={path} form={form} />;
  }
}

/** The same in a form of react-hook-form. */
export function FormField<Fields extends FieldValues>({
  form,
  field,
}: {
  form: UseFormReturn<Fields>;
  field: FieldSpec;
}) {
  const { field: own, fieldState } = useController({
    control: form.control,
    name: field.path as Path<Fields>,
  });
  const isWithin = (path: FieldPath) => `${path}.`.startsWith(`${field.path}.`);
  /** The path within the field's own value. */
  const below = (path: FieldPath) => path.slice(field.path.length + 1);
  return (
    <Field
      field={field}
      form={{
        valueAt: (path) =>
          isWithin(path) ? valueAt(own.value, below(path)) : form.getValues(path as Path<Fields>),
        errorAt: (path) =>
          valueAt(fieldState.error, `${below(path)}.message`.replace(/^\./, '')) as string | undefined,
        change(path, value) {
          if (isWithin(path))
            own.onChange(withValueAt<unknown>(form.getValues(own.name), below(path), value));
          else
            form.setValue(path as Path<Fields>, value as PathValue<Fields, Path<Fields>>, {
              shouldDirty: true,
            });
        },
        leave: own.onBlur,
        attach: own.ref,
      }}
    />
  );
}

interface FieldFrameProps extends Pick<FieldSpec, 'label' | 'optional' | 'area'> {
  id: string;
  hint?: ReactNode;
  error: string | undefined;
  children: ReactNode;
}

function FieldFrame({ id, label, optional, hint, error, area, children }: FieldFrameProps) {
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

type WrittenKind = 'text' | 'number' | 'address' | 'lines' | 'paragraphs' | 'date';

const writing: Record<WrittenKind, { write(value: unknown): string; read(text: string): unknown }> = {
  text: { write: String, read: (text) => text },
  date: { write: String, read: (text) => text },
  address: { write: String, read: (text) => text.trim() },
  number: { write: String, read: (text) => Number(text.replaceAll(/\D/g, '').slice(0, 6)) },
  lines: { write: (value) => ((value ?? []) as string[]).join('\n'), read: (text) => text.split('\n') },
  paragraphs: { write: (value) => (value as string[]).join('\n\n'), read: (text) => text.split(/\n{2,}/) },
};

function hintsOf(field: FieldOf<WrittenKind>, written: string): ReactNode {
  const hint = typeof field.hint === 'function' ? field.hint(written) : field.hint;
  if (field.kind === 'text' && field.max !== undefined)
    return (
      <>
        {hint} {formatNumber(written.length)} di {formatNumber(field.max)} caratteri.
      </>
    );
  const sentences = written.split('\n').filter((line) => line.trim()).length;
  if (field.kind === 'lines')
    return (
      <>
        {hint} {countOf(sentences, 'frase', 'frasi')}.
      </>
    );
  if (field.kind === 'address' && written === noShop)
    return <>{hint} Manca il negozio: il pulsante non porta ancora da nessuna parte.</>;
  return hint;
}

function WrittenField({ field, path = field.path, form }: FieldProps<WrittenKind>) {
  const id = useId();
  const value = form.valueAt(path);
  const { write, read } = writing[field.kind];
  // The typed text: converting the value back would drop a line just begun.
  const [typed, setTyped] = useState<{ text: string; value: unknown }>();
  const content = typed && typed.value === value ? typed.text : value === undefined ? '' : write(value);
  const { attach, leave } = form;
  const error = form.errorAt(path);
  const hint = hintsOf(field, content);
  const text = field.kind === 'text' ? field : undefined;
  const rows = field.kind === 'lines' ? 4 : field.kind === 'paragraphs' ? field.rows : text?.rows;
  const common = {
    id,
    value: content,
    ref: attach,
    disabled: field.isDisabled,
    placeholder: text?.placeholder,
    'aria-required': field.optional === undefined ? undefined : !field.optional,
    'aria-invalid': error !== undefined,
    'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
    onBlur: leave,
    onChange: ({ target }: { target: { value: string } }) => {
      const next = read(target.value);
      setTyped({ text: target.value, value: next });
      form.change(path, next);
    },
  };
  const isNumeric = field.kind === 'number' || text?.numeric === true;
  const isMono = isNumeric || field.kind === 'address' || text?.mono === true;
  return (
    <FieldFrame
      id={id}
      label={field.label}
      optional={field.optional}
      area={field.area}
      hint={hint}
      error={error}
    >
      {rows === undefined ? (
        <div className="flex gap-2">
          <input
            type={field.kind === 'date' ? 'date' : text?.secret ? 'password' : 'text'}
            data-empty={field.kind === 'date' && !content ? '' : undefined}
            autoComplete={text?.autoComplete ?? 'off'}
            autoFocus={text?.autoFocus}
            autoCapitalize={isMono ? 'none' : undefined}
            spellCheck={!isMono}
            className={isMono ? 'admin-mono' : ''}
            inputMode={isNumeric ? 'numeric' : undefined}
            list={text?.suggestions && `${id}-list`}
            {...common}
          />
          {text?.action?.(form)}
        </div>
      ) : (
        <textarea
          name={path}
          rows={rows}
          className="admin-prose"
          data-opens-here={(text?.opensHere && content !== '') || undefined}
          onPaste={pasteLarge}
          {...common}
        />
      )}
      {text?.suggestions && (
        <datalist id={`${id}-list`}>
          {text.suggestions.map((suggestion) => (
            <option key={suggestion.value} {...suggestion} />
          ))}
        </datalist>
      )}
      {text?.tools}
    </FieldFrame>
  );
}

function TickField({ field, path = field.path, form }: FieldProps<'tick'>) {
  return (
    <label className="admin-tick">
      <input
        type="checkbox"
        checked={form.valueAt(path) === true}
        disabled={field.isDisabled}
        onChange={({ target }) => form.change(path, target.checked)}
      />
      {field.label}
    </label>
  );
}

function ChoiceField({ field, path = field.path, form }: FieldProps<'choice'>) {
  const id = useId();
  const { attach, leave } = form;
  const raw = form.valueAt(path);
  const value =
    typeof raw === 'string' || typeof raw === 'number' ? String(raw) : (field.choices[0]?.value ?? '');
  const hint = typeof field.hint === 'function' ? field.hint(value) : field.hint;
  return (
    <FieldFrame id={id} label={field.label} hint={hint} error={form.errorAt(path)}>
      <select
        id={id}
        ref={attach}
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onBlur={leave}
        onChange={({ target }) => form.change(path, target.value)}
      >
        {field.choices.map(({ value: choice, label }) => (
          <option key={choice} value={choice}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
