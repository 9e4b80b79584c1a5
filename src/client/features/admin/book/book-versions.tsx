import type { BookState } from '#shared/contracts/book.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { Button } from '../button.tsx';
import { LineList } from '../kit/line-list.tsx';
import { Refusal } from '../refusal.tsx';

const italianTime = new Intl.DateTimeFormat('it-IT', { dateStyle: 'long', timeStyle: 'short' });

interface BookVersionsProps {
  state: BookState;
  /** Saves typed changes first, because versions contain saved text only. */
  save(): Promise<boolean>;
  onTaken(state: BookState): void;
}

export function BookVersions({ state, save, onTaken }: BookVersionsProps) {
  const takeBack = trpc.book.takeBack.useMutation({
    onSuccess(newState) {
      onTaken(newState);
      showToast({
        title: 'Versione ripresa',
        description:
          'È la bozza di adesso: i lettori la vedono quando pubblichi. Quella di prima è fra le versioni.',
      });
    },
  });
  if (state.versions.length === 0)
    return (
      <p className="admin-hint">Ancora nessuna: ogni volta che pubblichi ne resta una, fino a trenta.</p>
    );
  const current = state.versions.find(({ publishedAt }) => publishedAt !== undefined);
  return (
    <>
      <p className="admin-hint">
        Le ultime trenta. Riprendere una versione la mette nella bozza; quella che c’è adesso non si perde.
      </p>
      <Refusal error={takeBack.error} />
      <LineList
        lines={state.versions.map(({ id, savedAt, publishedAt, title }) => {
          const at = italianTime.format(new Date(publishedAt ?? savedAt));
          return {
            key: id,
            title: title || 'Senza titolo',
            note: `${publishedAt ? 'Pubblicata' : 'Messa da parte'} il ${at}${id === current?.id ? ': è quella che si vede' : ''}`,
            actions: (
              <Button
                small
                disabled={takeBack.isPending}
                aria-label={`Riprendi la versione del ${at}`}
                onClick={() => void save().then((isSaved) => isSaved && takeBack.mutate({ id }))}
              >
                Riprendi
              </Button>
            ),
          };
        })}
      />
    </>
  );
}
