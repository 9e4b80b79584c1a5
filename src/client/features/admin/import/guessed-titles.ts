import { countWords } from '#shared/words.ts';
import { type Heading, numberInTitle, numberOf } from './headings.ts';
import type { Look, PlacedLook } from './read/look.ts';
import { isSceneBreak, pageBreak } from './read/manuscript.ts';

/** Paragraphs of one look that may be titles, in a document without heading styles. */
export interface Guess {
  look: Look;
  /** In text order; rank `part` for a title alone on its page. */
  titles: Heading[];
  /** Probable enough to split there by default. */
  isLikely: boolean;
}

/** Maximum characters; longer paragraphs are bold prose. */
const maxTitleLength = 100;
const maxTitleLines = 3;
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
  look: Look | undefined;
  /** The heading that its text says: «Capitolo 3», «III», «Prologo». */
  told: Heading | undefined;
}

/** Consecutive paragraphs that may form one title, with prose around them. */
interface Stack {
  paragraphs: Paragraph[];
  startsPage: boolean;
  isFirst: boolean;
}

const keyOf = ({ bold, centred, underlined, capitals, named, larger }: Look) =>
  [bold, centred, underlined, capitals, named, larger].join();

/** Marked at least as much: the same title in a larger size. */
const isAsMarked = (look: Look, as: Look) =>
  look.bold >= as.bold &&
  look.centred >= as.centred &&
  look.underlined >= as.underlined &&
  look.capitals >= as.capitals &&
  (look.larger > 0 || as.larger === 0);

/** Looks used consistently for short paragraphs with text between them, most likely first. */
export function guessTitles(
  lines: readonly string[],
  looks: readonly PlacedLook[],
  headings: readonly Heading[],
): Guess[] {
  if (looks.length === 0) return [];
  const paragraphs = readParagraphs(lines, looks, headings);
  const stacks = findStacks(paragraphs);
  const wordsIn = wordCounter(paragraphs);
  const keys = new Map<string, Look>();
  for (const { look } of paragraphs) if (look) keys.set(keyOf(look), look);
  const guesses = [...keys].flatMap(([key, look]) => {
    if (!isForTitles(key, paragraphs, stacks)) return [];
    const guess = guessAt(look, stacks, wordsIn);
    return guess ? [guess] : [];
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
    if (line === pageBreak)
      return paragraphs.push({ line: i, next: i + 1, text: pageBreak, look: undefined, told: undefined });
    if (line.trim() === '') return undefined;
    const above = paragraphs.at(-1);
    if (above?.next === i && above.text !== pageBreak) {
      above.text += `\n${line}`;
      above.next = i + 1;
      return undefined;
    }
    return paragraphs.push({ line: i, next: i + 1, text: line, look: lookAt.get(i), told: toldAt.get(i) });
  });
  return paragraphs;
}

const isPage = ({ text }: Paragraph) => text === pageBreak;

function isShort({ text, look, told }: Paragraph): boolean {
  if (look === undefined && told === undefined) return false;
  if (text.length > maxTitleLength || text.split('\n').length > maxTitleLines) return false;
  return /[\p{L}\p{N}]/u.test(text) && !isSceneBreak(text) && !/[,;]$/.test(text);
}

function findStacks(paragraphs: readonly Paragraph[]): Stack[] {
  const stacks: Stack[] = [];
  let above: Paragraph | undefined;
  for (const paragraph of paragraphs) {
    const stack = stacks.at(-1);
    if (isShort(paragraph)) {
      if (stack && stack.paragraphs.at(-1) === above && above) stack.paragraphs.push(paragraph);
      else
        stacks.push({
          paragraphs: [paragraph],
          startsPage: above === undefined || isPage(above),
          isFirst: stack === undefined,
        });
    }
    above = paragraph;
  }
  return stacks;
}

function wordCounter(paragraphs: readonly Paragraph[]): (from: number, to: number) => number {
  const counted = paragraphs.map((paragraph) => ({
    line: paragraph.line,
    words: countWords(paragraph.text),
  }));
  return (from, to) =>
    counted.reduce((sum, { line, words }) => (line >= from && line < to ? sum + words : sum), 0);
}

const isTall = ({ paragraphs, isFirst }: Stack) => !isFirst && paragraphs.length > maxTitleParagraphs;

/** Whether a look is rarely used for prose, verses or letters. */
function isForTitles(key: string, paragraphs: readonly Paragraph[], stacks: readonly Stack[]): boolean {
  const isOfLook = (paragraph: Paragraph) => paragraph.look !== undefined && keyOf(paragraph.look) === key;
  const short = new Set(stacks.filter((stack) => !isTall(stack)).flatMap((stack) => stack.paragraphs));
  const titles = [...short].filter(isOfLook).length;
  // Consecutive paragraphs of the look count as one exception.
  const others = paragraphs.filter(
    (paragraph, i) =>
      isOfLook(paragraph) &&
      !short.has(paragraph) &&
      !(paragraphs[i - 1] && isOfLook(paragraphs[i - 1] as Paragraph)),
  ).length;
  return others <= titles * 0.25;
}

/** Number in a title's first line: «3», «III.», «Tre», «Capitolo terzo», «3. Il bosco». */
function numberOfFirstLine(text: string): number | undefined {
  const line = (text.split('\n', 1)[0] ?? '').trim();
  return numberOf(line.replace(/[.:)]$/, '')) ?? numberInTitle(line);
}
const isNumber = ({ text }: Paragraph) =>
  !text.includes('\n') &&
  (numberOf(text.trim().replace(/[.:)]$/, '')) ?? numberOfUntitledChapter(text)) !== undefined;
function numberOfUntitledChapter(text: string): number | undefined {
  return /^\p{L}+\.?\s+[\p{L}\d]+[.:]?$/u.test(text.trim()) ? numberInTitle(text.trim()) : undefined;
}

/** «1», «Il bosco» → «1. Il bosco». */
const joinLines = (paragraphs: readonly Paragraph[]) =>
  paragraphs
    .flatMap(({ text }) => text.split('\n'))
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .reduce((title, line) => `${title.replace(/[.:]$/, '')}. ${line}`);

interface Cut {
  stack: Stack;
  from: number;
  to: number;
}

/** Title paragraphs of a stack: those of the look, a number above, a name below a number. */
function titleIn(stack: Stack, key: string, isNameBelow: (below: Paragraph) => boolean): Cut | undefined {
  const { paragraphs } = stack;
  // A part's name is a separate heading above its first chapter.
  const isOfLook = (paragraph: Paragraph | undefined) =>
    paragraph?.look !== undefined && keyOf(paragraph.look) === key && paragraph.told?.rank !== 'part';
  // The book's author and title above the first chapter may have the same look.
  let first = stack.isFirst ? paragraphs.findLastIndex(isOfLook) : paragraphs.findIndex(isOfLook);
  if (first === -1) return undefined;
  let to = first;
  while (isOfLook(paragraphs[first - 1])) first -= 1;
  while (isOfLook(paragraphs[to + 1])) to += 1;
  const above = paragraphs[first - 1];
  const from =
    above && isNumber(above) && !paragraphs.slice(first, to + 1).some(isNumber) ? first - 1 : first;
  const below = paragraphs[to + 1];
  const isBare = paragraphs.slice(from, to + 1).every(isNumber);
  if (isBare && below && paragraphs.length === to + 2 && isNameBelow(below)) to += 1;
  return { stack, from, to };
}

function cutsOf(look: Look, stacks: readonly Stack[]): Cut[] {
  const key = keyOf(look);
  const shortStacks = stacks.filter((stack) => !isTall(stack));
  const belowNumber = shortStacks.flatMap(({ paragraphs: [number, name] }) =>
    number?.look && name?.look && keyOf(number.look) === key && isNumber(number) ? [keyOf(name.look)] : [],
  );
  const isNameBelow = ({ look: below }: Paragraph) =>
    below !== undefined &&
    belowNumber.filter((other) => other === keyOf(below)).length >= belowNumber.length / 2;
  const cuts = shortStacks.flatMap((stack) => titleIn(stack, key, isNameBelow) ?? []);
  const titleHeights = cuts.slice(1).map(({ from, to }) => to - from + 1);
  const usual = Math.max(
    1,
    ...titleHeights.filter(
      (height) => titleHeights.filter((h) => h === height).length > titleHeights.length / 2,
    ),
  );
  return cuts.map((cut, i) => {
    if (i > 0 || !cut.stack.isFirst || cuts.length === 1) return cut;
    // Excludes the book's author and title above the first chapter.
    return { ...cut, from: Math.max(cut.from, cut.to - usual + 1) };
  });
}

type CountBetween = (from: number, to: number) => number;

function guessAt(
  look: Look,
  stacks: readonly Stack[],
  wordsIn: CountBetween,
): (Guess & { score: number }) | undefined {
  const key = keyOf(look);
  const alike = stacks.filter(
    (stack) =>
      !isTall(stack) &&
      !stack.paragraphs.some((paragraph) => paragraph.look && keyOf(paragraph.look) === key) &&
      stack.paragraphs.some((paragraph) => paragraph.look && isAsMarked(paragraph.look, look)),
  );
  const cuts = cutsOf(look, stacks);
  const own = withText(cuts, wordsIn);
  if (own.length < 2) return undefined;
  const lengths = own.map(({ words }) => words).toSorted((a, b) => a - b);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  const share = (test: (one: (typeof own)[number]) => boolean) => own.filter(test).length / own.length;
  const pages = share(({ cut }) => cut.stack.startsPage);
  const numbered = share(({ number }) => number !== undefined);
  const capitalsShare = share(({ title }) => /\p{Lu}{3}/u.test(title) && !/\p{Ll}/u.test(title));
  const marks = [look.bold, look.centred, look.underlined, look.capitals || capitalsShare >= 0.8, look.named];
  const features = [...marks, look.larger > 0, pages >= 0.6, numbered >= 0.6].filter(Boolean).length;
  const isStrong = features >= 2;
  if (median < minWordsBetween.strong || (!isStrong && own.length < 3)) return undefined;

  const [first] = own;
  const [before, total] = [wordsIn(0, first?.line ?? 0), wordsIn(0, Infinity)];
  const startsEarly = before <= Math.max(maxTextBefore.words, total * maxTextBefore.part);
  const extraCuts = alike.flatMap((stack): Cut[] => {
    const place = stack.paragraphs.findIndex(
      (paragraph) => paragraph.look && isAsMarked(paragraph.look, look),
    );
    const isLater = (stack.paragraphs[0]?.line ?? 0) > (first?.line ?? 0);
    return isLater ? [{ stack, from: place, to: place }] : [];
  });
  const all = [...own.map(({ cut }) => cut), ...extraCuts].toSorted((a, b) => lineOf(a) - lineOf(b));
  const ownCuts = new Set(own.map(({ cut }) => cut));
  const isDoubtful = ({ cut, words, number, told }: Titled) =>
    told === undefined &&
    (!ownCuts.has(cut) ||
      (words < minWordsBetween.strong && number === undefined) ||
      (pages >= 0.7 && own.length >= 4 && !cut.stack.startsPage));
  const chapters = median <= maxChapterWords ? 1 : 0;
  return {
    look,
    titles: withText(all, wordsIn).flatMap((titled) => [
      ...outerTitle(titled.cut),
      headingOf(titled, numbered, isDoubtful(titled)),
    ]),
    isLikely: startsEarly && (isStrong || median >= minWordsBetween.weak),
    score: chapters * 100 + (pages >= 0.6 ? 20 : 0) + features * 5 + look.larger / 4 + own.length / 1000,
  };
}

const lineOf = ({ stack, from }: Cut) => stack.paragraphs[from]?.line ?? 0;
const nextOf = ({ stack, to }: Cut) => stack.paragraphs[to]?.next ?? 0;

interface Titled {
  cut: Cut;
  line: number;
  next: number;
  title: string;
  told: Heading | undefined;
  number: number | undefined;
  words: number;
}

/** Titles with word counts, without the book's own title and a final «Fine». */
function withText(cuts: readonly Cut[], wordsIn: CountBetween): Titled[] {
  const titled = cuts.map((cut, i): Titled => {
    const paragraphs = cut.stack.paragraphs.slice(cut.from, cut.to + 1);
    const [line, next] = [lineOf(cut), nextOf(cut)];
    const following = cuts[i + 1];
    const words = wordsIn(next, following ? lineOf(following) : Infinity);
    const [first] = paragraphs;
    const number = numberOfFirstLine(first?.text ?? '');
    return { cut, line, next, title: joinLines(paragraphs), told: first?.told, number, words };
  });
  const start = titled.findIndex(
    ({ words, number, told }) =>
      words >= minWordsBetween.strong || (words > 0 && (told !== undefined || number !== undefined)),
  );
  if (start === -1) return [];
  const end = titled.findLastIndex(({ words }) => words > 0);
  return titled.slice(start, end + 1);
}

function headingOf(titled: Titled, numbered: number, doubtful: boolean): Heading {
  const { line, next, title, told, words, cut } = titled;
  // Without numbered titles around them, «Sette» and «C.» are names.
  const number = numbered >= 0.5 ? titled.number : told?.number;
  const guess = told ? undefined : doubtful ? ('doubtful' as const) : ('look' as const);
  const isBare = words === 0 && cut.stack.startsPage;
  const place = { title, line, next, guess };
  return isBare ? { ...place, rank: 'part', number: undefined } : { ...place, rank: 'look', number };
}

/** A title of another look above it on its page: a part's name. */
function outerTitle({ stack, from }: Cut): Heading[] {
  const above = stack.paragraphs.slice(0, from);
  const [first] = above;
  if (!first || !stack.startsPage || stack.isFirst || above.some(({ told }) => told)) return [];
  const next = above.at(-1)?.next ?? first.next;
  return [
    { rank: 'part', title: joinLines(above), line: first.line, next, number: undefined, guess: 'look' },
  ];
}
