import { sectionLimits, type CreateSection } from '#shared/contracts/sections.ts';
import { findMarkProblem, withoutMarks } from '#shared/witnessed.ts';
import { countWords } from '#shared/words.ts';
import { findHeadings, type Heading, type HeadingRank } from './headings.ts';

/** One piece of the author's text, not yet a section. */
export interface Piece {
  /** Its place in the text, and its key. */
  index: number;
  title: string;
  content: string;
  words: number;
  /** `lead`: what stands before the first heading; `part`: words under a heading of an outer level. */
  kind: 'section' | 'lead' | 'part';
  /** The number its heading tells, if any. */
  number: number | undefined;
}

export interface Split {
  /** Where the text was cut; `undefined` when it has no headings. */
  rank: HeadingRank | undefined;
  /** Where else it could be cut, outermost first, with how many headings stand there. */
  choices: { rank: HeadingRank; count: number }[];
  pieces: Piece[];
  /** Outer headings with no words of their own: they become no section. */
  bareHeadings: string[];
}

const order: readonly HeadingRank[] = [1, 2, 3, 4, 5, 6, 'chapter', 'numeral'];
const isPart = /^(?:parte|libro|volume|tomo)\b/i;
export const leadTitle = 'Testo prima del primo titolo';

/**
 * Where to cut: at the outermost Markdown level that occurs at least twice and does not just name parts;
 * without one at «Capitolo …» lines, then at Roman numerals alone; else at the only heading there is.
 */
function chooseRank(headings: readonly Heading[]): HeadingRank | undefined {
  const at = (rank: HeadingRank) => headings.filter((heading) => heading.rank === rank);
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
  return several ?? present.at(-1);
}

/**
 * Cuts a book into sections at its headings. Line ends are made alike, the white space around a piece goes
 * (the server trims it anyway), nothing else of the text changes. Words before the first heading and words
 * under an outer heading become pieces of their own, so that nothing is lost silently.
 *
 * @param text Markdown or plain text, with or without a byte order mark
 * @param rank cut here instead of where it seems most sensible
 */
export function splitSections(text: string, rank?: HeadingRank): Split {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const frontMatter = frontMatterEnd(lines);
  const headings = findHeadings(lines).filter(({ line }) => line >= frontMatter);
  const chosen = rank ?? chooseRank(headings);
  const cuts =
    chosen === undefined ? [] : headings.filter((h) => order.indexOf(h.rank) <= order.indexOf(chosen));
  const choices = order
    .map((value) => ({ rank: value, count: headings.filter((h) => h.rank === value).length }))
    .filter(({ count }) => count > 0);

  const pieces: Piece[] = [];
  const bareHeadings: string[] = [];
  const add = (piece: Omit<Piece, 'index' | 'words'>) =>
    pieces.push({ ...piece, index: pieces.length, words: countWords(withoutMarks(piece.content)) });

  const lead = lines.slice(0, cuts[0]?.line).join('\n').trim();
  if (countWords(lead) > 0) add({ title: leadTitle, content: lead, kind: 'lead', number: undefined });
  cuts.forEach(({ title, number, next, rank: at }, i) => {
    const content = lines
      .slice(next, cuts[i + 1]?.line)
      .join('\n')
      .trim();
    if (at === chosen) add({ title, content, kind: 'section', number });
    else if (content === '') bareHeadings.push(title);
    else add({ title, content, kind: 'part', number: undefined });
  });
  return { rank: chosen, choices, pieces, bareHeadings };
}

/** The first line after a YAML front matter (`---` … `---` at the very beginning); 0 without one. */
function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trim() !== '---') return 0;
  const end = lines.findIndex((line, i) => i > 0 && /^(?:---|\.\.\.)$/.test(line.trim()));
  const isYaml =
    end > 1 && lines.slice(1, end).every((line) => line.trim() === '' || /^(?:\s|#|-|[\w-]+:)/.test(line));
  return isYaml ? end + 1 : 0;
}

/** What the author decided about a piece in the preview. */
export interface PieceChoice {
  included: boolean;
  title: string;
}

export interface PlannedSection {
  piece: Piece;
  choice: PieceChoice;
  /** `undefined` when it is left out. */
  sectionNumber: number | undefined;
  /** Why it cannot be saved as it is, in Italian. */
  problem: string | undefined;
}

/** A lead is left out until the author wants it; an empty chapter cannot be a section. */
export function initialChoices(pieces: readonly Piece[]): PieceChoice[] {
  return pieces.map(({ kind, title, content }) => ({ included: kind !== 'lead' && content !== '', title }));
}

/**
 * Numbers the included pieces one after another from `start` and says what stands in the way of each.
 *
 * @param taken titles of the sections there are already, by their number
 */
export function planImport(
  pieces: readonly Piece[],
  choices: readonly PieceChoice[],
  start: number,
  taken: ReadonlyMap<number, string>,
): PlannedSection[] {
  let next = start;
  return pieces.map((piece, i) => {
    const choice = choices[i] ?? { included: false, title: piece.title };
    if (!choice.included) return { piece, choice, sectionNumber: undefined, problem: undefined };
    const sectionNumber = next;
    next += 1;
    return {
      piece,
      choice,
      sectionNumber,
      problem: problemOf(piece, choice.title.trim(), taken.get(sectionNumber)),
    };
  });
}

function problemOf(piece: Piece, title: string, takenBy: string | undefined): string | undefined {
  if (piece.content === '') return 'Sotto questo titolo non c’è testo.';
  if (title === '') return 'Manca il titolo.';
  if (title.length > sectionLimits.title) return `Il titolo supera i ${sectionLimits.title} caratteri.`;
  if (piece.content.length > sectionLimits.content) return 'Il testo supera i 200.000 caratteri.';
  const markProblem = findMarkProblem(piece.content);
  if (markProblem !== undefined) return markProblem;
  return takenBy === undefined ? undefined : `Numero già occupato da «${takenBy}».`;
}

/** What is sent for a planned section. */
export function toCreateSection({
  piece,
  choice,
  sectionNumber,
}: PlannedSection): Pick<CreateSection, 'sectionNumber' | 'title' | 'content'> | undefined {
  if (sectionNumber === undefined) return undefined;
  return { sectionNumber, title: choice.title.trim(), content: piece.content };
}

/** The number to start from: the one the first heading tells if it is free, else the one after the last. */
export function suggestStart(pieces: readonly Piece[], taken: ReadonlyMap<number, string>): number {
  const afterLast = Math.max(0, ...taken.keys()) + 1;
  const numbered = pieces.filter(({ kind, content }) => kind !== 'lead' && content !== '');
  const told = numbered[0]?.number;
  if (told === undefined || told < 1) return afterLast;
  return numbered.some((_, i) => taken.has(told + i)) ? afterLast : told;
}
