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
import { ClashView } from './saving/clash-view.tsx';
import { DraftOffer } from './saving/draft-offer.tsx';
import type { FormFields } from './saving/merge-fields.ts';
import type { StoredEntry } from './saving/save-entry.ts';
import { useDraft } from './saving/use-draft.ts';
import { useSaving } from './saving/use-saving.ts';
import { confirmLoss, useUnsavedGuard } from './use-unsaved-guard.ts';

/** Every editable field, so that the compiler reports forms that lack one. */
type FieldName<Fields> = Exclude<keyof Fields & string, 'id'>;

export interface EntityForm<Row, Fields extends FieldValues> {
  /** Validates with the shared contract but keeps the input: the server converts numbers (specification, section 5). */
  resolver: Resolver<Fields>;
  values(
    item: Row | undefined,
    rows: readonly Row[],
  ): DefaultValues<Fields> & Record<FieldName<Fields>, unknown>;
  required: readonly Path<Fields>[];
  unique?: Path<Fields>;
  size?: 'medium' | 'wide';
  labels: Readonly<Record<FieldName<Fields>, string>>;
  fields(form: UseFormReturn<Fields>, item: Row | undefined): ReactNode;
  /** Below the form: parts that save on their own and report unsaved input. */
  beside?(item: Row, onUnsavedChange: (unsaved: boolean) => void, isFormUnsaved: boolean): ReactNode;
}

interface EntityDialogProps<Row extends StoredEntry, Fields extends FieldValues> {
  title: string;
  form: EntityForm<Row, Fields>;
  item: Row | undefined;
  draftKey: string;
  entity: Entity<Row, Fields>;
  /** Resolves after closing: prevents a second submit. */
  onClose(): Promise<void>;
}

export function EntityDialog<Row extends StoredEntry, Fields extends FieldValues>({
  title,
  form: { resolver, values, required, unique, size, labels, fields, beside },
  item,
  draftKey,
  entity,
  onClose,
}: EntityDialogProps<Row, Fields>) {
  const formId = useId();
  const [defaultValues] = useState(() => values(item, entity.list.data ?? []));
  const form = useForm<Fields>({ resolver, defaultValues, mode: 'onTouched' });
  const { isDirty, isSubmitting } = form.formState;
  const [refusal, setRefusal] = useState<string>();
  const entered = useWatch({ control: form.control, name: required });
  const incomplete = entered.some(
    (value: unknown) => typeof value !== 'number' && (typeof value !== 'string' || value.trim() === ''),
  );
  const [isBesideUnsaved, setBesideUnsaved] = useState(false);
  const mayLoseBeside = () => !isBesideUnsaved || confirmLoss();
  useUnsavedGuard(isDirty || isBesideUnsaved);

  const fieldsOf = (row: Row) => values(row, []) as FormFields;
  const saving = useSaving<Row, Fields>(form, entity, fieldsOf, () => ({
    id: item?.id ?? crypto.randomUUID(),
    updatedAt: item?.updatedAt,
    fields: defaultValues,
  }));
  const draft = useDraft(draftKey, form, saving.base);
  useFollowItem(item, form, values, saving.follow);
  const { clash, waiting } = saving;

  async function save(): Promise<void> {
    setRefusal(undefined);
    if (!mayLoseBeside()) return;
    try {
      if (!(await saving.save())) return;
      draft.forget();
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
      setRefusal(errorMessage(error, 'Il server non l’ha salvato: ha risposto con un errore. Riprova.'));
  }

  /** While offline the sheet closes without asking: its draft is kept. */
  function leave(): void {
    if (waiting) return void onClose();
    if (isSubmitting || !(isDirty ? confirmLoss() : mayLoseBeside())) return;
    // An unanswered offer is repeated.
    if (!draft.offered) draft.forget();
    void onClose();
  }

  const send = form.handleSubmit(save);
  const submit = () => (waiting ? Promise.resolve(saving.retry()) : send());
  const canSave =
    (!isSubmitting || waiting) && !incomplete && !draft.offered && (clash?.open.length ?? 0) === 0;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !canSave) return;
    event.preventDefault();
    void submit();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={title}
      className={`admin-dialog ${size ? `admin-dialog-${size}` : ''}`}
    >
      <DraftOffer draft={draft} />
      {clash && <ClashView clash={clash} mine={form.getValues()} labels={labels} decide={saving.decide} />}
      <form
        id={formId}
        className="admin-form"
        noValidate
        // Blocks input until the offered draft is accepted or dismissed.
        inert={draft.offered !== undefined}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        onKeyDown={onKeyDown}
      >
        {fields(form, item)}
        <div className="admin-form-end">
          <p role="alert" className="admin-error">
            {refusal}
          </p>
          {waiting && (
            <p role="status" className="admin-hint admin-spring">
              {waiting === 'offline'
                ? 'Sei senza rete: il testo è al sicuro qui, lo salvo appena torna.'
                : 'Il server non risponde: riprovo da solo. Il testo è al sicuro qui.'}
            </p>
          )}
          <Button disabled={isSubmitting && !waiting} onClick={leave}>
            {waiting ? 'Chiudi, la bozza resta' : 'Annulla'}
          </Button>
          <Button type="submit" main disabled={!canSave}>
            {isSubmitting && !waiting ? 'Salvataggio…' : 'Salva'}
          </Button>
        </div>
      </form>
      {item && beside?.(item, setBesideUnsaved, isDirty)}
    </Dialog>
  );
}

/** Updates untouched fields when the item changes while open (a generated summary). */
function useFollowItem<Row, Fields extends FieldValues>(
  item: Row | undefined,
  form: UseFormReturn<Fields>,
  values: EntityForm<Row, Fields>['values'],
  follow: (item: Row) => void,
): void {
  const lastItem = useRef(item);
  useEffect(() => {
    if (!item || lastItem.current === item) return;
    lastItem.current = item;
    follow(item);
    for (const [name, value] of Object.entries(values(item, []))) {
      const field = name as Path<Fields>;
      if (!form.getFieldState(field).isDirty) form.resetField(field, { defaultValue: value as never });
    }
  }, [item, form, values, follow]);
}
