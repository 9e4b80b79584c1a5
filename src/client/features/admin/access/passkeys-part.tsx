import { useState } from 'react';
import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { formatMoment } from '../format.ts';
import { LineList } from '../kit/line-list.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { SmallForm, useSmallForm } from '../kit/small-form.tsx';
import { Refusal } from '../refusal.tsx';
import { hasPasskeys, passkeyFailure, useAddPasskey } from '../session/passkey.ts';
import { Part } from './part.tsx';

export function PasskeysPart() {
  const utils = trpc.useUtils();
  const passkeys = trpc.passkeys.list.useQuery();
  const [renamed, setRenamed] = useState<string>();
  const refresh = () => void utils.passkeys.list.invalidate();
  const remove = trpc.passkeys.remove.useMutation({ onSettled: refresh });
  return (
    <Part
      title="Passkey"
      hint="Si entra con l’impronta, il volto o il PIN di un tuo dispositivo, senza scrivere la password, che continua a valere."
    >
      <Loaded query={passkeys} failed="Impossibile leggere l’elenco">
        {(list) => (
          <>
            {list.length === 0 && <p>Ancora nessuna.</p>}
            <LineList
              lines={list.map(({ id, name, site, createdAt, lastUsedAt }) => ({
                key: id,
                title: name,
                note: `per ${site}, del ${formatMoment(createdAt)}, ${lastUsedAt ? `usata il ${formatMoment(lastUsedAt)}` : 'mai usata per entrare'}`,
                actions: (
                  <>
                    <Button small onClick={() => setRenamed(renamed === id ? undefined : id)}>
                      {renamed === id ? 'Annulla' : 'Rinomina'}
                    </Button>
                    <Button
                      small
                      danger
                      aria-label={`Togli ${name}`}
                      disabled={remove.isPending}
                      onClick={() => {
                        if (window.confirm(`Togliere la passkey? Con quella non si entrerà più.\n\n${name}`))
                          remove.mutate({ id });
                      }}
                    >
                      Togli
                    </Button>
                  </>
                ),
                below: renamed === id && (
                  <Rename
                    id={id}
                    name={name}
                    onRenamed={() => {
                      setRenamed(undefined);
                      refresh();
                    }}
                  />
                ),
              }))}
            />
          </>
        )}
      </Loaded>
      <Refusal error={remove.error} />
      {hasPasskeys() ? (
        <AddPasskey onAdded={refresh} />
      ) : (
        <p className="admin-hint">
          Questo browser non le conosce, o il sito non è in https: aprilo da un altro.
        </p>
      )}
    </Part>
  );
}

function Rename({ id, name, onRenamed }: { id: string; name: string; onRenamed(): void }) {
  const rename = trpc.passkeys.rename.useMutation({ onSuccess: onRenamed });
  const form = useSmallForm({ name });
  return (
    <SmallForm
      form={form}
      fields={[{ kind: 'text', path: 'name', label: 'Nome della passkey', autoFocus: true }]}
      action="Salva"
      isPending={rename.isPending}
      onSend={(values) => rename.mutate({ id, ...values })}
    >
      <Refusal error={rename.error} />
    </SmallForm>
  );
}

function AddPasskey({ onAdded }: { onAdded(): void }) {
  const form = useSmallForm({ name: '' });
  const add = useAddPasskey(() => {
    form.reset();
    onAdded();
  });
  return (
    <SmallForm
      form={form}
      fields={[
        {
          kind: 'text',
          path: 'name',
          label: 'Nome della passkey nuova',
          placeholder: 'Telefono, portatile…',
        },
      ]}
      action={add.isPending ? 'Aspetto la passkey…' : 'Aggiungi'}
      main={false}
      isPending={add.isPending}
      onSend={({ name }) => add.mutate(name)}
    >
      <Refusal text={add.isError ? passkeyFailure(add.error) : undefined} />
    </SmallForm>
  );
}
