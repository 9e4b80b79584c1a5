import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { countOf } from '../format.ts';
import { SmallForm, useSmallForm } from '../kit/small-form.tsx';
import { Refusal } from '../refusal.tsx';

/** Erases a reader on request: finds them by the identifier shown in their chat, then asks for confirmation. */
export function EraseReader() {
  const utils = trpc.useUtils();
  const form = useSmallForm({ identifier: '' });
  const find = trpc.keeping.findReader.useMutation();
  const erase = trpc.keeping.eraseReader.useMutation({
    onSuccess() {
      form.reset();
      find.reset();
      void utils.keeping.get.invalidate();
    },
  });
  // What was found is another reader's once the identifier has changed.
  const reader = find.variables?.identifier === form.values.identifier ? find.data : undefined;
  return (
    <div className="erase-reader max-w-120">
      <SmallForm
        form={form}
        fields={[
          {
            kind: 'text',
            path: 'identifier',
            label: 'Cancella un lettore che lo chiede',
            mono: true,
            hint: 'Il suo codice, come 4F1E-4C8E-9B1A, lo trova in chat scrivendo /dimenticami.',
          },
        ]}
        action="Cerca"
        main={false}
        isPending={find.isPending}
        onSend={(values) => {
          erase.reset();
          find.mutate(values);
        }}
      >
        {reader && (
          <div className="flex flex-wrap items-center justify-end gap-2">
            <p role="status" className="admin-facts">
              {countOf(reader.messages, 'messaggio', 'messaggi')}, livello {reader.maxSection}
              {reader.lastSeen && `, visto il ${new Date(reader.lastSeen).toLocaleDateString('it-IT')}`}. Non
              si può tornare indietro.
            </p>
            <Button danger disabled={erase.isPending} onClick={() => erase.mutate(form.values)}>
              Cancella per sempre
            </Button>
          </div>
        )}
        {erase.isSuccess && <p role="status">Cancellato: di lui non resta niente.</p>}
        <Refusal error={erase.error ?? find.error} />
      </SmallForm>
    </div>
  );
}
