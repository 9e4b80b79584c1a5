import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { codesPerCall } from '#shared/contracts/codes.ts';
import { createUnlockCodes, type UnlockCode } from '#shared/contracts/unlock-codes.ts';
import { errorMessage } from '#client/api-error.ts';
import { trpc, type RouterInputs } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { TextField } from '../fields.tsx';
import { formatNumber } from '../format.ts';
import { VisibilityField } from '../visibility/visibility-field.tsx';
import { PanelDialog } from '../panel-dialog.tsx';

type BatchFields = RouterInputs['unlockCodes']['createMany'];

interface BatchDialogProps {
  onPrint(codes: readonly UnlockCode[]): void;
  onExport(codes: readonly UnlockCode[]): void;
  onClose(): void;
}

/** Many codes alike, and what to do with them next. */
export function BatchDialog({ onPrint, onExport, onClose }: BatchDialogProps) {
  const [created, setCreated] = useState<readonly UnlockCode[]>();
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
        <BatchForm onCreated={setCreated} onCancel={onClose} />
      )}
    </PanelDialog>
  );
}

interface BatchFormProps {
  onCreated(codes: readonly UnlockCode[]): void;
  onCancel(): void;
}

function BatchForm({ onCreated, onCancel }: BatchFormProps) {
  const formId = useId();
  const utils = trpc.useUtils();
  const form = useForm<BatchFields>({
    resolver: zodResolver(createUnlockCodes, undefined, { raw: true }),
    defaultValues: { count: '100', maxSection: '', label: '', uses: '', expiresAt: '', visibleFrom: '' },
    mode: 'onTouched',
  });
  const create = trpc.unlockCodes.createMany.useMutation({
    networkMode: 'always',
    onSuccess({ codes }) {
      void utils.unlockCodes.list.invalidate();
      onCreated(codes);
    },
  });
  // Sent again after a lost answer, it gives the codes that were made.
  const [id] = useState(() => crypto.randomUUID());
  const submit = form.handleSubmit((fields) => create.mutate({ ...fields, id }));
  return (
    <form id={formId} className="admin-form" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        form={form}
        name="count"
        label="Quanti"
        numeric
        hint={`Al massimo ${formatNumber(codesPerCall)} alla volta.`}
      />
      <TextField
        form={form}
        name="maxSection"
        label="Sezione massima"
        numeric
        hint="Chi ne inserisce uno apre tutte le sezioni fino a questo numero."
      />
      <TextField
        form={form}
        name="label"
        label="Etichetta"
        optional
        hint="Un appunto per te, uguale per tutti; {n} diventa il numero di ciascuno."
        placeholder="Salone del libro {n}"
      />
      <TextField
        form={form}
        name="uses"
        label="Per quanti lettori, ciascuno"
        optional
        numeric
        hint="Vuoto: quanti vogliono. Chi lo ha già usato può rimetterlo."
      />
      <TextField form={form} name="expiresAt" label="Vale fino al" optional date hint="Vuoto: per sempre." />
      <VisibilityField form={form} hidden="Chi ne scrive uno sente che non è valido" />
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
