import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { ChatRequest } from '../model/types.ts';
import { plainTokens, squashed, type Token } from '../text/plain-tokens.ts';
import { openTextsOf } from './card-texts.ts';
import { buildSpoilerIndex, longestPhrase, runHash, stemOf, type SpoilerIndex } from './spoiler-index.ts';

/**
 * Decides on one sentence before the reader sees it: whatever it withholds ends the attempt. `before` is the
 * text of the same answer that has passed.
 */
export type Release = (sentence: string, request: ChatRequest, before: string) => 'pass' | 'withhold';

/** Lines in whatever order the book keeps them. */
export type Spoken = string | readonly Spoken[] | { readonly [key: string]: Spoken };

/** What is read again of the text before a sentence, in characters: a term may begin there. */
const tailLength = 240;
/**
 * Words outside everyday Italian that give themselves away alone when they occur this often in the book; measured in
 * docs/decisions/005.
 */
const recurring = 3;
/** Rarer ones do so together, when the same locked paragraph has this many of them. */
const together = 2;
/** Letters written one by one: the longest name that is still put together. */
const longestSpelled = 24;

/**
 * The guard on the way out: withholds a sentence that says what first occurs in a locked section, unless the reader
 * said it, in this question or in an earlier one of the conversation.
 *
 * With the gate it is the only reader of locked text, and all that leaves it is pass or withhold. The index is built when
 * it is first needed and again when a record of the book is another one than before.
 *
 * @param book every section, locked ones included; read at each sentence.
 * @param spoken what the character says at any level: persona and fixed lines.
 * @param cards every memory card: what one says opens with its section, as the section's text does.
 */
export function createGuard(
  book: () => Iterable<Section>,
  spoken: Spoken,
  cards: () => Iterable<MemoryCard> = () => [],
): Release {
  let records: readonly (Section | MemoryCard)[] = [];
  let index: SpoilerIndex | undefined;
  const typedByRequest = new WeakMap<ChatRequest, { index: SpoilerIndex; found: Found }>();
  const saidInCards = new WeakMap<
    object,
    { index: SpoilerIndex; level: number; count: number; found: Found }
  >();

  function current(): SpoilerIndex {
    const sections = [...book()];
    const now = [...sections, ...cards()];
    if (!index || now.length !== records.length || now.some((record, at) => record !== records[at])) {
      records = now;
      index = buildSpoilerIndex(sections, everyLine(spoken), openTextsOf(cards(), sections));
    }
    return index;
  }

  /** What the open cards say: it counts as open text of their sections. Found once for the cards of a level. */
  function saidByCards({ cards }: ChatRequest, using: SpoilerIndex, level: number): Found {
    const newest = cards.at(-1);
    if (!newest) return nothingFound;
    const kept = saidInCards.get(newest);
    if (kept?.index === using && kept.level === level && kept.count === cards.length) return kept.found;
    const said = cards.flatMap(({ says, more = '', back = '', chip = '' }) => [says, more, back, chip]);
    const found = lockedIn(plainTokens(said.join('\n')), using, level, 'written');
    saidInCards.set(newest, { index: using, level, count: cards.length, found });
    return found;
  }

  /** What the reader typed, in whatever case. */
  function typedByReader(request: ChatRequest, using: SpoilerIndex, level: number): Found {
    const cached = typedByRequest.get(request);
    if (cached?.index === using) return cached.found;
    // What was typed in an earlier question is still the reader's own word.
    const words = [...request.history.filter(({ role }) => role === 'user'), { content: request.question }];
    const found = lockedIn(
      plainTokens(words.map(({ content }) => content).join('\n')),
      using,
      level,
      'typed',
    );
    typedByRequest.set(request, { index: using, found });
    return found;
  }

  return (sentence, request, before) => {
    const using = current();
    // A level the gate would not open anything at locks everything here.
    const level = Number.isInteger(request.level) && request.level >= 1 ? request.level : 0;
    const tokens = plainTokens(tailOf(before) + sentence);
    const found = lockedIn(tokens, using, level, isMostlyCapitals(sentence) ? 'shouted' : 'written');
    const typed = typedByReader(request, using, level);
    const said = saidByCards(request, using, level);
    for (const key of found.alone) if (!typed.alone.has(key) && !said.alone.has(key)) return 'withhold';
    const rare = [...found.rare].filter((key) => !typed.rare.has(key) && !said.rare.has(key));
    return shareParagraph(rare, using) ? 'withhold' : 'pass';
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

/** Locked things of a text: those that give the story away alone, and the rare stems that do so together. */
interface Found {
  alone: Set<string>;
  rare: Set<string>;
}

const nothingFound: Found = { alone: new Set(), rare: new Set() };

/**
 * What its capital letters say of a text: nothing when all are capitals, and readers type as they like, so that for them
 * every word that can be a name is one.
 */
type Casing = 'written' | 'shouted' | 'typed';

function lockedIn(tokens: readonly Token[], index: SpoilerIndex, level: number, casing: Casing): Found {
  const { names, phrases, stems, runs } = index;
  const found: Found = { alone: new Set(), rare: new Set() };
  const isLockedName = (form: string) => {
    const name = names.get(form);
    return name?.always === true && name.first > level;
  };
  const isLockedAlone = (key: string) => {
    const term = stems.get(key);
    return term !== undefined && term.first > level && (term.ofName || term.count >= recurring);
  };

  for (const [at, token] of tokens.entries()) {
    const { form } = token;
    const name = names.get(form);
    const asName =
      casing === 'typed' || (token.capital && (name?.atOpenings || (casing === 'written' && !token.opens)));
    if (isLockedName(form) || (name && asName && name.firstAsName > level)) found.alone.add(`name ${form}`);
    for (const part of splitIntoNames(form, isLockedName, names)) found.alone.add(`name ${part}`);

    const key = stemOf(token);
    if (key !== undefined && (stems.get(key)?.first ?? 0) > level) {
      if (isLockedAlone(key)) found.alone.add(`stem ${key}`);
      found.rare.add(key);
    }

    const run = runHash(tokens, at);
    if (run !== undefined && (runs.get(run) ?? 0) > level) found.alone.add(`run ${run}`);

    for (const { word, count, letters, unbroken } of spellings(tokens, at)) {
      const first = phrases.get(word);
      if (first !== undefined && first > level) found.alone.add(`phrase ${word}`);
      if (word.length < 4) continue;
      // «ohi, me» is not «Ohimè».
      if (count > 1 && unbroken && isLockedName(word)) found.alone.add(`name ${word}`);
      for (const variant of !unbroken ? [] : [[...word].reverse().join(''), ...withoutDigits(word)])
        if (isLockedName(variant)) found.alone.add(`name ${variant}`);
      if (letters) {
        // Nobody spells a word that is not to be noticed as a name.
        if ((names.get(word)?.firstAsName ?? 0) > level) found.alone.add(`name ${word}`);
        const spelled = stemOf({ ...token, form: word, lower: word, isNumber: false });
        if (spelled !== undefined && isLockedAlone(spelled)) found.alone.add(`stem ${spelled}`);
      }
    }
  }
  return found;
}

/** Neighbours written as one word, longest runs for letters spelled one by one. */
function* spellings(tokens: readonly Token[], at: number) {
  let forms = '';
  let short = true;
  let letters = true;
  let words = true;
  for (let to = at; to < tokens.length; to += 1) {
    const { form, gap } = tokens[to] ?? { form: '', gap: '' };
    words &&= to === at || !/[,;:.!?…«»“”"()]/.test(gap);
    short &&= form.length <= 2;
    letters &&= form.length === 1;
    forms += form;
    if (forms.length > longestSpelled || (!short && to - at >= longestPhrase)) return;
    yield {
      word: squashed(forms),
      count: to - at + 1,
      letters: letters && to > at,
      unbroken: words || letters,
    };
  }
}

/** What digits may stand for: `1lse` and `Maar3t`. */
function withoutDigits(word: string): string[] {
  if (!/\d/.test(word) || !/\p{L}/u.test(word)) return [];
  const letters = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't' } as Record<string, string>;
  const plain = word.replace(/[03457]/g, (digit) => letters[digit] ?? digit);
  return ['i', 'l'].map((letter) => plain.replaceAll('1', letter));
}

/** The locked names in two names written as one word, such as `irjahalvorsen`. */
function splitIntoNames(
  form: string,
  isLocked: (form: string) => boolean,
  names: SpoilerIndex['names'],
): string[] {
  if (form.length < 8 || names.has(form)) return [];
  for (let cut = 3; cut <= form.length - 3; cut += 1) {
    const halves = [form.slice(0, cut), form.slice(cut)];
    if (halves.every((half) => names.get(half)?.always)) return halves.filter(isLocked);
  }
  return [];
}

/** Whether the same paragraph has {@link together} of the stems. */
function shareParagraph(rare: readonly string[], { stems }: SpoilerIndex): boolean {
  if (rare.length < together) return false;
  const counts = new Map<number, number>();
  for (const key of rare) {
    for (const paragraph of stems.get(key)?.paragraphs ?? []) {
      const count = (counts.get(paragraph) ?? 0) + 1;
      if (count >= together) return true;
      counts.set(paragraph, count);
    }
  }
  return false;
}

/** Mostly capitals: they tell nothing of what is a name. */
function isMostlyCapitals(sentence: string): boolean {
  const letters = sentence.match(/\p{L}/gu)?.length ?? 0;
  const capitals = sentence.match(/\p{Lu}/gu)?.length ?? 0;
  return letters > 1 && capitals > letters * 0.6;
}
