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
import { TableFailure } from '../kit/loaded.tsx';
import { useUnsavedGuard } from '../use-unsaved-guard.ts';
import { articlesPart, chaptersPart, packagePart } from '../panel-address.ts';
import { ArticlesPart } from './articles-part.tsx';
import { BookPackage } from './book-package.tsx';
import { bookSheets, type BookSheetName } from './book-parts.ts';
import { ChaptersPart } from './chapters-part.tsx';
import { BookPreview } from './book-preview.tsx';
import { BookVersions } from './book-versions.tsx';
import type { FieldSpec } from '../kit/field-kinds.ts';
import { fieldsOf, type BookPart } from './part-types.ts';
import { useBookDraft, type BookDraft } from './use-book-draft.ts';

interface BookSheetProps {
  sheet: BookSheetName;
  part: string | undefined;
  onPart(sheet: BookSheetName, slug: string): void;
  onClose(): void;
}

export function BookSheet(props: BookSheetProps) {
  const { sheet, onClose } = props;
  const state = trpc.book.get.useQuery(undefined, { refetchOnWindowFocus: false });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={bookSheets[sheet].title}
      className="admin-dialog bench-sheet"
    >
      {state.data ? (
        <BookBench {...props} state={state.data} />
      ) : (
        <div className="grid content-start justify-items-start gap-4 p-5">
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

function BookBench({ state, sheet, part, onPart, onClose }: BookSheetProps & { state: BookState }) {
  const book = useBookDraft(state);
  const { nav, parts } = bookSheets[sheet];
  const current = parts.find(({ slug }) => slug === part) ?? parts[0];
  const [isPreviewed, setPreviewed] = useState(false);
  const [focused, setFocused] = useState<BookPart>();
  useUnsavedGuard(book.isUnsaved);
  if (!current) return null;

  const { groups } = current;
  const hasPreview = ![articlesPart, chaptersPart].includes(current.slug);
  const { page = '/', anchor } = groups.find((group) => group === focused) ?? groups[0] ?? {};
  return (
    <PartsBench
      name={nav}
      parts={parts}
      current={current}
      onPart={(slug) => onPart(sheet, slug)}
      preview={
        hasPreview
          ? {
              isShown: isPreviewed,
              element: <BookPreview draft={book.draft} page={page} anchor={anchor} />,
            }
          : undefined
      }
      end={
        <BookEnd
          book={book}
          state={state}
          isPreviewed={isPreviewed}
          onShow={(path) => {
            const place = placeOf(path);
            if (place && place.slug !== current.slug) onPart(place.sheet, place.slug);
          }}
          onPreview={hasPreview ? () => setPreviewed(!isPreviewed) : undefined}
          onClose={onClose}
        />
      }
    >
      {current.slug === articlesPart && <ArticlesPart />}
      {current.slug === chaptersPart && <ChaptersPart name={book.draft.character.name} />}
      {current.slug === packagePart && (
        <>
          <section aria-label="Versioni" className="grid gap-3">
            <h4 className="text-lg font-semibold">Versioni</h4>
            <BookVersions state={state} save={book.save} onTaken={book.take} />
          </section>
          <BookPackage save={book.save} />
        </>
      )}
      {groups.map((group) => (
        <PartFields
          key={group.slug}
          part={group}
          book={book}
          isAlone={groups.length === 1}
          onFocus={() => setFocused(group)}
        />
      ))}
    </PartsBench>
  );
}

interface PartFieldsProps {
  part: BookPart;
  book: BookDraft;
  isAlone: boolean;
  onFocus(): void;
}

/** Fields that belong together; the preview follows those in which the author is, and details open when one is wrong. */
function PartFields({ part, book, isAlone, onFocus }: PartFieldsProps) {
  const { label, hint, fields, details = [] } = part;
  const inputs = (specs: readonly FieldSpec[]) =>
    specs.map((field) => <Field key={field.path} field={field} form={book} />);
  return (
    <section className="admin-form min-w-0" aria-label={isAlone ? undefined : label} onFocus={onFocus}>
      {!isAlone && <h4 className="text-[1.1875rem] font-semibold">{label}</h4>}
      {hint && <p className="admin-hint">{hint}</p>}
      {inputs(fields)}
      {details.length > 0 && (
        <details
          className="admin-details"
          open={details.some(({ path }) => book.errorAt(path) !== undefined) || undefined}
        >
          <summary>{isAlone ? 'Dettagli' : `${label}: dettagli`}</summary>
          <div className="admin-form pt-3">{inputs(details)}</div>
        </details>
      )}
    </section>
  );
}

/** The group of a field, and where it is. */
function placeOf(path: string) {
  for (const [sheet, { parts }] of Object.entries(bookSheets))
    for (const { slug, groups } of parts)
      for (const group of groups)
        if (fieldsOf(group).some((field) => `${path}.`.startsWith(`${field.path}.`)))
          return { sheet: sheet as BookSheetName, slug, label: group.label };
  return undefined;
}

interface BookEndProps {
  book: ReturnType<typeof useBookDraft>;
  state: BookState;
  isPreviewed: boolean;
  /** Goes to the part of a field. */
  onShow(path: string): void;
  /** Absent in a part that the preview does not show. */
  onPreview: (() => void) | undefined;
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
  const readers = {
    open: state.isChanged ? 'I lettori vedono ancora la versione di prima.' : 'I lettori vedono questo.',
    arriving: 'Il sito è ancora «In arrivo».',
    suspended: 'Il sito è sospeso.',
  }[state.opening];
  const rest = state.isChanged ? `Bozza salvata. ${readers}` : readers;
  const status = isSaving ? 'Salvo…' : isUnsaved ? 'Non ancora salvato.' : rest;

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
            className="admin-link text-[0.9375rem] aria-disabled:text-(--faded) aria-disabled:no-underline aria-disabled:cursor-default"
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
          <p role="status" className="text-(--rust) font-semibold">
            Prima di pubblicare:{' '}
            <button type="button" className="admin-link" onClick={() => onShow(wrong[0])}>
              {placeOf(wrong[0])?.label}
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
      {onPreview && (
        <Button className="book-preview-key" aria-pressed={isPreviewed} onClick={onPreview}>
          {isPreviewed ? 'Scrivi' : 'Anteprima'}
        </Button>
      )}
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
