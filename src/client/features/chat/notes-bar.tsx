import { useEffect, useRef } from 'react';
import { currentBook } from '#client/current-book.ts';
import { errorMessage } from '#client/api-error.ts';
import { emptyWhenSignedOut, trpc } from '#client/trpc.ts';
import { useOpenDialog } from '#client/ui/open-dialogs.ts';
import { showToast } from '#client/ui/toast-store.ts';

interface NotesBarProps {
  onForgetAll(): void;
  onClose(): void;
}

export function NotesBar({ onForgetAll, onClose }: NotesBarProps) {
  useOpenDialog(true, true, onClose);
  const bar = useRef<HTMLDivElement>(null);
  const utils = trpc.useUtils();
  const query = trpc.chat.notes.useQuery(undefined, {
    trpc: { context: emptyWhenSignedOut },
    refetchOnMount: 'always',
    gcTime: 0,
  });
  const forget = trpc.chat.forgetNote.useMutation({
    onSuccess: () => bar.current?.focus(),
    onError: (error) =>
      showToast({
        title: 'COMANDO NON RIUSCITO',
        description: errorMessage(error, 'Se lo ricorda ancora.'),
        tone: 'destructive',
      }),
    onSettled: () => utils.chat.notes.invalidate(),
  });
  const notes = query.data === null ? [] : query.data?.notes;
  useEffect(() => bar.current?.focus(), []);

  return (
    <div
      ref={bar}
      id="notes-bar"
      className="row-[2] max-h-[45dvh] py-[0.6rem] px-[0.9rem] border-b border-b-(--phosphor-faint) overflow-y-auto focus-visible:-outline-offset-2! bg-[rgb(143_240_200_/_0.06)]"
      role="group"
      aria-label={`Che cosa ${currentBook().character.name} ricorda di te`}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <p className="terminal-notes-title">
        CHE COSA {currentBook().character.name.toLocaleUpperCase('it-IT')} RICORDA DI TE
      </p>
      <div role="status">
        {query.isError && <p>IL TACCUINO NON ARRIVA.</p>}
        {query.isPending && <p>LETTURA IN CORSO…</p>}
        {notes?.length === 0 && <p>Niente: non gli hai ancora raccontato di te.</p>}
      </div>
      {notes && notes.length > 0 && (
        <ul>
          {notes.map(({ id, label, text }) => (
            <li
              key={id}
              className="grid grid-cols-[1fr_auto] items-center gap-x-[1ch] gap-y-0 border-t border-t-(--phosphor-faint)"
            >
              <span className="col-span-full pt-[0.3rem] text-[0.875em] text-(--phosphor-dim)">{label}</span>{' '}
              <span>{text}</span>{' '}
              <button
                type="button"
                className="terminal-key"
                aria-label={`Dimentica: ${text}`}
                disabled={forget.isPending}
                onClick={() => forget.mutate({ id })}
              >
                [DIMENTICA]
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="text-(--phosphor-dim) max-w-[80ch] pt-2 border-t border-t-(--phosphor-faint) text-[0.875em]">
        Lo trova nei tuoi messaggi: non è scritto altrove. Ciò che fai dimenticare non lo riporta più; il
        messaggio resta nella conversazione, finché non la cancelli.
      </p>
      <p className="flex -ml-2">
        <button type="button" className="terminal-key" onClick={onForgetAll}>
          [DIMENTICA TUTTO]
        </button>
        <button type="button" className="terminal-key" onClick={onClose}>
          [CHIUDI]
        </button>
      </p>
    </div>
  );
}
