import { useEffect, useId, useRef, useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { memoryCardKinds, type ListedCard } from '#shared/contracts/memory-cards.ts';
import { countWords } from '#shared/words.ts';
import { errorMessage, toApiError } from '#client/api-error.ts';
import { Button } from '../button.tsx';
import { AreaField, FieldFrame, TextField } from '../fields.tsx';
import { ClashView } from '../saving/clash-view.tsx';
import { DraftOffer } from '../saving/draft-offer.tsx';
import { changedFields, clashingFields } from '../saving/merge-fields.ts';
import type { Base } from '../saving/save-entry.ts';
import { useDraft } from '../saving/use-draft.ts';
import type { Clash } from '../saving/use-saving.ts';
import { fieldsOf, type CardDraft, type CardFields } from './card-fields.ts';
import { kindHints, kindNames, lengthText } from './card-texts.ts';

interface CardFormProps {
  label: string;
  draft: CardDraft;
  evidence?: string;
  /** Version that was read, or the id of a new card. */
  begun: Pick<Base, 'id' | 'updatedAt'>;
  draftKey: string;
  onSave(fields: CardFields, base: Base): Promise<void>;
  /** @returns whether the form closes */
  onCancel(): boolean;
  onUnsavedChange(unsaved: boolean): void;
}

const cardLabels: Record<keyof CardFields, string> = {
  kind: 'Tipo',
  about: 'Nomi',
  asks: 'Domande',
  says: 'Risposta',
  more: 'Seguito',
  back: 'Domanda di ritorno',
  until: 'Vale fino alla sezione',
  chip: 'Domanda suggerita',
  mood: 'Umore',
};

const isAskedKind = (kind: CardFields['kind']): boolean => kind !== 'now' && kind !== 'end';

/** Edits one card, which saves on its own; after a failure the input stays. */
export function CardForm(props: CardFormProps) {
  const { label, draft, evidence, begun, draftKey, onSave, onCancel, onUnsavedChange } = props;
  const [defaultValues] = useState(() => fieldsOf(draft));
  const form = useForm<CardFields>({ defaultValues, mode: 'onTouched' });
  const { isDirty, isSubmitting } = form.formState;
  const [refusal, setRefusal] = useState<string>();
  const base = useRef<Base>({ ...begun, fields: { ...defaultValues } });
  const unsaved = useDraft(draftKey, form, base);
  const [clash, setClash] = useState<Clash>();
  const says = useWatch({ control: form.control, name: 'says' });
  const { setFocus } = form;
  const firstField = defaultValues.asks === '' && isAskedKind(defaultValues.kind) ? 'asks' : 'says';
  useEffect(() => setFocus(firstField), [setFocus, firstField]);
  useEffect(() => {
    onUnsavedChange(isDirty);
    return () => onUnsavedChange(false);
  }, [isDirty, onUnsavedChange]);

  const isUndecided = unsaved.offered !== undefined || (clash?.open.length ?? 0) > 0;

  async function save(fields: CardFields): Promise<void> {
    setRefusal(undefined);
    try {
      await onSave(fields, base.current);
      unsaved.forget();
    } catch (error) {
      const failure = toApiError(error);
      if (failure?.code === 'CHANGED') return showClash(failure.current as ListedCard);
      const issues = (toApiError(error)?.issues ?? []).filter(({ path }) => path in fields);
      for (const { path, message } of issues)
        form.setError(path as keyof CardFields, { type: 'server', message }, { shouldFocus: true });
      if (issues.length === 0)
        setRefusal(
          errorMessage(error, 'Il ricordo non è stato salvato: il server non ha risposto. Riprova.'),
        );
    }
  }

  /** Takes over fields changed only elsewhere; conflicts are left to the author. */
  function showClash(current: ListedCard): void {
    const theirs = { ...fieldsOf(current) };
    const mine = { ...form.getValues() };
    const before = base.current.fields;
    const editedFields = changedFields(before, mine);
    for (const name of Object.keys(theirs) as (keyof CardFields)[])
      if (!editedFields.includes(name)) form.setValue(name, theirs[name]);
    base.current = { id: current.id, updatedAt: current.updatedAt, fields: theirs };
    setClash({ at: current.updatedAt, theirs, open: clashingFields(before, mine, theirs) });
  }

  function decide(name: string, side: 'mine' | 'theirs'): void {
    if (side === 'theirs') form.setValue(name as keyof CardFields, clash?.theirs[name] as never);
    setClash((now) => now && { ...now, open: now.open.filter((field) => field !== name) });
  }

  return (
    <form
      className="grid gap-4 p-4 border border-[#17304f99] bg-[#e2d5ba4d]"
      aria-label={label}
      noValidate
      onSubmit={(event) => void form.handleSubmit(save)(event)}
    >
      <DraftOffer draft={unsaved} />
      {clash && (
        <ClashView clash={clash} mine={{ ...form.getValues() }} labels={cardLabels} decide={decide} />
      )}
      {evidence && (
        <blockquote className="font-serif text-[0.9375rem] pl-3 border-l-3 border-l-night">
          {evidence}
        </blockquote>
      )}
      <div inert={unsaved.offered !== undefined}>
        <Fields form={form} />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="alert" className="admin-error flex-auto">
          {refusal}
        </p>
        <Button disabled={isSubmitting} onClick={() => onCancel() && unsaved.forget()}>
          Lascia stare
        </Button>
        <Button type="submit" main disabled={isSubmitting || says.trim() === '' || isUndecided}>
          {isSubmitting ? 'Salvataggio…' : 'Salva il ricordo'}
        </Button>
      </div>
    </form>
  );
}

function Fields({ form }: { form: UseFormReturn<CardFields> }) {
  const kindId = useId();
  const [kind, says, more] = useWatch({ control: form.control, name: ['kind', 'says', 'more'] });
  return (
    <div className="grid gap-x-6 gap-y-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] md:*:has-[textarea]:col-span-full">
      <FieldFrame id={kindId} label="Tipo" hint={kindHints[kind]} error={undefined}>
        <select id={kindId} aria-describedby={kindHints[kind] && `${kindId}-hint`} {...form.register('kind')}>
          {memoryCardKinds.map((name) => (
            <option key={name} value={name}>
              {kindNames[name].one}
            </option>
          ))}
        </select>
      </FieldFrame>
      <TextField
        form={form}
        name="about"
        label="Nomi"
        optional
        hint="Di chi o di che cosa parla; con le virgole."
      />
      {isAskedKind(kind) && (
        <AreaField
          form={form}
          name="asks"
          label="Domande"
          rows={4}
          optional
          hint="Come lo chiederebbe un lettore, una per riga: bastano tre o quattro."
        />
      )}
      <AreaField
        form={form}
        name="says"
        label="Risposta"
        rows={4}
        prose
        hint={lengthText(countWords(says))}
      />
      <AreaField
        form={form}
        name="more"
        label="Seguito"
        rows={2}
        prose
        optional
        hint={more.trim() === '' ? 'Per chi chiede «e poi?» o «perché?».' : lengthText(countWords(more))}
      />
      <TextField
        form={form}
        name="back"
        label="Domanda di ritorno"
        optional
        hint="Che cosa chiede lui al lettore."
      />
      <TextField
        form={form}
        name="chip"
        label="Domanda suggerita"
        optional
        hint="Si mostra sotto la chat; trova questo ricordo."
      />
      <TextField
        form={form}
        name="until"
        label="Vale fino alla sezione"
        optional
        numeric
        hint="Dopo non lo direbbe più."
      />
      {kind === 'now' && <TextField form={form} name="mood" label="Umore" optional />}
    </div>
  );
}
