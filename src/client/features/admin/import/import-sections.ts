import { withoutMarks } from '#shared/witnessed.ts';
import { countWords } from '#shared/words.ts';
import {
  findCapitals,
  findHeadings,
  findPages,
  isFrontMatter,
  type Heading,
  type HeadingRank,
} from './headings.ts';
import { type Footnote, pageBreak } from './read/manuscript.ts';

/** One piece of the author's text, not yet a section. */
export interface Piece {
  /** Its place in the text, and its key. */
  index: number;
  title: string;
  content: string;
  words: number;
  /**
   * `lead`: what stands before the first heading; `part`: words under a heading of an outer level; `front`: a title page,
   * an index, a dedication.
   */
  kind: 'section' | 'lead' | 'part' | 'front';
  /** The number its heading tells, if any. */
  number: number | undefined;
  footnotes: PlacedNote[];
}

/** A footnote, and the paragraph of its piece that refers to it, from 0. */
export interface PlacedNote {
  paragraph: number;
  text: string;
}

export const paragraphsOf = (content: string): string[] =>
  content.split(/\n\s*\n/).filter((text) => text.trim() !== '');

export interface Split {
  /** Where the text was cut; `undefined` when it has no headings. */
  rank: HeadingRank | undefined;
  /** Where else it could be cut, outermost first, with how many headings stand there. */
  choices: { rank: HeadingRank; count: number }[];
  pieces: Piece[];
  /** Outer headings with no words of their own: they become no section. */
  bareHeadings: string[];
}

const order: readonly HeadingRank[] = ['part', 1, 2, 3, 4, 5, 6, 'chapter', 'numeral', 'number'];
const isPart = /^(?:parte|libro|volume|tomo)\b/i;
export const leadTitle = 'Testo prima del primo titolo';

/**
 * Where to cut: at the outermost Markdown level that occurs at least twice and does not just name parts;
 * without one at «Capitolo …» lines, then at numerals alone, then at new pages, then at lines in capitals; else at the only
 * heading there is.
 */
function chooseRank(
  headings: readonly Heading[],
  pages: readonly Heading[],
  capitals: readonly Heading[],
): HeadingRank | undefined {
  const at = (rank: HeadingRank) =>
    headings.filter((heading) => heading.rank === rank && !isFrontMatter(heading.title));
  const present = order.filter((rank) => at(rank).length > 0);
  const numbered = present.find((rank) => {
    const titles = at(rank);
    const told = titles.filter(({ number, title }) => number !== undefined && !isPart.test(title)).length;
    return told >= 2 && told >= titles.length / 2;
  });
  if (numbered !== undefined) return numbered;
  const several = present.find((rank) => {
    const titles = at(rank);
    return titles.length >= 2 && !titles.every(({ title }) => isPart.test(title));
  });
  if (several !== undefined && !isOnlyEnds(at(several), capitals)) return several;
  if (pages.length >= 2) return 'page';
  return capitals.length >= 2 ? 'capitals' : (several ?? present.at(-1));
}

/** «PROLOGO» and «EPILOGO», with the titles of the chapters in capitals between them. */
function isOnlyEnds(headings: readonly Heading[], capitals: readonly Heading[]): boolean {
  const isCapital = (heading: Heading) => capitals.some(({ line }) => line === heading.line);
  return headings.length < capitals.length && headings.every(isCapital);
}

/** What stands before the first line in capitals is a title page; where much does, the line is a sign or a shout. */
const mostBeforeCapitals = 0.2;

function capitalsOf(lines: readonly string[]): Heading[] {
  const capitals = findCapitals(lines);
  const lengthOf = (some: readonly string[]) => some.reduce((sum, line) => sum + line.length, 0);
  const before = lengthOf(lines.slice(0, capitals[0]?.line));
  return before <= lengthOf(lines) * mostBeforeCapitals ? capitals : [];
}

/**
 * Cuts a book into sections at its headings. Line ends are made alike, the white space around a piece goes
 * (the server trims it anyway), nothing else of the text changes. Words before the first heading and words
 * under an outer heading become pieces of their own, so that nothing is lost silently.
 *
 * @param text Markdown or plain text, with or without a byte order mark
 * @param rank cut here instead of where it seems most sensible
 * @param footnotes that the text refers to
 */
export function splitSections(text: string, rank?: HeadingRank, footnotes: readonly Footnote[] = []): Split {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const frontMatter = frontMatterEnd(lines);
  const headings = findHeadings(lines).filter(({ line }) => line >= frontMatter);
  const pages = findPages(lines);
  const capitals = capitalsOf(lines);
  const chosen = rank ?? chooseRank(headings, pages, capitals);
  const isCut = (at: HeadingRank) => order.indexOf(at) <= order.indexOf(chosen ?? 1);
  const cutsAt = (at: HeadingRank) => {
    if (at === 'page') return pages;
    if (at === 'capitals') return capitals;
    return joinTitles(
      headings.filter((h) => isCut(h.rank)),
      lines,
    );
  };
  const cuts = chosen === undefined ? [] : cutsAt(chosen);
  const all = [...headings, ...pages, ...capitals];
  const choices = [...order, 'page' as const, 'capitals' as const]
    .map((value) => ({ rank: value, count: all.filter((h) => h.rank === value).length }))
    .filter(({ rank: value, count }) => count > (value === 'page' || value === 'capitals' ? 1 : 0));

  const pieces: Piece[] = [];
  const bareHeadings: string[] = [];
  const add = (piece: Omit<Piece, 'index' | 'words'>) =>
    pieces.push({ ...piece, index: pieces.length, words: countWords(withoutMarks(piece.content)) });

  const textOf = (from: number, to: number | undefined) =>
    lines
      .slice(from, to)
      .filter((line, i, all) => line !== pageBreak && !(line.trim() === '' && all[i - 1] === pageBreak))
      .join('\n')
      .trim();
  /** Those of a heading belong to the first paragraph below it. */
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
  cuts.forEach(({ title, number, line, next, rank: at }, i) => {
    const end = cuts[i + 1]?.line;
    const piece = { title, content: textOf(next, end), footnotes: notesOf(line, next, end) };
    const isEmpty = piece.content === '';
    if (!isEmpty && isFrontMatter(title)) add({ ...piece, kind: 'front', number: undefined });
    else if (at === chosen) add({ ...piece, kind: 'section', number });
    else if (isEmpty) bareHeadings.push(title);
    else add({ ...piece, kind: 'part', number: undefined });
  });
  return { rank: chosen, choices, pieces, bareHeadings };
}

/** «Capitolo 3» and, right below it, «Il bosco» are one heading. */
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

const joinedTitle = (number: string, title: string) => `${number.replace(/[.:]$/, '')}. ${title}`;

/** The first line after a YAML front matter (`---` … `---` at the very beginning); 0 without one. */
function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trim() !== '---') return 0;
  const end = lines.findIndex((line, i) => i > 0 && /^(?:---|\.\.\.)$/.test(line.trim()));
  const isYaml =
    end > 1 && lines.slice(1, end).every((line) => line.trim() === '' || /^(?:\s|#|-|[\w-]+:)/.test(line));
  return isYaml ? end + 1 : 0;
}
