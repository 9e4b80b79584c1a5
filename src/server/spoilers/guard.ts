import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { ChatRequest } from '../model/types.ts';
import { isCommonName } from '../text/common-names.ts';
import { openLexicon } from '../text/lexicon.ts';
import { plainTokens } from '../text/plain-tokens.ts';
import { textOfCard } from './card-texts.ts';
import { demandsOf, keysOf, type Key, type Lexicon } from './open-words.ts';

/**
 * Decides on one sentence before the reader sees it: whatever it withholds ends the attempt. `before` is the
 * text of the same answer that has passed.
 */
export type Release = (sentence: string, request: ChatRequest, before: string) => 'pass' | 'withhold';

/** Lines in whatever order the book keeps them. */
type Spoken = string | readonly Spoken[] | { readonly [key: string]: Spoken };

/** What a request opens by itself: what the reader typed, and what the model was sent. */
interface Told {
  typed: ReadonlySet<Key>;
  sent?: ReadonlySet<Key>;
}

/** What is read again of the text before a sentence, in characters: a term may begin there. */
const tailLength = 240;

/**
 * The guard on the way out: a closed world. A sentence passes when all it names is open: in the sections and cards of the
 * request, in what the character says at any level, in the reader's own words, in ordinary Italian or among the names
 * everybody knows. It never sees locked text, so that its verdict on a true and on an invented name is the same.
 *
 * @param spoken what the character says at any level: persona and fixed lines.
 */
export function createGuard(spoken: Spoken): Release {
  let openLevel: { lexicon: Lexicon; fixed: ReadonlySet<Key> } | undefined;
  const inSections = createGrowingIndex<Section>(textOfSection);
  const inCards = createGrowingIndex<MemoryCard>(textOfCard);
  const toldByRequest = new WeakMap<ChatRequest, Told>();

  return (sentence, request, before) => {
    // The lexicon is read with the first sentence of a model; a house without one never needs it.
    if (!openLevel) {
      const lexicon = openLexicon();
      openLevel = { lexicon, fixed: keysOf(everyLine(spoken).join('\n'), lexicon) };
    }
    const { lexicon, fixed } = openLevel;
    if (encoded.test(sentence)) return 'withhold';
    let keys = toldByRequest.get(request);
    if (!keys) toldByRequest.set(request, (keys = { typed: keysOf(typedIn(request), lexicon, true) }));
    const { typed } = keys;
    // Read last and seldom: beside the sections it has only the words of the instructions.
    const isSent = (key: Key) => (keys.sent ??= keysOf(request.questionPrompt, lexicon)).has(key);

    const numbers = new Map(request.sections.map(({ id, sectionNumber }) => [id, sectionNumber]));
    const opensSection = inSections(
      request.sections.map((section) => [section.sectionNumber, section]),
      lexicon,
    );
    const opensCard = inCards(
      request.cards.map((card) => [card.sectionId === null ? 0 : (numbers.get(card.sectionId) ?? 0), card]),
      lexicon,
    );
    const isOpen = (key: Key) =>
      fixed.has(key) ||
      typed.has(key) ||
      opensSection(key) ||
      opensCard(key) ||
      (key.startsWith('name ') && isCommonName(key.slice('name '.length)));

    const tail = withoutMarkup(tailOf(before));
    const from = plainTokens(tail).length;
    const tokens = plainTokens(tail + withoutMarkup(sentence));
    const casing = isMostlyCapitals(sentence) ? 'shouted' : 'written';
    for (const demand of demandsOf(tokens, from, casing, lexicon))
      if (!demand.some(isOpen) && !demand.some(isSent)) return 'withhold';
    return 'pass';
  };
}

/** Text that only a machine reads: entities, escapes and percent codes are in no reply that means well. */
const encoded = /&#x?[\da-f]+;|&[a-z]{2,8};|\\u\{?[\da-f]{2,6}|\\x[\da-f]{2}|(%[\da-f]{2}){2}/i;

/** Marks within a word, which a page does not show: `inn**omin**ato`, `Ger<b>trude</b>`, `Gert[rude](x)`. */
function withoutMarkup(text: string): string {
  return text.replace(/(?<=\p{L})(\*+|~~|`+|\[|\]|<[!/a-z][^<>]{0,80}>)+(?=\p{L})/gu, '');
}

function typedIn({ question, history, told }: ChatRequest): string {
  const turns = [...told, ...history].filter(({ role }) => role === 'user');
  return [...turns.map(({ content }) => content), question].join('\n');
}

const textOfSection = ({ title, content, contentReduced70, contentReduced30, contentLine }: Section) =>
  [title, content, contentReduced70, contentReduced30, contentLine].filter(Boolean).join('\n');

/**
 * The keys of records, each with the lowest section number it is open from. It grows with the records that requests bring, all
 * of them open, and begins anew when one of them was changed or taken away: what it holds is never more than the book has.
 */
function createGrowingIndex<Entry extends object>(textOf: (record: Entry) => string) {
  let firsts = new Map<Key, number>();
  let numbers = new Map<Entry, number>();

  return (records: readonly (readonly [number, Entry])[], lexicon: Lexicon): ((key: Key) => boolean) => {
    if (records.length === 0) return () => false;
    const level = Math.max(...records.map(([number]) => number));
    const missing = records.filter(([number, record]) => numbers.get(record) !== number);
    const expected = [...numbers.values()].filter((number) => number <= level).length;
    if (expected + missing.length !== records.length) {
      firsts = new Map();
      numbers = new Map();
    }
    for (const [number, record] of records) {
      if (numbers.get(record) === number) continue;
      numbers.set(record, number);
      for (const key of keysOf(textOf(record), lexicon))
        firsts.set(key, Math.min(firsts.get(key) ?? Infinity, number));
    }
    return (key) => (firsts.get(key) ?? Infinity) <= level;
  };
}

/** The end of what has passed, from a whole word on. */
function tailOf(before: string): string {
  return before.length > tailLength ? before.slice(-tailLength).replace(/^\S*/, '') : before;
}

/** Every line of fixed texts, however they are nested. */
export function everyLine(spoken: Spoken): string[] {
  return typeof spoken === 'string' ? [spoken] : Object.values(spoken).flatMap(everyLine);
}

/** Mostly capitals: they tell nothing of what is a name. */
function isMostlyCapitals(sentence: string): boolean {
  const letters = sentence.match(/\p{L}/gu)?.length ?? 0;
  const capitals = sentence.match(/\p{Lu}/gu)?.length ?? 0;
  return letters > 1 && capitals > letters * 0.6;
}
