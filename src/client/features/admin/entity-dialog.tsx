import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import {
  useForm,
  useWatch,
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form';
import { errorMessage, toApiError } from '#client/api-error.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { Button } from './button.tsx';
import type { Entity } from './entity.ts';
import { confirmLoss, useUnsavedGuard } from './use-unsaved-guard.ts';

/** How one kind of thing is written down. */
export interface EntityForm<Row, Fields extends FieldValues> {
  /** Of the shared contract, keeping what was entered: the server converts numbers (specification, section 5). */
  resolver: Resolver<Fields>;
  /** The form of an item, or of a new one among `rows`. */
  values(item: Row | undefined, rows: readonly Row[]): DefaultValues<Fields>;
  required: readonly Path<Fields>[];
  /** The field that a DUPLICATE refusal speaks of. */
  unique?: Path<Fields>;
  size?: 'medium' | 'wide';
  fields(form: UseFormReturn<Fields>, item: Row | undefined): ReactNode;
  /** Below the form, what belongs to an item and is saved by itself; it tells when something typed there is not. */
  beside?(item: Row, onUnsavedChange: (unsaved: boolean) => void): ReactNode;
}

interface EntityDialogProps<Row extends { id: string }, Fields extends FieldValues> {
  title: string;
  form: EntityForm<Row, Fields>;
  /** The item being edited; without one the dialog makes a new one. */
  item: Row | undefined;
  entity: Entity<Row, Fields>;
  /** Resolves once the dialog is gone: until then nothing can be sent twice. */
  onClose(): Promise<void>;
}

/** The dialog that adds and edits. It lives from opening to closing, so each opening starts afresh. */
export function EntityDialog<Row extends { id: string }, Fields extends FieldValues>({
  title,
  form: { resolver, values, required, unique, size, fields, beside },
  item,
  entity,
  onClose,
}: EntityDialogProps<Row, Fields>) {
  const formId = useId();
  const [defaultValues] = useState(() => values(item, entity.list.data ?? []));
  const form = useForm<Fields>({ resolver, defaultValues, mode: 'onTouched' });
  const { isDirty, isSubmitting, dirtyFields } = form.formState;
  const [refusal, setRefusal] = useState<string>();
  const entered = useWatch({ control: form.control, name: required });
  const incomplete = entered.some(
    (value: unknown) => typeof value !== 'number' && (typeof value !== 'string' || value.trim() === ''),
  );
  const [isBesideUnsaved, setBesideUnsaved] = useState(false);
  const mayLoseBeside = () => !isBesideUnsaved || confirmLoss();
  useUnsavedGuard(isDirty || isBesideUnsaved);

  useFollowItem(item, form, values);

  async function save(fieldsNow: Fields): Promise<void> {
    setRefusal(undefined);
    if (!mayLoseBeside()) return;
    try {
      if (item) await entity.update.mutateAsync({ ...onlyEdited(fieldsNow, dirtyFields), id: item.id });
      else await entity.create.mutateAsync(fieldsNow);
      await onClose();
    } catch (error) {
      showRefusal(error);
    }
  }

  function showRefusal(error: unknown): void {
    const refused = toApiError(error);
    const ofFields = (refused?.issues ?? []).filter(({ path }) => path in form.getValues());
    ofFields.forEach(({ path, message }, i) => {
      form.setError(path as Path<Fields>, { type: 'server', message }, { shouldFocus: i === 0 });
    });
    if (refused?.code === 'DUPLICATE' && unique)
      form.setError(unique, { type: 'server', message: refused.serverMessage }, { shouldFocus: true });
    else if (ofFields.length === 0)
      setRefusal(errorMessage(error, 'Non è stato salvato nulla: il server non ha risposto. Riprova.'));
  }

  const submit = form.handleSubmit(save);
  const canSave = !isSubmitting && !incomplete;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !canSave) return;
    event.preventDefault();
    void submit();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isSubmitting && (isDirty ? confirmLoss() : mayLoseBeside())) void onClose();
      }}
      title={title}
      className={`admin-dialog ${size ? `admin-dialog-${size}` : ''}`}
    >
      <form
        id={formId}
        className="admin-form"
        noValidate
        onSubmit={(event) => void submit(event)}
        onKeyDown={onKeyDown}
      >
        {fields(form, item)}
        <div className="admin-form-end">
          <p role="alert" className="admin-error">
            {refusal}
          </p>
          <Button disabled={isSubmitting} onClick={() => mayLoseBeside() && void onClose()}>
            Annulla
          </Button>
          <Button type="submit" main disabled={!canSave}>
            {isSubmitting ? 'Salvataggio…' : 'Salva'}
          </Button>
        </div>
      </form>
      {item && beside?.(item, setBesideUnsaved)}
    </Dialog>
  );
}

/** The item may change while it is open (a summary written meanwhile): fields that the author left alone follow. */
function useFollowItem<Row, Fields extends FieldValues>(
  item: Row | undefined,
  form: UseFormReturn<Fields>,
  values: EntityForm<Row, Fields>['values'],
): void {
  const shown = useRef(item);
  useEffect(() => {
    if (!item || shown.current === item) return;
    shown.current = item;
    for (const [name, value] of Object.entries(values(item, []))) {
      const field = name as Path<Fields>;
      if (!form.getFieldState(field).isDirty) form.resetField(field, { defaultValue: value as never });
    }
  }, [item, form, values]);
}

/** Of the form's values those that the author changed. */
function onlyEdited<Fields extends FieldValues>(values: Fields, dirty: object): Partial<Fields> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in dirty)) as Partial<Fields>;
}
