import { withoutMarks } from '#shared/witnessed.ts';
import { countWords } from '#shared/words.ts';
import { findDividers, findGaps, findPages } from './dividers.ts';
import { guessTitles, type Guess } from './guessed-titles.ts';
import {
  findCapitals,
  findHeadings,
  type Heading,
  type HeadingRank,
  headingRanks,
  isFrontMatter,
  lookRanks,
} from './headings.ts';
import type { Look, PlacedLook } from './read/look.ts';
import { type Footnote, frontMatterOf, pageBreak } from './read/manuscript.ts';

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
  /** Name of its part, where other parts have chapters of the same title; else empty. */
  part: string;
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

const isPart = /^(?:parte|libro|volume|tomo)\b/i;
export const leadTitle = 'Testo prima del primo titolo';

/** A way to split: `count` is what the author is told. */
interface Candidate {
  rank: HeadingRank;
  cuts: readonly Heading[];
  count: number;
  look?: Look;
}

/**
 * Chooses the split: the outermost Markdown level with at least two headings that are not parts; else «Capitolo …»
 * lines, numerals, paragraphs that look like titles, page breaks, lines in capitals; else the only heading. Titles by
 * look win over titles by text when they include them.
 */
function chooseRank(
  headings: readonly Heading[],
  guess: Guess | undefined,
  pages: readonly Heading[],
  capitals: readonly Heading[],
): HeadingRank | undefined {
  const likelyGuess = guess?.isLikely ? guess : undefined;
  const levels = headingRanks
    .map((rank) => ({
      rank,
      titles: headings.filter((heading) => heading.rank === rank && !isFrontMatter(heading.title)),
    }))
    .filter(({ titles }) => titles.length > 0);
  type Level = (typeof levels)[number];
  const isOfLook = ({ rank, titles }: Level) =>
    typeof rank !== 'number' &&
    titles
      .filter(({ number }) => number !== undefined)
      .every(({ line }) => likelyGuess?.titles.some((title) => title.rank !== 'part' && holds(title, line)));
  const numberedLevel = levels.find(({ titles }) => {
    const count = titles.filter(({ number, title }) => number !== undefined && !isPart.test(title)).length;
    return count >= 2 && count >= titles.length / 2;
  });
  if (numberedLevel) return likelyGuess && isOfLook(numberedLevel) ? 'look' : numberedLevel.rank;
  const level = levels.find(
    ({ titles }) => titles.length >= 2 && !titles.every(({ title }) => isPart.test(title)),
  );
  if (likelyGuess && !level) return 'look';
  if (likelyGuess && level && level.titles.length < likelyGuess.titles.length && isOfLook(level))
    return 'look';
  // Of titles in capitals only «PROLOGO» and «EPILOGO» are told by their text.
  const isOnlyEnds =
    (level?.titles.length ?? 0) < capitals.length &&
    level?.titles.every(({ line }) => capitals.some((title) => title.line === line));
  if (level && !isOnlyEnds) return level.rank;
  if (pages.length >= 2) return 'page';
  return capitals.length >= 2 ? 'capitals' : (level ?? levels.at(-1))?.rank;
}

const holds = ({ line, next }: Heading, other: number) => line <= other && other < next;

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

/** The ways to split, outermost first, and the one to choose without the author. */
function findCandidates(
  lines: readonly string[],
  headings: readonly Heading[],
  looks: readonly PlacedLook[],
): { candidates: Candidate[]; automatic: HeadingRank | undefined } {
  const levels = headings.filter(({ rank, title }) => typeof rank === 'number' && !isFrontMatter(title));
  const guesses =
    levels.length >= minChapterHeadings ? [] : guessTitles(lines, looks, headings).slice(0, lookRanks.length);
  const [pages, capitals] = [findPages(lines), capitalsOf(lines)];
  const automatic = chooseRank(headings, guesses[0], pages, capitals);
  const isTold = headingRanks.some((rank) => rank === automatic);
  const textCandidates = headingRanks.flatMap((rank, place): Candidate[] => {
    const count = headings.filter((heading) => heading.rank === rank).length;
    const outer = headings.filter((heading) =>
      headingRanks.some((at, i) => i <= place && at === heading.rank),
    );
    return count > 0 ? [{ rank, cuts: joinTitles(outer, lines), count }] : [];
  });
  // Separators are offered when no heading is recognised.
  const [breaks, signs] = [[pages, capitals], isTold ? [] : [findDividers(lines), findGaps(lines)]].map(
    (all) =>
      all.flatMap((cuts): Candidate[] =>
        cuts[0] && cuts.length > 1 ? [{ rank: cuts[0].rank, cuts, count: cuts.length }] : [],
      ),
  );
  const lookCandidates = guesses.map(({ look, titles }, i): Candidate => ({
    rank: lookRanks[i] ?? 'look',
    cuts: addTextHeadings(titles, headings),
    count: titles.filter((title) => title.rank === 'look').length,
    look,
  }));
  return {
    candidates: [...textCandidates, ...(breaks ?? []), ...lookCandidates, ...(signs ?? [])],
    automatic,
  };
}

/** Titles by look, with recognised parts, prologues and indexes between them. */
function addTextHeadings(titles: readonly Heading[], headings: readonly Heading[]): Heading[] {
  const isFree = ({ line, rank }: Heading) =>
    (rank === 'part' || rank === 'chapter') && !titles.some((title) => holds(title, line));
  return [...titles, ...headings.filter(isFree)].toSorted((a, b) => a.line - b.line);
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
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const lines = source.split('\n');
  const firstLine = (frontMatterOf(source) ?? '').split('\n').length - 1;
  const headings = findHeadings(lines).filter(({ line }) => line >= firstLine);
  const { candidates, automatic } = findCandidates(lines, headings, looks);
  const cutRank = rank === 'whole' ? undefined : (rank ?? automatic);
  const cuts = candidates.find((candidate) => candidate.rank === cutRank)?.cuts ?? [];

  const pieces: Piece[] = [];
  const bareHeadings: string[] = [];
  let part = '';
  const add = (fields: Omit<Piece, 'index' | 'words' | 'part'>) => {
    const words = countWords(withoutMarks(fields.content));
    pieces.push({ ...fields, index: pieces.length, words, part: fields.kind === 'section' ? part : '' });
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
    else if (at === cutRank || (lookRanks.some((look) => look === cutRank) && at !== 'part'))
      add({ ...piece, kind: 'section', number });
    else {
      part = title;
      if (isEmpty) bareHeadings.push(title);
      else add({ ...piece, kind: 'part', number: undefined });
    }
  });
  const noSplit: Split['choices'] =
    automatic === undefined && candidates.length > 0 ? [{ rank: 'whole', count: 1 }] : [];
  const choices = [...noSplit, ...candidates.map(({ cuts: _, ...choice }) => choice)];
  // Where chapters of several parts have the same titles, each says its part.
  const titles = pieces.filter(({ kind }) => kind === 'section').map(({ title }) => title.toLowerCase());
  const isUnique = new Set(titles).size === titles.length;
  return {
    rank: cutRank,
    choices,
    pieces: pieces.map((piece) => (isUnique ? { ...piece, part: '' } : piece)),
    bareHeadings,
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
