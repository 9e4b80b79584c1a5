import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { modelRules } from '#content/model-rules.ts';
import { neutralBook } from '#content/neutral-book.ts';
import {
  bookContent,
  bookDraft,
  missingForPublishing,
  type BookContent,
  type BookState,
  type BookVersion,
  type PublicBook,
  type saveBook,
  type storedRecording,
} from '#shared/contracts/book.ts';
import { timestamp } from '#shared/contracts/values.ts';
import { AppError } from '#shared/errors.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { withDeadline } from '#shared/with-deadline.ts';
import { publicBookOf } from '#shared/public-book.ts';
import type { ImageLibrary } from '#server/storage/files/images/library.ts';
import { storeRecording } from '#server/storage/files/recordings.ts';
import { noteUnsaved } from '#server/storage/files/unsaved.ts';
import type { FileStore } from '#server/storage/files/types.ts';
import { bookPrefix, deleteSetting, putSetting } from '#server/storage/records/settings.ts';
import type { Operation, Setting, Store } from '#server/storage/store/types.ts';
import { createOpening } from './opening.ts';

interface BookTexts {
  published: BookContent | null;
  draft: BookContent | null;
}

/** Draws the pages of a book by name; of all of them, or of those named. */
export type DrawPages = (book: PublicBook, names?: readonly string[]) => Promise<Record<string, string>>;

export interface BookOptions {
  store: Pick<
    Store,
    | 'galleryImages'
    | 'articles'
    | 'sections'
    | 'unlockCodes'
    | 'musicCodes'
    | 'settings'
    | 'binEntries'
    | 'sectionVersions'
    | 'mutate'
  >;
  images: Pick<ImageLibrary, 'variants' | 'settled'>;
  files: FileStore;
  /** What there is until the author publishes: the demonstration's book or nobody's. */
  initial: BookContent;
  /** Whether the encyclopedia is this site's: it came with the demonstration. */
  hasEncyclopedia: boolean;
  /** Without it the pages are drawn by the browser alone. */
  draw?: DrawPages | undefined;
  /** Shows readers the pages drawn last. */
  show?: ((pages: Record<string, string>) => Promise<void>) | undefined;
}

export type BookService = ReturnType<typeof createBookService>;

/** Books of earlier versions hold the program's rules in the author's text. */
const withoutModelRules = (content: BookContent): BookContent => ({
  ...content,
  character: { ...content.character, persona: content.character.persona.replace(`\n\n${modelRules}`, '') },
});

const storedBook = z.object({
  content: bookDraft.transform(withoutModelRules),
  savedAt: timestamp,
  publishedAt: timestamp.optional(),
  revision: z.string().optional(),
});
type StoredBook = z.infer<typeof storedBook>;

const draftId = `${bookPrefix}draft`;
const versionPrefix = `${bookPrefix}version:`;
const mostVersions = 30;
/** How long publishing waits for the smaller files of a picture that was just uploaded. */
const picturesMilliseconds = 15_000;

const readStored = memoizeByObject(
  (record: Readonly<Setting>): StoredBook | null => storedBook.safeParse(record.value).data ?? null,
);

const put = (id: string, value: StoredBook) => putSetting(id, JSON.parse(JSON.stringify(value)));

const putDraft = (content: BookContent, savedAt: string) =>
  put(draftId, { content, savedAt, revision: randomUUID() });

const isSame = (one: BookContent, other: BookContent) =>
  JSON.stringify(bookDraft.parse(one)) === JSON.stringify(bookDraft.parse(other));

/** The author's book: its draft, what is published of it, and the versions before. */
export function createBookService(options: BookOptions) {
  const { store, images, files, initial, draw, show, hasEncyclopedia } = options;
  const listeners: (() => void)[] = [];
  const makePublic = (content: BookContent) =>
    publicBookOf(content, { variantsOf: (url) => images.variants.ofUrl(url), hasEncyclopedia });

  const versions = () => versionsIn(store.settings);
  const newest = () => newestIn(store.settings);
  let published = newest()?.content ?? initial;
  let publicBook = makePublic(published);
  const opening = createOpening(store, () => newest() !== undefined);

  const draft = () => {
    const record = store.settings.get(draftId);
    return record && readStored(record);
  };
  const revisionNow = () => draft()?.revision ?? 'prima';

  function state(): BookState {
    const own = draft();
    const content = own?.content ?? bookContent.parse(published);
    const publishedAt = newest()?.publishedAt;
    return {
      opening: opening.current,
      draft: content,
      revision: revisionNow(),
      ...(own && { savedAt: own.savedAt }),
      ...(publishedAt && { publishedAt }),
      isChanged: Boolean(own) && !isSame(content, published),
      versions: versions().map(summaryOf),
    };
  }

  /** Keeps the draft among the versions, before another takes its place; nothing where it is kept already. */
  function putAside(instead: BookContent, savedAt: string): Operation[] {
    const content = draft()?.content;
    const isKept =
      !content ||
      [instead, published, ...versions().map((each) => each.content)].some((other) => isSame(other, content));
    return isKept ? [] : [put(versionPrefix + randomUUID(), { content, savedAt })];
  }

  function setPublished(content: BookContent): void {
    published = content;
    opening.refresh();
    publicBook = makePublic(content);
    for (const listener of listeners) listener();
  }

  async function drawSettled(content: BookContent): Promise<Record<string, string> | undefined> {
    await withDeadline(images.settled(), picturesMilliseconds, () => undefined);
    return draw?.(makePublic(content));
  }
  async function reveal(content: BookContent, pages: Record<string, string> | undefined): Promise<void> {
    if (pages) await show?.(pages);
    setPublished(content);
  }

  return {
    /** What readers see: the same object until something else is published. */
    get published() {
      return published;
    },
    /** The part of it that every browser gets. */
    get publicBook() {
      return publicBook;
    },
    state,
    /** Whether readers see the pages. */
    opening,
    /** Saves the draft. @throws AppError DUPLICATE when another window has saved it since `revision` */
    async save({ draft: sent, revision }: z.output<typeof saveBook>): Promise<BookState> {
      const content = withoutBlanks(sent);
      if (revision !== undefined && revision !== revisionNow())
        throw new AppError(
          'DUPLICATE',
          'Il libro è stato cambiato in un’altra finestra: qui non è stato salvato nulla. Ricarica per vedere quel testo; il tuo resta qui finché non chiudi.',
        );
      const savedAt = new Date().toISOString();
      await store.mutate([
        // Saved over what another window wrote, knowingly: that stays among the versions.
        ...(revision === undefined ? putAside(content, savedAt) : []),
        putDraft(content, savedAt),
      ]);
      return state();
    },

    /** Draws the pages, then shows them. @throws AppError IMPOSSIBLE with what is wrong or missing; then nothing has changed */
    async publish(): Promise<BookState> {
      const own = draft();
      const content = judgeDraft(own?.content ?? published);
      const pages = await drawSettled(content);
      const now = new Date().toISOString();
      const old = versions().slice(mostVersions - 1);
      await store.mutate([
        put(versionPrefix + randomUUID(), { content, savedAt: now, publishedAt: now }),
        ...(own && !isSame(own.content, content) ? [putDraft(content, now)] : []),
        ...old.map(({ id }) => deleteSetting(versionPrefix + id)),
      ]);
      await reveal(content, pages);
      return state();
    },

    /** Makes an older version the draft; the draft of before is put aside among the versions. @throws AppError NOT_FOUND */
    async takeBack(versionId: string): Promise<BookState> {
      const version = versions().find(({ id }) => id === versionId);
      if (!version) throw new AppError('NOT_FOUND', 'Questa versione non c’è più.');
      const now = new Date().toISOString();
      await store.mutate([...putAside(version.content, now), putDraft(version.content, now)]);
      return state();
    },

    /** A page as the draft would make it. @throws AppError UNAVAILABLE where nothing draws */
    preview: (content: BookContent, page: string) => drawPage(draw, makePublic(content), page),
    /** The words of a published excerpt, by its place. @throws AppError NOT_FOUND */
    excerptText: (place: number) => excerptTextOf(published, place),
    /** Keeps a recording of the author's. @throws AppError TOO_LARGE, WRONG_TYPE, IMPOSSIBLE */
    addRecording: (file: Readable, kind: 'audio' | 'video') => addRecording(store, files, file, kind),

    /** What is published and what the draft says instead; `null` where nobody has written anything. */
    texts: () => textsOf(published, draft()?.content),

    /** What readers would see, and what the draft would be, were these the settings. */
    contentIn: (settings: Values) => contentIn(settings, initial),

    /**
     * Draws the pages of other texts and says what writes them; once that is written, `show` shows them. What they replace
     * stays among the versions.
     */
    async adopt({ published: next, draft: nextDraft }: BookTexts) {
      const content = next ?? neutralBook;
      const isOther = !isSame(content, published);
      const pages = isOther ? await drawSettled(content) : undefined;
      return {
        operations: [
          ...putAside(nextDraft ?? content, new Date().toISOString()),
          ...adoptingOperations(nextDraft, isOther ? content : undefined),
        ],
        show: async () => (isOther ? reveal(content, pages) : undefined),
      };
    },

    /** Draws what is published, after a start or a restore, unless the built pages say it already. */
    async refresh(): Promise<void> {
      const content = newest()?.content ?? initial;
      await reveal(content, await draw?.(makePublic(content)));
    },

    /** Calls `listener` whenever readers see another book. */
    onPublished(listener: () => void): void {
      listeners.push(listener);
    },
  };
}

/** A draft as it is published. @throws AppError IMPOSSIBLE */
function judgeDraft(draft: BookContent): BookContent {
  const { data, error } = bookContent.safeParse(draft);
  const problems = data ? missingForPublishing(data) : (error?.issues ?? []).map(({ message }) => message);
  if (!data || problems.length > 0) throw new AppError('IMPOSSIBLE', [...new Set(problems)].join(' '));
  return data;
}

async function drawPage(draw: DrawPages | undefined, book: PublicBook, page: string): Promise<string> {
  if (!draw) throw new AppError('UNAVAILABLE', 'Qui l’anteprima non si può disegnare.');
  return (await draw(book, [page]))[page] ?? '';
}

function excerptTextOf({ landing }: BookContent, place: number): string {
  const text = landing.excerpts[place]?.text;
  if (!text) throw new AppError('NOT_FOUND', 'Questo estratto non c’è.');
  return text;
}

const textsOf = (published: BookContent, draft: BookContent | undefined): BookTexts => ({
  published: isSame(published, neutralBook) ? null : bookContent.parse(published),
  draft: draft && !isSame(draft, published) ? draft : null,
});

/** @param published what readers are to see, where it is something else than now */
function adoptingOperations(draft: BookContent | null, published: BookContent | undefined): Operation[] {
  const now = new Date().toISOString();
  return [
    ...(published
      ? [put(versionPrefix + randomUUID(), { content: published, savedAt: now, publishedAt: now })]
      : []),
    draft ? putDraft(draft, now) : deleteSetting(draftId),
  ];
}

type Values = Pick<Store['settings'], 'values'>;

/** What was published last. */
const newestIn = (settings: Values) =>
  versionsIn(settings).find(({ publishedAt }) => publishedAt !== undefined);

function contentIn(settings: Values, initial: BookContent) {
  const published = bookContent.parse(newestIn(settings)?.content ?? initial);
  const record = [...settings.values()].find(({ id }) => id === draftId);
  return { published, draft: (record && readStored(record)?.content) ?? published };
}

/** The versions that are kept, newest first. */
function versionsIn(settings: Values): ({ id: string } & StoredBook)[] {
  return [...settings.values()]
    .filter(({ id }) => id.startsWith(versionPrefix))
    .flatMap((record) => {
      const book = readStored(record);
      return book ? [{ id: record.id.slice(versionPrefix.length), ...book }] : [];
    })
    .sort((a, b) => timeOf(b).localeCompare(timeOf(a)));
}

/** Lists without what says nothing: an empty line of a field is no phrase, an item never filled in is none. */
function withoutBlanks<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.filter((item) => !isBlank(item)).map(withoutBlanks) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutBlanks(item)])) as Value;
}

function isBlank(item: unknown): boolean {
  if (typeof item !== 'object' || item === null) return item === '';
  return Object.values(item).every(
    (part) => part === '' || part === undefined || typeof part === 'number' || isEmptyList(part),
  );
}

const isEmptyList = (part: unknown) => Array.isArray(part) && part.length === 0;

async function addRecording(
  store: BookOptions['store'],
  files: FileStore,
  file: Readable,
  kind: 'audio' | 'video',
): Promise<z.infer<typeof storedRecording>> {
  const { name, type, bytes, seconds } = await storeRecording(files, file, kind);
  await noteUnsaved(store, name);
  return { url: `/uploads/${name}`, type, bytes, ...(seconds !== undefined && { seconds }) };
}

const timeOf = ({ savedAt, publishedAt }: StoredBook) => publishedAt ?? savedAt;

const summaryOf = ({ id, savedAt, publishedAt, content }: { id: string } & StoredBook): BookVersion => ({
  id,
  savedAt,
  ...(publishedAt && { publishedAt }),
  title: content.book.title,
});
