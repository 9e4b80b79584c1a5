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
import type { FieldSpec } from '../kit/field-kinds.ts';
import type { BookPart } from './part-types.ts';
import { useBookDraft, type BookDraft } from './use-book-draft.ts';

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
  const { draft, isUnsaved } = book;
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
        element: <BookPreview draft={draft} page={part.page} anchor={part.anchor} />,
      }}
      end={
        <BookEnd
          book={book}
          state={state}
          isPreviewed={isPreviewed}
          onShow={(path) => {
            const place = partAt(path);
            if (place && place.slug !== current.slug) onPart(place.slug);
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
          <PartFields key={part.slug} part={part} book={book} />
        </>
      )}
    </PartsBench>
  );
}

/** The fields of a part; its details are folded until one of them is wrong or asked for. */
function PartFields({ part, book }: { part: BookPart; book: BookDraft }) {
  const isDetail = ({ path }: FieldSpec) => part.details?.includes(path) ?? false;
  const inputs = (fields: readonly FieldSpec[]) =>
    fields.map((field) => <Field key={field.path} field={field} form={book} />);
  const details = part.fields.filter(isDetail);
  return (
    <>
      {inputs(part.fields.filter((field) => !isDetail(field)))}
      {details.length > 0 && (
        <details
          className="book-details"
          open={details.some(({ path }) => book.errorAt(path) !== undefined) || undefined}
        >
          <summary>Dettagli</summary>
          <div className="book-folded">{inputs(details)}</div>
        </details>
      )}
    </>
  );
}

const partAt = (path: string) =>
  bookParts.find(({ fields }) => fields.some((field) => `${path}.`.startsWith(`${field.path}.`)));

interface BookEndProps {
  book: ReturnType<typeof useBookDraft>;
  state: BookState;
  isPreviewed: boolean;
  /** Goes to the part of a field. */
  onShow(path: string): void;
  onPreview(): void;
  onClose(): void;
}

function BookEnd({ book, state, isPreviewed, onShow, onPreview, onClose }: BookEndProps) {
  const utils = trpc.useUtils();
  const publish = trpc.book.publish.useMutation({
    async onSuccess(published) {
      // What is published can be other than what was typed: an address is completed.
      if (published.revision === state.revision) utils.book.get.setData(undefined, published);
      else book.take(published);
      setCurrentBook(await utils.book.published.fetch(undefined, { staleTime: 0 }));
      showToast({ title: 'Libro pubblicato', description: 'I lettori lo vedono da adesso.' });
    },
  });
  const { draft, problems, failure, isUnsaved, isSaving } = book;
  const [wrong] = problems;
  const missing = missingForPublishing(draft);
  const { address } = draft.landing.purchase;
  const isSold = address !== '' && address !== noShop;
  const status = isSaving
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
          <p role="status" className="admin-hint">
            {status}
          </p>
          {/* Always enabled: disabling it would lose the focus. */}
          <button
            type="button"
            className="admin-link book-undo"
            aria-disabled={book.undoable === undefined}
            onClick={() => {
              if (book.undoable) onShow(book.undoable);
              book.undo();
            }}
          >
            Annulla l’ultima modifica
          </button>
        </div>
        {wrong && (
          <p role="status" data-wrong>
            Prima di pubblicare:{' '}
            <button type="button" className="admin-link" onClick={() => onShow(wrong[0])}>
              {partAt(wrong[0])?.label}
            </button>
            . {wrong[1]}
          </p>
        )}
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
          publish.isPending || Boolean(wrong) || missing.length > 0 || (!isUnsaved && !state.isChanged)
        }
        onClick={() => void book.save().then((isSaved) => isSaved && publish.mutate())}
      >
        {publish.isPending ? 'Pubblico…' : 'Pubblica'}
      </Button>
    </>
  );
}
