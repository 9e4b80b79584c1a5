import { withoutMarks } from '#shared/witnessed.ts';
import { countWords } from '#shared/words.ts';
import { findDividers, findGaps } from './dividers.ts';
import { guessTitles, type Guess } from './guessed-titles.ts';
import {
  findCapitals,
  findHeadings,
  findPages,
  isFrontMatter,
  type Heading,
  type HeadingRank,
} from './headings.ts';
import type { Look, PlacedLook } from './read/look.ts';
import { type Footnote, pageBreak } from './read/manuscript.ts';

export interface Piece {
  /** Position in the text, used as its key. */
  index: number;
  title: string;
  content: string;
  words: number;
  /**
   * `lead`: text before the first heading; `part`: text under an outer heading; `front`: title page, index, dedication.
   */
  kind: 'section' | 'lead' | 'part' | 'front';
  number: number | undefined;
  guess?: Heading['guess'];
  /** Name of its part, where other parts have chapters of the same title. */
  part?: string;
  footnotes: PlacedNote[];
}

/** A footnote and the paragraph that refers to it, from 0. */
interface PlacedNote {
  paragraph: number;
  text: string;
}

export const paragraphsOf = (content: string): string[] =>
  content.split(/\n\s*\n/).filter((text) => text.trim() !== '');

export interface Split {
  /** `undefined` without headings. */
  rank: HeadingRank | undefined;
  /** Alternative splits, outermost first, with their counts; `look` for guesses. */
  choices: { rank: HeadingRank; count: number; look?: Look }[];
  pieces: Piece[];
  /** Outer headings without text, which become no section. */
  bareHeadings: string[];
}

const order: readonly HeadingRank[] = ['part', 1, 2, 3, 4, 5, 6, 'chapter', 'numeral', 'number'];
const isPart = /^(?:parte|libro|volume|tomo)\b/i;
export const leadTitle = 'Testo prima del primo titolo';

interface Places {
  headings: readonly Heading[];
  guesses: readonly Guess[];
  pages: readonly Heading[];
  capitals: readonly Heading[];
}

const guessRanks = ['look', 'look2', 'look3'] as const;
const isGuessRank = (rank: HeadingRank | undefined) => guessRanks.some((guess) => guess === rank);

/**
 * Chooses the split: the outermost Markdown level with at least two headings that are not parts; else «Capitolo …»
 * lines, numerals, paragraphs that look like titles, page breaks, lines in capitals; else the only heading. Titles by
 * look win over titles by text when they include them.
 */
function chooseRank({ headings, guesses, pages, capitals }: Places): HeadingRank | undefined {
  const at = (rank: HeadingRank) =>
    headings.filter((heading) => heading.rank === rank && !isFrontMatter(heading.title));
  const present = order.filter((rank) => at(rank).length > 0);
  const likelyGuess = guesses[0]?.isLikely ? guesses[0] : undefined;
  const isOfLook = (rank: HeadingRank) =>
    typeof rank !== 'number' &&
    at(rank)
      .filter(({ number }) => number !== undefined)
      .every(({ line }) => likelyGuess?.titles.some((title) => title.line <= line && line < title.next));
  const numbered = present.find((rank) => {
    const titles = at(rank);
    const count = titles.filter(({ number, title }) => number !== undefined && !isPart.test(title)).length;
    return count >= 2 && count >= titles.length / 2;
  });
  if (numbered !== undefined) return likelyGuess && isOfLook(numbered) ? 'look' : numbered;
  const repeatedRank = present.find((rank) => {
    const titles = at(rank);
    return titles.length >= 2 && !titles.every(({ title }) => isPart.test(title));
  });
  const isFewer = repeatedRank !== undefined && at(repeatedRank).length < (likelyGuess?.titles.length ?? 0);
  if (likelyGuess && (repeatedRank === undefined || (isFewer && isOfLook(repeatedRank)))) return 'look';
  if (repeatedRank !== undefined && !isOnlyEnds(at(repeatedRank), capitals)) return repeatedRank;
  if (pages.length >= 2) return 'page';
  return capitals.length >= 2 ? 'capitals' : (repeatedRank ?? present.at(-1));
}

/** Only «PROLOGO» and «EPILOGO» are recognised; the chapter titles between them are in capitals. */
function isOnlyEnds(headings: readonly Heading[], capitals: readonly Heading[]): boolean {
  const isCapital = (heading: Heading) => capitals.some(({ line }) => line === heading.line);
  return headings.length < capitals.length && headings.every(isCapital);
}

/** Maximum fraction of text before the first line in capitals: above it the line is a sign or shouting. */
const maxShareBeforeCapitals = 0.2;

function capitalsOf(lines: readonly string[]): Heading[] {
  const capitals = findCapitals(lines);
  const lengthOf = (group: readonly string[]) => group.reduce((sum, line) => sum + line.length, 0);
  const before = lengthOf(lines.slice(0, capitals[0]?.line));
  return before <= lengthOf(lines) * maxShareBeforeCapitals ? capitals : [];
}

/** Fewer headings of a level are the book's title; chapters may be recognised by look. */
const minChapterHeadings = 2;

function guessesOf(
  lines: readonly string[],
  looks: readonly PlacedLook[],
  headings: readonly Heading[],
): Guess[] {
  const chapterHeadings = headings.filter(
    ({ rank, title }) => typeof rank === 'number' && !isFrontMatter(title),
  );
  return chapterHeadings.length >= minChapterHeadings
    ? []
    : guessTitles(lines, looks, headings).slice(0, guessRanks.length);
}

/** Titles by look, with recognised parts, prologues and indexes between them. */
function addTextHeadings({ titles }: Guess, headings: readonly Heading[]): Heading[] {
  const isFree = ({ line, rank }: Heading) =>
    (rank === 'part' || rank === 'chapter') &&
    !titles.some((title) => title.line <= line && line < title.next);
  return [...titles, ...headings.filter(isFree)].toSorted((a, b) => a.line - b.line);
}

/** Splits at separators and blank lines, offered when no heading is recognised. */
function findSeparators(automatic: HeadingRank | undefined, lines: readonly string[]): Heading[][] {
  const isTold = automatic !== undefined && order.includes(automatic);
  return isTold ? [] : [findDividers(lines), findGaps(lines)].filter((cuts) => cuts.length > 1);
}

/**
 * Splits a book into pieces at its headings. Normalises line ends and trims pieces, nothing else changes. Text before
 * the first heading and under outer headings becomes pieces too, so that nothing is lost.
 *
 * @param text Markdown or plain text, with or without a byte order mark
 * @param rank split here instead of the default
 * @param looks of the paragraphs that stand out
 */
export function splitSections(
  text: string,
  rank?: HeadingRank,
  footnotes: readonly Footnote[] = [],
  looks: readonly PlacedLook[] = [],
): Split {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const frontMatter = frontMatterEnd(lines);
  const headings = findHeadings(lines).filter(({ line }) => line >= frontMatter);
  const { chosen, cuts, choices } = findCuts(lines, headings, guessesOf(lines, looks, headings), rank);

  const pieces: Piece[] = [];
  const bareHeadings: string[] = [];
  let part = '';
  const parts = new Map<Piece, string>();
  const add = (fields: Omit<Piece, 'index' | 'words'>) => {
    const piece = { ...fields, index: pieces.length, words: countWords(withoutMarks(fields.content)) };
    if (piece.kind === 'section') parts.set(piece, part);
    pieces.push(piece);
  };

  const textOf = (from: number, to: number | undefined) =>
    lines
      .slice(from, to)
      .filter((line, i, all) => line !== pageBreak && !(line.trim() === '' && all[i - 1] === pageBreak))
      .join('\n')
      .trim();
  /** Notes of a heading belong to the first paragraph below it. */
  const notesOf = (line: number, next: number, to = Infinity): PlacedNote[] =>
    footnotes
      .filter((note) => note.text !== '' && note.line >= line && note.line < to)
      .map((note) => ({
        paragraph: Math.max(0, paragraphsOf(textOf(next, note.line + 1)).length - 1),
        text: note.text,
      }));
  const lead = textOf(0, cuts[0]?.line);
  if (countWords(lead) > 0)
    add({
      title: leadTitle,
      content: lead,
      kind: 'lead',
      number: undefined,
      footnotes: notesOf(0, 0, cuts[0]?.line),
    });
  cuts.forEach(({ title, number, line, next, rank: at, guess }, i) => {
    const end = cuts[i + 1]?.line;
    const piece = { title, guess, content: textOf(next, end), footnotes: notesOf(line, next, end) };
    const isEmpty = piece.content === '';
    if (!isEmpty && isFrontMatter(title)) add({ ...piece, kind: 'front', number: undefined });
    else if (at === chosen || (isGuessRank(chosen) && at !== 'part'))
      add({ ...piece, kind: 'section', number });
    else {
      part = title;
      if (isEmpty) bareHeadings.push(title);
      else add({ ...piece, kind: 'part', number: undefined });
    }
  });
  return { rank: chosen, choices, pieces: nameParts(pieces, parts), bareHeadings };
}

/** Where chapters of several parts have the same titles, each tells its part. */
function nameParts(pieces: readonly Piece[], parts: ReadonlyMap<Piece, string>): Piece[] {
  const titles = [...parts.keys()].map(({ title }) => title.toLowerCase());
  if (new Set(titles).size === titles.length) return [...pieces];
  return pieces.map((piece) => {
    const part = parts.get(piece) ?? '';
    return part === '' ? piece : { ...piece, part };
  });
}

function findCuts(
  lines: readonly string[],
  headings: readonly Heading[],
  guesses: readonly Guess[],
  rank: HeadingRank | undefined,
): { chosen: HeadingRank | undefined; cuts: readonly Heading[]; choices: Split['choices'] } {
  const [pages, capitals] = [findPages(lines), capitalsOf(lines)];
  const automatic = chooseRank({ headings, guesses, pages, capitals });
  const choice = rank === 'whole' ? undefined : (rank ?? automatic);
  const others = findSeparators(automatic, lines);
  const guessAt = (at: HeadingRank) => guesses[guessRanks.findIndex((guess) => guess === at)];
  const isCut = (at: HeadingRank) => order.indexOf(at) <= order.indexOf(choice ?? 1);
  const cutsAt = (at: HeadingRank): readonly Heading[] => {
    if (at === 'page') return pages;
    if (at === 'capitals') return capitals;
    const guess = guessAt(at);
    if (guess) return addTextHeadings(guess, headings);
    if (!order.includes(at)) return others.find(([cut]) => cut?.rank === at) ?? [];
    return joinTitles(
      headings.filter((h) => isCut(h.rank)),
      lines,
    );
  };
  const all = [...headings, ...pages, ...capitals];
  const counts = [...order, 'page' as const, 'capitals' as const]
    .map((value) => ({ rank: value, count: all.filter((h) => h.rank === value).length }))
    .filter(({ rank: value, count }) => count > (value === 'page' || value === 'capitals' ? 1 : 0));
  const guessed = guesses.map(({ look, titles }, i) => ({
    rank: guessRanks[i] ?? 'look',
    count: titles.filter((title) => title.rank === 'look').length,
    look,
  }));
  const rest = others.map((cuts) => ({ rank: cuts[0]?.rank ?? 'scene', count: cuts.length }));
  const choices = [...counts, ...guessed, ...rest];
  return {
    chosen: choice,
    cuts: choice === undefined ? [] : cutsAt(choice),
    choices:
      automatic === undefined && choices.length > 0 ? [{ rank: 'whole', count: 1 }, ...choices] : choices,
  };
}

function joinTitles(cuts: readonly Heading[], lines: readonly string[]): Heading[] {
  const joined: Heading[] = [];
  for (const cut of cuts) {
    const before = joined.at(-1);
    const isBelow =
      before?.rank === cut.rank &&
      before.number !== undefined &&
      cut.number === undefined &&
      before.next - before.line === 1 &&
      lines.slice(before.next, cut.line).every((line) => line.trim() === '');
    if (isBelow)
      joined[joined.length - 1] = { ...before, title: joinedTitle(before.title, cut.title), next: cut.next };
    else joined.push(cut);
  }
  return joined;
}

export const joinedTitle = (number: string, title: string) => `${number.replace(/[.:]$/, '')}. ${title}`;

/** First line after YAML front matter; 0 without one. */
function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trim() !== '---') return 0;
  const end = lines.findIndex((line, i) => i > 0 && /^(?:---|\.\.\.)$/.test(line.trim()));
  const isYaml =
    end > 1 && lines.slice(1, end).every((line) => line.trim() === '' || /^(?:\s|#|-|[\w-]+:)/.test(line));
  return isYaml ? end + 1 : 0;
}
