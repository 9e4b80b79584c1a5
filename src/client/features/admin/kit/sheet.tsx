import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import {
  useForm,
  useWatch,
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
} from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { errorMessage, toApiError } from '#client/api-error.ts';
import { newId } from '#shared/new-id.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { Button } from '../button.tsx';
import { ClashView } from '../saving/clash-view.tsx';
import { DraftOffer } from '../saving/draft-offer.tsx';
import type { StoredEntry } from '../saving/save-entry.ts';
import { useDraft } from '../saving/use-draft.ts';
import { useSaving } from '../saving/use-saving.ts';
import { confirmLoss, useUnsavedGuard } from '../use-unsaved-guard.ts';
import type { Entity } from './entity.ts';
import type { FieldSpec } from './field-kinds.ts';
import { FormField } from './field.tsx';

/** A field of a sheet; `render`: one that its sheet draws. */
type SheetField<Row, Fields extends FieldValues> = (
  | FieldSpec
  | { path: string; label: string; render(form: UseFormReturn<Fields>, item: Row | undefined): ReactNode }
) & { isShown?(fields: Fields): boolean };

export interface SheetKind<Row, Fields extends FieldValues> {
  /** Judges the form and says what is required; the input is sent as typed (specification, section 5). */
  contract: z.ZodObject;
  fields: readonly SheetField<Row, Fields>[];
  values(item: Row | undefined, rows: readonly Row[]): DefaultValues<Fields>;
  unique?: Path<Fields>;
  size?: 'medium' | 'wide';
  className?: string;
  /** Below the form: parts that save on their own and report unsaved input. */
  beside?(item: Row, onUnsavedChange: (unsaved: boolean) => void, isFormUnsaved: boolean): ReactNode;
}

interface SheetProps<Row extends StoredEntry, Fields extends FieldValues> {
  kind: SheetKind<Row, Fields>;
  entity: Pick<Entity<Row, Fields>, 'list' | 'create' | 'update' | 'announce'>;
  item: Row | undefined;
  /** Id of a new entry, chosen by who opened the sheet. */
  newId?: string;
  /** What a new entry starts with. */
  begun?: Partial<Fields>;
  draftKey: string;
  /** Whether the guard on leaving is that of the sheet around it. */
  isInside?: boolean;
  firstField?: Path<Fields>;
  /** Resolves after closing: prevents a second submit. */
  onClose(isSaved: boolean): Promise<void> | void;
  onUnsavedChange?(unsaved: boolean): void;
}

type Sheet<Row extends StoredEntry, Fields extends FieldValues> = ReturnType<typeof useSheet<Row, Fields>>;

const isEmpty = (value: unknown) =>
  typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '');

/** A sheet's form, draft, clash, refusals and guard on leaving. */
export function useSheet<Row extends StoredEntry, Fields extends FieldValues>(
  props: SheetProps<Row, Fields>,
) {
  const { kind, entity, item, begun, draftKey, isInside = false, onClose, onUnsavedChange } = props;
  const { firstField } = props;
  const { contract, values, unique } = kind;
  const [defaultValues] = useState(() => ({ ...values(item, entity.list.data ?? []), ...begun }));
  const form = useForm<Fields>({
    resolver: zodResolver(contract, undefined, { raw: true }) as unknown as Resolver<Fields>,
    defaultValues: defaultValues as DefaultValues<Fields>,
    mode: 'onTouched',
  });
  const { isDirty, isSubmitting } = form.formState;
  const [refusal, setRefusal] = useState<string>();
  const required = kind.fields.flatMap(({ path }) =>
    isRequired(contract, path) ? [path as Path<Fields>] : [],
  );
  const isIncomplete = useWatch({ control: form.control, name: required }).some(isEmpty);
  const [isBesideUnsaved, setBesideUnsaved] = useState(false);
  const mayLoseBeside = () => !isBesideUnsaved || confirmLoss();
  useUnsavedGuard(!isInside && (isDirty || isBesideUnsaved));
  useEffect(() => {
    onUnsavedChange?.(isDirty);
    return () => onUnsavedChange?.(false);
  }, [isDirty, onUnsavedChange]);

  const { setFocus } = form;
  useEffect(() => {
    if (firstField) setFocus(firstField);
  }, [setFocus, firstField]);

  const saving = useSaving<Row, Fields>(
    form,
    entity,
    (row) => values(row, []),
    () => ({
      id: item?.id ?? props.newId ?? newId(),
      updatedAt: item?.updatedAt,
      fields: defaultValues,
    }),
  );
  const draft = useDraft(draftKey, form, saving.base);
  useFollowItem(item, form, values, saving.follow);
  const { clash, waiting } = saving;

  async function save(): Promise<void> {
    setRefusal(undefined);
    if (!mayLoseBeside()) return;
    try {
      if (!(await saving.save())) return;
      draft.forget();
      await onClose(true);
    } catch (error) {
      showRefusal(error);
    }
  }

  function showRefusal(error: unknown): void {
    const refused = toApiError(error);
    const ofFields = (refused?.issues ?? [])
      .map(({ path, message }) => ({ name: path.split('.')[0] ?? '', message }))
      .filter(({ name }) => name in form.getValues());
    ofFields.forEach(({ name, message }, i) => {
      form.setError(name as Path<Fields>, { type: 'server', message }, { shouldFocus: i === 0 });
    });
    if (refused?.code === 'DUPLICATE' && unique)
      form.setError(unique, { type: 'server', message: refused.serverMessage }, { shouldFocus: true });
    else if (ofFields.length === 0)
      setRefusal(errorMessage(error, 'Il server non l’ha salvato: ha risposto con un errore. Riprova.'));
  }

  /** While offline the sheet closes without asking: its draft is kept. */
  function leave(): void {
    if (waiting) return void onClose(false);
    if (isSubmitting || !(isDirty ? confirmLoss() : mayLoseBeside())) return;
    // An unanswered offer is repeated.
    if (!draft.offered) draft.forget();
    void onClose(false);
  }

  const send = form.handleSubmit(save);
  return {
    kind,
    item,
    form,
    draft,
    saving,
    refusal,
    isDirty,
    isSubmitting,
    setBesideUnsaved,
    canSave: (!isSubmitting || waiting) && !isIncomplete && !draft.offered && (clash?.open.length ?? 0) === 0,
    leave,
    submit: () => (waiting ? Promise.resolve(saving.retry()) : send()),
  };
}

const isRequired = ({ shape }: z.ZodObject, path: string): boolean =>
  (shape[path] as z.ZodType | undefined)?.safeParse('').success === false;

/** Saves with Ctrl+Enter or Ctrl+S. */
function onSaveKey(event: KeyboardEvent, save: (() => unknown) | false | undefined): void {
  if (!(event.ctrlKey || event.metaKey) || !['Enter', 's'].includes(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  if (save) save();
}

interface SheetFormProps<Row extends StoredEntry, Fields extends FieldValues> {
  sheet: Sheet<Row, Fields>;
  label?: string;
  className?: string;
  texts?: { save: string; leave: string };
  lead?: ReactNode;
}

const usualTexts = { save: 'Salva', leave: 'Annulla' };

/** The form of a sheet; its bar says what came of saving. */
export function SheetForm<Row extends StoredEntry, Fields extends FieldValues>({
  sheet,
  label,
  className = 'admin-form',
  texts = usualTexts,
  lead,
}: SheetFormProps<Row, Fields>) {
  const formId = useId();
  const { kind, item, form, draft, saving, refusal, isSubmitting, canSave, leave, submit } = sheet;
  const { clash, waiting } = saving;
  const labels = Object.fromEntries(kind.fields.map(({ path, label: name }) => [path, name]));
  const offer = draft.offered !== undefined;
  const fields = <SheetFields form={form} kind={kind} item={item} />;
  return (
    <>
      <DraftOffer draft={draft} />
      {clash && <ClashView clash={clash} mine={form.getValues()} labels={labels} decide={saving.decide} />}
      <form
        id={formId}
        className={className}
        aria-label={label}
        noValidate
        // Blocks input until the offered draft is accepted or dismissed.
        inert={offer}
        onSubmit={(event) => {
          event.preventDefault();
          // Inside another sheet the event would reach that one too.
          event.stopPropagation();
          void submit();
        }}
        onKeyDown={(event) => onSaveKey(event, canSave && submit)}
      >
        {lead}
        {kind.className ? <div className={kind.className}>{fields}</div> : fields}
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
            {waiting ? 'Chiudi, la bozza resta' : texts.leave}
          </Button>
          <Button type="submit" main disabled={!canSave} title="Ctrl+S">
            {isSubmitting && !waiting ? 'Salvataggio…' : texts.save}
          </Button>
        </div>
      </form>
    </>
  );
}

type SheetFieldsProps<Row extends StoredEntry, Fields extends FieldValues> = Pick<
  Sheet<Row, Fields>,
  'form' | 'kind' | 'item'
>;

function SheetFields<Row extends StoredEntry, Fields extends FieldValues>({
  form,
  kind: { contract, fields },
  item,
}: SheetFieldsProps<Row, Fields>) {
  const values = useWatch({ control: form.control, disabled: !fields.some(({ isShown }) => isShown) });
  return fields.map((field) => {
    if (field.isShown && !field.isShown(values as Fields)) return null;
    if ('render' in field)
      return (
        <div key={field.path} className="contents">
          {field.render(form, item)}
        </div>
      );
    return (
      <FormField
        key={field.path}
        form={form}
        field={{ optional: !isRequired(contract, field.path), ...field }}
      />
    );
  });
}

interface SheetDialogProps<Row extends StoredEntry, Fields extends FieldValues> extends SheetProps<
  Row,
  Fields
> {
  title: string;
}

/** A sheet in a dialog of its own. */
export function SheetDialog<Row extends StoredEntry, Fields extends FieldValues>({
  title,
  ...props
}: SheetDialogProps<Row, Fields>) {
  const sheet = useSheet(props);
  const { size, beside } = props.kind;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && sheet.leave()}
      title={title}
      className={`admin-dialog ${size ? `admin-dialog-${size}` : ''}`}
    >
      <SheetForm sheet={sheet} />
      {props.item && beside?.(props.item, sheet.setBesideUnsaved, sheet.isDirty)}
    </Dialog>
  );
}

/** Updates untouched fields when the item changes while open (a generated summary). */
function useFollowItem<Row, Fields extends FieldValues>(
  item: Row | undefined,
  form: UseFormReturn<Fields>,
  values: SheetKind<Row, Fields>['values'],
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
