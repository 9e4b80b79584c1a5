import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { unlockedSections, type Visible } from '#shared/gate.ts';
import { listBin, openBin } from '#server/storage/records/bin.ts';
import type { Store } from '#server/storage/store/types.ts';
import type { TextEncoder } from './encoder.ts';
import type { TextKind } from './types.ts';
import { quantise, readVectorFile, textKey, writeVectorFile, type Vectors } from './vector-file.ts';

/** A section's text as it is searched, piece by piece. */
type PassagesOf = (section: Visible<Section>) => Iterable<string>;

type Text = [kind: TextKind, text: string];

/** What a card is found by: its ways of asking and its answer. */
export const textsOfCard = ({ asks, chip, says }: Pick<MemoryCard, 'asks' | 'chip' | 'says'>): Text[] => [
  ...[...asks, ...(chip === undefined ? [] : [chip])].map((ask): Text => ['query', ask]),
  ['passage', says],
];

interface AuthorTextsOptions {
  store: Pick<Store, 'sections' | 'memoryCards' | 'binEntries' | 'follow'>;
  encoder: Pick<TextEncoder, 'encodeText'>;
  /** Of the repository's texts: they are not encoded again. */
  shipped: Vectors;
  /** What made the vectors; see {@link fingerprintWith}. */
  fingerprint: string;
  passagesOf: PassagesOf;
  /** Where the vectors are kept: made of the database, so no backup, copy, package or bucket has it. */
  path: string;
  onError: (error: unknown) => void;
  /** After a change, for those that come with it. */
  debounceMs?: number;
}

interface KeyedText {
  kind: TextKind;
  text: string;
  key: string;
}

interface WaitingText extends KeyedText {
  level: number;
}

/** What the journal's lines have in them when cards, sections or the bin change. */
const changesTexts = ['"sections"', '"memoryCards"', '"binEntries"'];
/** How long the event loop is held at most while texts are listed. */
const turnMs = 4;
/** New vectors after which the file is written. */
const saveEvery = 2_000;

/** Of the author's vectors: those of another mean are others. */
export const fingerprintWith = (model: string, mean: readonly number[]): string =>
  createHash('sha256')
    .update(JSON.stringify([model, mean]))
    .digest('hex');

/** Lets others work whenever a turn has taken its time. */
function turnTaker(): () => Promise<void> | undefined {
  let end = performance.now() + turnMs;
  return () => {
    if (performance.now() < end) return undefined;
    return nextTurn().then(() => void (end = performance.now() + turnMs));
  };
}

/**
 * Keeps a vector of each of the author's texts by one comparison, after every change and whatever changed: what is there and has
 * none is encoded, the lowest level first; what has one and is neither there nor in the bin goes from the file at once.
 */
class AuthorTexts {
  readonly #options: AuthorTextsOptions;
  readonly #textsByRecord = new WeakMap<object, KeyedText[]>();
  readonly #vectors: Vectors;
  #waiting: WaitingText[] = [];
  #total = 0;
  #unsaved = 0;
  #isChanged = false;
  #isClosed = false;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #unfollow: () => void;

  constructor(options: AuthorTextsOptions, vectors: Vectors) {
    this.#options = options;
    this.#vectors = vectors;
    this.#unfollow = options.store.follow(({ lines }) => {
      const text = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
      if (changesTexts.some((part) => text.includes(part))) this.wake();
    });
    this.wake();
  }

  get vectors(): ReadonlyMap<string, Int8Array> {
    return this.#vectors;
  }

  get progress(): { done: number; total: number } {
    return { done: this.#total - this.#waiting.length, total: this.#total };
  }

  /** Compares in a moment; also for a database that took the place of another, of which no change is told. */
  wake(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#isChanged = true;
      this.#run();
    }, this.#options.debounceMs ?? 500).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unfollow();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #run(): void {
    this.#running ??= this.#work()
      .catch(this.#options.onError)
      .finally(() => {
        this.#running = undefined;
        if (this.#isChanged && !this.#isClosed) this.#run();
      });
  }

  async #work(): Promise<void> {
    while (!this.#isClosed) {
      if (this.#isChanged) {
        this.#isChanged = false;
        await this.#compare();
      }
      const [next] = this.#waiting;
      if (!next) break;
      const vector = await this.#options.encoder.encodeText(next.kind, next.text);
      if (!vector) break;
      this.#vectors.set(next.key, quantise(vector));
      this.#waiting.shift();
      this.#unsaved += 1;
      if (this.#unsaved >= saveEvery) await this.#save();
    }
    if (this.#unsaved > 0) await this.#save();
  }

  async #compare(): Promise<void> {
    const { keys, missing } = await this.#listTexts();
    await nextTurn();
    const obsolete = new Set<string>();
    for (const key of this.#vectors.keys()) if (!keys.has(key)) obsolete.add(key);
    if (obsolete.size > 0) await this.#drop(obsolete);
    await nextTurn();
    this.#total = keys.size;
    this.#waiting = [...missing.values()].sort((one, other) => one.level - other.level);
  }

  /** Keys of the author's texts that are not shipped, and those without a vector, each once, at the lowest level that has it. */
  async #listTexts(): Promise<{ keys: Set<string>; missing: Map<string, WaitingText> }> {
    const { store, shipped } = this.#options;
    const keys = new Set<string>();
    const missing = new Map<string, WaitingText>();
    const takeTurns = turnTaker();
    const addAll = async (record: MemoryCard | Section, level: number) => {
      for (const text of await this.#textsOf(record, takeTurns)) {
        if (shipped.has(text.key)) continue;
        keys.add(text.key);
        const isLower = level < (missing.get(text.key)?.level ?? Infinity);
        if (isLower && !this.#vectors.has(text.key)) missing.set(text.key, { ...text, level });
      }
      await takeTurns();
    };
    const sections = [...store.sections.values()];
    const levels = new Map(sections.map(({ id, sectionNumber }) => [id, sectionNumber]));
    for (const card of [...store.memoryCards.values()])
      await addAll(card, card.sectionId === null ? 0 : (levels.get(card.sectionId) ?? Number.MAX_VALUE));
    for (const section of sections) await addAll(section, section.sectionNumber);
    return { keys, missing };
  }

  /** Read once for each record: a summary that is stored brings every section of a novel here again. */
  async #textsOf(
    record: MemoryCard | Section,
    takeTurns: () => Promise<void> | undefined,
  ): Promise<KeyedText[]> {
    const cached = this.#textsByRecord.get(record);
    if (cached) return cached;
    const texts: KeyedText[] = [];
    for (const [kind, text] of 'says' in record ? textsOfCard(record) : this.#textsOfSection(record)) {
      texts.push({ kind, text, key: textKey(kind, text) });
      await takeTurns();
    }
    this.#textsByRecord.set(record, texts);
    return texts;
  }

  /** Those of a draft come with its publication; those of a section with a date are there before it. */
  *#textsOfSection(section: Section): Generator<Text> {
    for (const visible of unlockedSections([section], section.sectionNumber, Infinity))
      for (const text of this.#options.passagesOf(visible)) yield ['passage', text];
  }

  async #drop(obsolete: Set<string>): Promise<void> {
    const takeTurns = turnTaker();
    for (const { id } of listBin(this.#options.store)) {
      for (const { collection, record } of openBin(this.#options.store, id)?.records ?? []) {
        if (collection !== 'memoryCards' && collection !== 'sections') continue;
        for (const { key } of await this.#textsOf(record, takeTurns)) obsolete.delete(key);
      }
      await takeTurns();
    }
    for (const key of obsolete) this.#vectors.delete(key);
    if (obsolete.size > 0) await this.#save();
  }

  async #save(): Promise<void> {
    const { path, fingerprint } = this.#options;
    this.#unsaved = 0;
    await writeVectorFile(path, { encoder: fingerprint }, this.#vectors);
  }
}

/** The author's texts over the vectors of the file; a damaged one, or another encoder's, is made anew. */
export async function openAuthorTexts(options: AuthorTextsOptions): Promise<AuthorTexts> {
  const file = await readVectorFile(options.path, options.fingerprint);
  return new AuthorTexts(options, file?.vectors ?? new Map<string, Int8Array>());
}
