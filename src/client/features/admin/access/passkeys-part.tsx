import { useId, useState } from 'react';
import type { Passkey } from '#shared/contracts/auth.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { formatMoment } from '../format.ts';
import { hasPasskeys, passkeyFailure, useAddPasskey } from '../session/passkey.ts';
import { TableFailure } from '../kit/loaded.tsx';
import { Refusal } from '../refusal.tsx';
import { Part } from './part.tsx';

export function PasskeysPart() {
  const passkeys = trpc.passkeys.list.useQuery();
  return (
    <Part
      title="Passkey"
      hint="Si entra con l’impronta, il volto o il PIN di un tuo dispositivo, senza scrivere la password, che continua a valere."
    >
      {passkeys.isError && (
        <TableFailure text="Impossibile leggere l’elenco" error={passkeys.error} list={passkeys} />
      )}
      {passkeys.data?.length === 0 && <p>Ancora nessuna.</p>}
      <ul className="access-list">
        {passkeys.data?.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      {hasPasskeys() ? (
        <AddPasskey />
      ) : (
        <p className="admin-hint">
          Questo browser non le conosce, o il sito non è in https: aprilo da un altro.
        </p>
      )}
    </Part>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const utils = trpc.useUtils();
  const [isAsked, setIsAsked] = useState(false);
  const [name, setName] = useState<string>();
  const refresh = () => void utils.passkeys.list.invalidate();
  const remove = trpc.passkeys.remove.useMutation({ onSettled: refresh });
  const rename = trpc.passkeys.rename.useMutation({
    onSuccess() {
      setName(undefined);
      refresh();
    },
  });
  const used = passkey.lastUsedAt ? `usata il ${formatMoment(passkey.lastUsedAt)}` : 'mai usata per entrare';

  return (
    <li>
      <div className="access-row">
        {name === undefined ? (
          <p>
            <strong>{passkey.name}</strong>
            <br />
            <span className="admin-hint">
              per {passkey.site}, del {formatMoment(passkey.createdAt)}, {used}
            </span>
          </p>
        ) : (
          <form
            className="access-row access-grow"
            onSubmit={(event) => {
              event.preventDefault();
              rename.mutate({ id: passkey.id, name });
            }}
          >
            <input
              aria-label="Nome della passkey"
              value={name}
              maxLength={60}
              autoFocus
              onChange={({ target }) => setName(target.value)}
            />
            <Button small main type="submit" disabled={rename.isPending || name.trim() === ''}>
              Salva
            </Button>
          </form>
        )}
        <span className="access-buttons">
          <Button small onClick={() => setName(name === undefined ? passkey.name : undefined)}>
            {name === undefined ? 'Rinomina' : 'Annulla'}
          </Button>
          {isAsked ? (
            <Button
              small
              danger
              disabled={remove.isPending}
              onClick={() => remove.mutate({ id: passkey.id })}
            >
              Toglila davvero
            </Button>
          ) : (
            <Button small danger aria-label={`Togli ${passkey.name}`} onClick={() => setIsAsked(true)}>
              Togli
            </Button>
          )}
        </span>
      </div>
      <Refusal error={remove.error ?? rename.error} />
    </li>
  );
}

function AddPasskey() {
  const id = useId();
  const utils = trpc.useUtils();
  const [name, setName] = useState('');
  const add = useAddPasskey(() => {
    setName('');
    void utils.passkeys.list.invalidate();
  });
  return (
    <form
      className="admin-field"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(name);
      }}
    >
      <label htmlFor={id}>Nome della passkey nuova</label>
      <div className="access-row">
        <input
          id={id}
          value={name}
          maxLength={60}
          autoComplete="off"
          placeholder="Telefono, portatile…"
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" disabled={add.isPending || name.trim() === ''}>
          {add.isPending ? 'Aspetto la passkey…' : 'Aggiungi'}
        </Button>
      </div>
      <p role="alert" className="admin-error">
        {add.isError && passkeyFailure(add.error)}
      </p>
    </form>
  );
}
