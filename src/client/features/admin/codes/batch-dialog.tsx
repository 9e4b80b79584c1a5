import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, type FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { errorMessage } from '#client/api-error.ts';
import { newId } from '#shared/new-id.ts';
import { Button } from '../button.tsx';
import { countOf } from '../format.ts';
import type { FieldSpec } from '../kit/field-kinds.ts';
import { FormField } from '../kit/field.tsx';
import { PanelDialog } from '../panel-dialog.tsx';
import { confirmLoss, useUnsavedGuard } from '../use-unsaved-guard.ts';

export interface Batch<Row> {
  contract: z.ZodType;
  fields: readonly FieldSpec[];
  /** With the id of an earlier call it returns that one's codes. */
  create(fields: Record<string, unknown>): Promise<{ codes: readonly Row[] }>;
}

interface BatchDialogProps<Row> {
  batch: Batch<Row>;
  onPrint(codes: readonly Row[]): void;
  onExport(codes: readonly Row[]): void;
  onClose(): void;
}

export function BatchDialog<Row>({ batch, onPrint, onExport, onClose }: BatchDialogProps<Row>) {
  const form = useForm<Record<string, unknown>>({
    resolver: zodResolver(batch.contract as z.ZodType<Record<string, unknown>, FieldValues>, undefined, {
      raw: true,
    }),
    defaultValues: Object.fromEntries(batch.fields.map(({ path }) => [path, path === 'count' ? '100' : ''])),
    mode: 'onTouched',
  });
  const [id] = useState(newId);
  const [created, setCreated] = useState<readonly Row[]>();
  const [refusal, setRefusal] = useState<string>();
  const { isSubmitting, isDirty } = form.formState;
  const isUnsaved = isDirty && !created;
  useUnsavedGuard(isUnsaved);
  const close = () => !isSubmitting && (!isUnsaved || confirmLoss()) && onClose();
  const submit = form.handleSubmit(async (filled) => {
    setRefusal(undefined);
    try {
      setCreated((await batch.create({ ...filled, id })).codes);
    } catch (error) {
      setRefusal(
        errorMessage(error, 'Il server non ha risposto: premi di nuovo Crea, i codici non si raddoppiano.'),
      );
    }
  });
  return (
    <PanelDialog
      closesOnBack
      onClose={close}
      title={created ? 'I codici sono pronti' : 'Molti codici insieme'}
    >
      {created ? (
        <div className="admin-form">
          <p role="status">
            {countOf(created.length, 'codice creato', 'codici creati')}, tutti diversi. Sono già nella
            tabella.
          </p>
          <div className="admin-form-end">
            <Button onClick={onClose}>Chiudi</Button>
            <Button onClick={() => onExport(created)}>Esporta CSV</Button>
            <Button main autoFocus onClick={() => onPrint(created)}>
              Stampa
            </Button>
          </div>
        </div>
      ) : (
        <form className="admin-form" noValidate onSubmit={(event) => void submit(event)}>
          {batch.fields.map((field) => (
            <FormField key={field.path} form={form} field={field} />
          ))}
          <div className="admin-form-end">
            <p role="alert" className="admin-error">
              {refusal}
            </p>
            <Button disabled={isSubmitting} onClick={close}>
              Annulla
            </Button>
            <Button type="submit" main disabled={isSubmitting}>
              {isSubmitting ? 'Creo…' : 'Crea'}
            </Button>
          </div>
        </form>
      )}
    </PanelDialog>
  );
}
