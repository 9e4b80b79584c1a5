import { useId, useState, type ReactNode } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form';
import { errorMessage } from '#client/api-error.ts';
import { Button } from '../button.tsx';
import { formatNumber } from '../format.ts';
import { PanelDialog } from '../panel-dialog.tsx';

interface BatchDialogProps<Row> {
  form(onCreated: (codes: readonly Row[]) => void): ReactNode;
  onPrint(codes: readonly Row[]): void;
  onExport(codes: readonly Row[]): void;
  onClose(): void;
}

export function BatchDialog<Row>({ form, onPrint, onExport, onClose }: BatchDialogProps<Row>) {
  const [created, setCreated] = useState<readonly Row[]>();
  return (
    <PanelDialog
      closesOnBack
      onClose={onClose}
      title={created ? 'I codici sono pronti' : 'Molti codici insieme'}
    >
      {created ? (
        <div className="admin-form">
          <p role="status">
            {created.length === 1 ? '1 codice creato' : `${formatNumber(created.length)} codici creati`},
            tutti diversi. Sono già nella tabella.
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
        form(setCreated)
      )}
    </PanelDialog>
  );
}

interface BatchFormProps<Fields extends FieldValues> {
  resolver: Resolver<Fields>;
  empty: DefaultValues<Fields>;
  create: {
    mutate(fields: Fields & { id: string }): void;
    isPending: boolean;
    isError: boolean;
    error: unknown;
  };
  fields(form: UseFormReturn<Fields>): ReactNode;
  onCancel(): void;
}

/** Fields common to a batch. A repeated submit returns the codes of the first one. */
export function BatchForm<Fields extends FieldValues>({
  resolver,
  empty,
  create,
  fields,
  onCancel,
}: BatchFormProps<Fields>) {
  const formId = useId();
  const form = useForm<Fields>({ resolver, defaultValues: empty, mode: 'onTouched' });
  const [id] = useState(() => crypto.randomUUID());
  const submit = form.handleSubmit((filled) => create.mutate({ ...filled, id }));
  return (
    <form id={formId} className="admin-form" noValidate onSubmit={(event) => void submit(event)}>
      {fields(form)}
      <div className="admin-form-end">
        <p role="alert" className="admin-error">
          {create.isError &&
            errorMessage(
              create.error,
              'Il server non ha risposto: premi di nuovo Crea, i codici non si raddoppiano.',
            )}
        </p>
        <Button disabled={create.isPending} onClick={onCancel}>
          Annulla
        </Button>
        <Button type="submit" main disabled={create.isPending}>
          {create.isPending ? 'Creo…' : 'Crea'}
        </Button>
      </div>
    </form>
  );
}
