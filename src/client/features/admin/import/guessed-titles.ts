import { countWords } from '#shared/words.ts';
import { type Heading, numberInTitle, numberOf } from './headings.ts';
import { type Look, lookFeatures, type PlacedLook } from './read/look.ts';
import { isSceneBreak, pageBreak } from './read/manuscript.ts';

/** Paragraphs of one look that may be titles, in a document without heading styles. */
export interface Guess {
  look: Look;
  /** In text order; rank `part` for a title alone on its page. */
  titles: Heading[];
  /** Probable enough to split there by default. */
  isLikely: boolean;
}

/** Maximum characters and lines; longer paragraphs are bold prose. */
const maxTitle = { length: 100, lines: 3 };
/** Maximum stacked paragraphs (a number and a title); more are verses, a letter or a title page. */
const maxTitleParagraphs = 3;
/** Typical minimum of words between titles, for a strong and a weak look. */
const minWordsBetween = { strong: 40, weak: 150 };
/** Maximum text before the first title, as a fraction or in words. */
const maxTextBefore = { part: 0.2, words: 300 };
/** Words; longer pieces are usually parts. */
const maxChapterWords = 15_000;

interface Paragraph {
  line: number;
  next: number;
  text: string;
  words: number;
  look: Look | undefined;
  /** The heading that its text says: «Capitolo 3», «III», «Prologo». */
  told: Heading | undefined;
}

/** Consecutive short paragraphs that may form one title, with prose around them. */
interface Stack {
  paragraphs: Paragraph[];
  startsPage: boolean;
  isFirst: boolean;
}

/** The paragraphs of a stack that are a title; `isExact`: of the very look, not of one that is marked more. */
interface Title extends Stack {
  above: Paragraph[];
  isExact: boolean;
  line: number;
  next: number;
  number: number | undefined;
  /** Up to the next title. */
  words: number;
}

const hasLook = ({ look: own }: Paragraph, look: Look) =>
  own !== undefined &&
  lookFeatures.every((feature) => own[feature] === look[feature]) &&
  own.larger === look.larger;

/** Marked at least as much: the same title in a larger size. */
const isAsMarked = ({ look: own }: Paragraph, look: Look) =>
  own !== undefined &&
  lookFeatures.every((feature) => feature === 'named' || own[feature] || !look[feature]) &&
  (own.larger > 0 || look.larger === 0);

/** Looks used consistently for short paragraphs with text between them, most likely first. */
export function guessTitles(
  lines: readonly string[],
  looks: readonly PlacedLook[],
  headings: readonly Heading[],
): Guess[] {
  if (looks.length === 0) return [];
  const paragraphs = readParagraphs(lines, looks, headings);
  const stacks = findStacks(paragraphs);
  const used = paragraphs.filter(
    ({ look }, i) => look && paragraphs.findIndex((other) => hasLook(other, look)) === i,
  );
  const guesses = used.flatMap(({ look }) => {
    if (!look || isForProse(look, paragraphs, stacks)) return [];
    return guessAt(look, stacks, paragraphs) ?? [];
  });
  return guesses.toSorted((a, b) => Number(b.isLikely) - Number(a.isLikely) || b.score - a.score);
}

function readParagraphs(
  lines: readonly string[],
  looks: readonly PlacedLook[],
  headings: readonly Heading[],
): Paragraph[] {
  const lookAt = new Map(looks.map((look) => [look.line, look]));
  const toldAt = new Map(headings.map((heading) => [heading.line, heading]));
  const paragraphs: Paragraph[] = [];
  lines.forEach((line, i) => {
    const above = paragraphs.at(-1);
    if (line !== pageBreak && line.trim() === '') return;
    if (line !== pageBreak && above?.next === i && above.text !== pageBreak) {
      above.text += `\n${line}`;
      above.words += countWords(line);
      above.next = i + 1;
    } else
      paragraphs.push({
        line: i,
        next: i + 1,
        text: line,
        words: countWords(line),
        look: lookAt.get(i),
        told: toldAt.get(i),
      });
  });
  return paragraphs;
}

function isShort({ text, look, told }: Paragraph): boolean {
  if (look === undefined && told === undefined) return false;
  if (text.length > maxTitle.length || text.split('\n').length > maxTitle.lines) return false;
  return /[\p{L}\p{N}]/u.test(text) && !isSceneBreak(text) && !/[,;]$/.test(text);
}

/** Verses and letters are no titles; the title page above the first title is left out later. */
function findStacks(paragraphs: readonly Paragraph[]): Stack[] {
  const stacks: Stack[] = [];
  paragraphs.forEach((paragraph, i) => {
    const above = paragraphs[i - 1];
    if (!isShort(paragraph)) return;
    const stack = stacks.at(-1);
    if (stack && stack.paragraphs.at(-1) === above) stack.paragraphs.push(paragraph);
    else
      stacks.push({
        paragraphs: [paragraph],
        startsPage: above === undefined || above.text === pageBreak,
        isFirst: stack === undefined,
      });
  });
  return stacks.filter((stack) => stack.isFirst || stack.paragraphs.length <= maxTitleParagraphs);
}

/** Whether a look is often used for prose, verses or letters; consecutive ones count as one. */
function isForProse(look: Look, paragraphs: readonly Paragraph[], stacks: readonly Stack[]): boolean {
  const short = new Set(stacks.flatMap((stack) => stack.paragraphs));
  const ofLook = paragraphs.map((paragraph) => hasLook(paragraph, look));
  const titles = paragraphs.filter((paragraph, i) => ofLook[i] && short.has(paragraph)).length;
  const others = paragraphs.filter((one, i) => ofLook[i] && !short.has(one) && !ofLook[i - 1]).length;
  return others > titles * 0.25;
}

/** A number alone: «3», «III.», «Tre», «Capitolo terzo». */
function bareNumber(text: string): number | undefined {
  const isChapter = /^\p{L}+\.?\s+[\p{L}\d]+[.:]?$/u.test(text);
  return numberOf(text.replace(/[.:)]$/, '')) ?? (isChapter ? numberInTitle(text) : undefined);
}
const isNumber = (paragraph: Paragraph | undefined) =>
  paragraph !== undefined && bareNumber(paragraph.text.trim()) !== undefined;

/** «1», «Il bosco» → «1. Il bosco». */
const joinLines = (paragraphs: readonly Paragraph[]) =>
  paragraphs
    .flatMap(({ text }) => text.split('\n'))
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .reduce((title, line) => `${title.replace(/[.:]$/, '')}. ${line}`);

/** Title paragraphs of a stack: those of the look, a number above, a name below a number. */
function titleIn(stack: Stack, look: Look): Title | undefined {
  const { paragraphs, isFirst } = stack;
  // A part's name is a separate heading above its first chapter.
  const isOfLook = (paragraph: Paragraph | undefined) =>
    paragraph !== undefined && hasLook(paragraph, look) && paragraph.told?.rank !== 'part';
  // The book's author and title above the first chapter may have the same look.
  let from = isFirst ? paragraphs.findLastIndex(isOfLook) : paragraphs.findIndex(isOfLook);
  const isExact = from !== -1;
  if (!isExact) from = paragraphs.findIndex((paragraph) => isAsMarked(paragraph, look));
  if (from === -1) return undefined;
  let to = from;
  while (isExact && isOfLook(paragraphs[to + 1])) to += 1;
  if (isExact && isNumber(paragraphs[from - 1]) && !paragraphs.slice(from, to + 1).some(isNumber)) from -= 1;
  const isBare = paragraphs.slice(from, to + 1).every(isNumber);
  if (isExact && isBare && paragraphs.length === to + 2) to += 1;
  const own = paragraphs.slice(from, to + 1);
  const [line] = (own[0]?.text ?? '').trim().split('\n');
  return {
    ...stack,
    paragraphs: own,
    above: paragraphs.slice(0, from),
    isExact,
    line: own[0]?.line ?? 0,
    next: own.at(-1)?.next ?? 0,
    number: bareNumber(line ?? '') ?? numberInTitle(line ?? ''),
    words: 0,
  };
}

/** The titles of a look, without the book's own title and a final «Fine», each with the words below it. */
function titlesOf(look: Look, stacks: readonly Stack[], paragraphs: readonly Paragraph[]): Title[] {
  const all = stacks.flatMap((stack) => titleIn(stack, look) ?? []);
  const titles = all.slice(all.findIndex(({ isExact }) => isExact));
  titles.forEach((title, i) => {
    title.words = wordsBetween(paragraphs, title.next, titles[i + 1]?.line ?? Infinity);
  });
  const start = titles.findIndex(({ words, number, paragraphs: [first] }) => {
    const isTold = first?.told !== undefined || number !== undefined;
    return words >= (isTold ? 1 : minWordsBetween.strong);
  });
  return start === -1 ? [] : titles.slice(start, titles.findLastIndex(({ words }) => words > 0) + 1);
}

const wordsBetween = (paragraphs: readonly Paragraph[], from: number, to: number) =>
  paragraphs.reduce((sum, { line, words }) => (line >= from && line < to ? sum + words : sum), 0);

function guessAt(
  look: Look,
  stacks: readonly Stack[],
  paragraphs: readonly Paragraph[],
): (Guess & { score: number }) | undefined {
  const titles = titlesOf(look, stacks, paragraphs);
  const exact = titles.filter(({ isExact }) => isExact);
  const lengths = exact.map(({ words }) => words).toSorted((a, b) => a - b);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  const share = (test: (title: Title) => boolean) => exact.filter(test).length / exact.length;
  const inCapitals = share((title) => /^[^\p{Ll}]*\p{Lu}{3}[^\p{Ll}]*$/u.test(joinLines(title.paragraphs)));
  const pages = share(({ startsPage }) => startsPage);
  const numbered = share(({ number }) => number !== undefined);
  const marks = lookFeatures.map((feature) => look[feature] || (feature === 'capitals' && inCapitals >= 0.8));
  const features = [...marks, look.larger > 0, pages >= 0.6, numbered >= 0.6].filter(Boolean).length;
  const isStrong = features >= 2;
  if (exact.length < (isStrong ? 2 : 3) || median < minWordsBetween.strong) return undefined;
  const before = wordsBetween(paragraphs, 0, titles[0]?.line ?? 0);
  const total = wordsBetween(paragraphs, 0, Infinity);
  const startsEarly = before <= Math.max(maxTextBefore.words, total * maxTextBefore.part);
  const isDoubtful = ({ isExact, words, number, startsPage }: Title) =>
    !isExact ||
    (words < minWordsBetween.strong && number === undefined) ||
    (pages >= 0.7 && exact.length >= 4 && !startsPage);
  return {
    look,
    titles: titles.flatMap((title) => [
      ...partAbove(title),
      headingOf(title, isDoubtful(title), numbered >= 0.5),
    ]),
    isLikely: startsEarly && (isStrong || median >= minWordsBetween.weak),
    score:
      (median <= maxChapterWords ? 100 : 0) +
      (pages >= 0.6 ? 20 : 0) +
      features * 5 +
      look.larger / 4 +
      exact.length / 1000,
  };
}

/** @param isNumbered without numbered titles around them, «Sette» and «C.» are names */
function headingOf(title: Title, isDoubtful: boolean, isNumbered: boolean): Heading {
  const { paragraphs, line, next, words, startsPage } = title;
  const textHeading = paragraphs[0]?.told;
  const guess = textHeading ? undefined : isDoubtful ? 'doubtful' : 'look';
  const heading = { title: joinLines(paragraphs), line, next, guess } as const;
  if (words === 0 && startsPage) return { ...heading, rank: 'part', number: undefined };
  return { ...heading, rank: 'look', number: isNumbered ? title.number : textHeading?.number };
}

/** A title of another look above it on its page: a part's name. */
function partAbove({ above, startsPage, isFirst, line }: Title): Heading[] {
  const [first] = above;
  if (!first || !startsPage || isFirst || above.some(({ told }) => told)) return [];
  const next = above.at(-1)?.next ?? line;
  return [
    { rank: 'part', title: joinLines(above), line: first.line, next, number: undefined, guess: 'look' },
  ];
}
