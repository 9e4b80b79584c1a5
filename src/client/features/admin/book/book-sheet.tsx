import { useState } from 'react';
import { missingForPublishing, type BookState } from '#shared/contracts/book.ts';
import { noShop } from '#shared/pages.ts';
import { errorMessage } from '#client/api-error.ts';
import { setCurrentBook } from '#client/current-book.ts';
import { trpc } from '#client/trpc.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { showToast } from '#client/ui/toast-store.ts';
import { Button } from '../button.tsx';
import { Field } from '../kit/field.tsx';
import { PartsBench } from '../kit/parts-bench.tsx';
import { packagePart } from '../panel-address.ts';
import { TableFailure } from '../kit/loaded.tsx';
import { useUnsavedGuard } from '../use-unsaved-guard.ts';
import { BookPackage } from './book-package.tsx';
import { bookParts } from './book-parts.ts';
import { BookPreview } from './book-preview.tsx';
import { BookVersions } from './book-versions.tsx';
import { useBookDraft } from './use-book-draft.ts';

interface BookSheetProps {
  part: string | undefined;
  onPart(slug: string): void;
  onClose(): void;
}

export function BookSheet({ part, onPart, onClose }: BookSheetProps) {
  const state = trpc.book.get.useQuery(undefined, { refetchOnWindowFocus: false });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Il libro"
      className="admin-dialog book-sheet"
    >
      {state.data ? (
        <BookBench state={state.data} part={part} onPart={onPart} onClose={onClose} />
      ) : (
        <div className="book-absent">
          {state.isError ? (
            <TableFailure text="Impossibile leggere il libro" error={state.error} list={state} />
          ) : (
            <p role="status" className="admin-hint">
              Apro il libro…
            </p>
          )}
          <Button onClick={onClose}>Chiudi</Button>
        </div>
      )}
    </Dialog>
  );
}

const moreParts = [
  { slug: 'versioni', label: 'Versioni' },
  { slug: packagePart, label: 'Esporta e importa' },
] as const;

function BookBench({ state, part: requestedPart, onPart, onClose }: BookSheetProps & { state: BookState }) {
  const book = useBookDraft(state);
  const { draft, problems, isUnsaved } = book;
  const part = bookParts.find(({ slug }) => slug === requestedPart) ?? bookParts[0];
  const more = moreParts.find(({ slug }) => slug === requestedPart);
  const [isPreviewed, setPreviewed] = useState(false);
  useUnsavedGuard(isUnsaved);
  if (!part) return null;

  const current = more ?? part;
  return (
    <PartsBench
      name="Parti del libro"
      parts={[...bookParts, ...moreParts]}
      current={current}
      onPart={onPart}
      preview={{
        isShown: isPreviewed,
        element: (
          <BookPreview draft={draft} isValid={problems.size === 0} page={part.page} anchor={part.anchor} />
        ),
      }}
      end={
        <BookEnd
          book={book}
          state={state}
          isPreviewed={isPreviewed}
          onUndo={() => {
            const place = bookParts.find(({ fields }) =>
              fields.some(({ path }) => `${book.undoable}.`.startsWith(`${path}.`)),
            );
            if (place && place.slug !== current.slug) onPart(place.slug);
            book.undo();
          }}
          onPreview={() => setPreviewed(!isPreviewed)}
          onClose={onClose}
        />
      }
    >
      {more?.slug === 'versioni' ? (
        <BookVersions state={state} save={book.save} onTaken={book.take} />
      ) : more ? (
        <BookPackage save={book.save} />
      ) : (
        <>
          {part.hint && <p className="admin-hint">{part.hint}</p>}
          {part.fields.map((field) => (
            <Field key={field.path} field={field} form={book} />
          ))}
        </>
      )}
    </PartsBench>
  );
}

interface BookEndProps {
  book: ReturnType<typeof useBookDraft>;
  state: BookState;
  isPreviewed: boolean;
  onUndo(): void;
  onPreview(): void;
  onClose(): void;
}

function BookEnd({ book, state, isPreviewed, onUndo, onPreview, onClose }: BookEndProps) {
  const utils = trpc.useUtils();
  const publish = trpc.book.publish.useMutation({
    async onSuccess(published) {
      utils.book.get.setData(undefined, published);
      const book = await utils.book.published.fetch(undefined, { staleTime: 0 });
      setCurrentBook(book);
      showToast({ title: 'Libro pubblicato', description: 'I lettori lo vedono da adesso.' });
    },
  });
  const { draft, problems, failure, isUnsaved, isSaving } = book;
  const [wrong] = problems.values();
  const missing = missingForPublishing(draft);
  const { address } = draft.landing.purchase;
  const isSold = address !== '' && address !== noShop;
  const status = wrong
    ? `Non salvo: ${wrong}`
    : isSaving
      ? 'Salvo…'
      : isUnsaved
        ? 'Non ancora salvato.'
        : state.isChanged
          ? 'Bozza salvata. I lettori vedono ancora la versione di prima.'
          : 'I lettori vedono questo.';

  return (
    <>
      <div className="admin-spring">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <p role="status" className="admin-hint" data-wrong={wrong !== undefined || undefined}>
            {status}
          </p>
          {/* Always enabled: disabling it would lose the focus. */}
          <button
            type="button"
            className="admin-link book-undo"
            aria-disabled={book.undoable === undefined}
            onClick={onUndo}
          >
            Annulla l’ultima modifica
          </button>
        </div>
        {missing.length > 0 && <p className="admin-hint">{missing.join(' ')}</p>}
        {missing.length === 0 && !isSold && (
          <p className="admin-hint">
            Manca il negozio: «{draft.landing.purchase.button}» non porta ancora da nessuna parte.
          </p>
        )}
        {(failure ?? publish.error) && (
          <p role="alert" className="admin-error">
            {failure?.text ??
              errorMessage(publish.error, 'Non pubblicato: il server non ha risposto. La bozza è salva.')}
          </p>
        )}
      </div>
      {failure?.isForeign && <Button onClick={book.saveOver}>Tieni questa, metti da parte l’altra</Button>}
      <Button className="book-preview-key" aria-pressed={isPreviewed} onClick={onPreview}>
        {isPreviewed ? 'Scrivi' : 'Anteprima'}
      </Button>
      <Button
        onClick={() =>
          void book.save().then(() => {
            onClose();
          })
        }
      >
        Chiudi
      </Button>
      <Button
        main
        disabled={
          publish.isPending || wrong !== undefined || missing.length > 0 || (!isUnsaved && !state.isChanged)
        }
        onClick={() => void book.save().then((isSaved) => isSaved && publish.mutate())}
      >
        {publish.isPending ? 'Pubblico…' : 'Pubblica'}
      </Button>
    </>
  );
}
