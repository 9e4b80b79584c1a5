import { useId, useState } from 'react';
import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { Refusal } from '../refusal.tsx';
import { countOf } from '../format.ts';

/** Erases a reader on request: finds them by the identifier shown in their chat, then asks for confirmation. */
export function EraseReader() {
  const id = useId();
  const utils = trpc.useUtils();
  const [identifier, setIdentifier] = useState('');
  const find = trpc.keeping.findReader.useMutation();
  const erase = trpc.keeping.eraseReader.useMutation({
    onSuccess() {
      setIdentifier('');
      find.reset();
      void utils.keeping.get.invalidate();
    },
  });
  const failure = [find, erase].find(({ isError }) => isError)?.error;
  return (
    <form
      className="admin-form erase-reader"
      onSubmit={(event) => {
        event.preventDefault();
        erase.reset();
        find.mutate({ identifier });
      }}
    >
      <div className="admin-field">
        <label htmlFor={id}>Cancella un lettore che lo chiede</label>
        <div className="admin-input-row">
          <input
            id={id}
            type="text"
            autoComplete="off"
            spellCheck={false}
            className="admin-mono"
            aria-describedby={`${id}-hint`}
            value={identifier}
            onChange={({ target }) => {
              setIdentifier(target.value);
              find.reset();
            }}
          />
          <Button type="submit" disabled={find.isPending || identifier.trim() === ''}>
            Cerca
          </Button>
        </div>
        <p id={`${id}-hint`} className="admin-hint">
          Il suo codice, come 4F1E-4C8E-9B1A, lo trova in chat scrivendo /dimenticami.
        </p>
      </div>
      {find.data && (
        <div className="admin-form-end">
          <p role="status" className="admin-facts">
            {countOf(find.data.messages, 'messaggio', 'messaggi')}, livello {find.data.maxSection}
            {find.data.lastSeen && `, visto il ${new Date(find.data.lastSeen).toLocaleDateString('it-IT')}`}.
            Non si può tornare indietro.
          </p>
          <Button danger disabled={erase.isPending} onClick={() => erase.mutate({ identifier })}>
            Cancella per sempre
          </Button>
        </div>
      )}
      {erase.isSuccess && <p role="status">Cancellato: di lui non resta niente.</p>}
      <Refusal error={failure} />
    </form>
  );
}
