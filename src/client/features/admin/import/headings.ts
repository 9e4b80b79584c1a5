import { pageBreak } from './read/manuscript.ts';

/** A possible start of a section. `rank` orders kinds from outermost to innermost. */
export interface Heading {
  rank: HeadingRank;
  title: string;
  /** From `line` up to, not including, `next`. */
  line: number;
  next: number;
  number: number | undefined;
  /** Recognised by its look only; `doubtful`: less clearly than others. */
  guess?: 'look' | 'doubtful' | undefined;
}

/**
 * `part`: «Parte seconda»; `1`–`6`: Markdown headings; `chapter`: «Capitolo 3»; `numeral`: «III.»; `number`: «3»;
 * `look`, `look2`, `look3`: paragraphs that look like titles, most likely first; `page`: page breaks; `capitals`: «IL
 * PAESE DELLE NEVI»; `scene`: `* * *`; `gap`: several blank lines; `whole`: no split.
 */
export type HeadingRank =
  | 'part'
  | 1
  | 2
  | 3
  | 4
  | 5
  | 6
  | 'chapter'
  | 'numeral'
  | 'number'
  | 'look'
  | 'look2'
  | 'look3'
  | 'page'
  | 'capitals'
  | 'scene'
  | 'gap'
  | 'whole';

const units = 'uno due tre quattro cinque sei sette otto nove'.split(' ');
const teens = 'dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'.split(
  ' ',
);
const tens = 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta'.split(' ');

export const cardinals = [
  ...units,
  ...teens,
  ...tens.flatMap((ten) => [
    ten,
    ...units.map((unit) => (/^[uo]/.test(unit) ? ten.slice(0, -1) : ten) + unit),
  ]),
];

export const ordinals = [
  ...'primo secondo terzo quarto quinto sesto settimo ottavo nono decimo'.split(' '),
  ...cardinals.slice(10).map((word) => `${/(?:tre|sei)$/.test(word) ? word : word.slice(0, -1)}esimo`),
];

const romanValues = new Map(Object.entries({ I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }));
const romanForm = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;

/** Value of a well-formed Roman numeral in capitals; else `undefined`. */
export function romanToNumber(text: string): number | undefined {
  if (text === '' || !romanForm.test(text)) return undefined;
  const digits = Array.from(text, (letter) => romanValues.get(letter) ?? 0);
  return digits.reduce((sum, digit, i) => sum + (digit < (digits[i + 1] ?? 0) ? -digit : digit), 0);
}

export function toRoman(number: number): string {
  const places = [
    ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'],
    ['', 'X', 'XX', 'XXX', 'XL', 'L', 'LX', 'LXX', 'LXXX', 'XC'],
    ['', 'C', 'CC', 'CCC', 'CD', 'D', 'DC', 'DCC', 'DCCC', 'CM'],
  ];
  const digits = Array.from(String(number), Number).toReversed();
  return digits
    .map((digit, i) => places[i]?.[digit] ?? '')
    .toReversed()
    .join('');
}

/** Number in digits, Roman numerals or words: `3`, `iii`, «tre», «terza». */
export function numberOf(text: string): number | undefined {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  const roman = romanToNumber(text.toUpperCase());
  if (roman !== undefined) return roman;
  const word = text.toLowerCase().replace(/é$/, 'e');
  const place = Math.max(ordinals.indexOf(word.replace(/a$/, 'o')), cardinals.indexOf(word));
  return place === -1 ? undefined : place + 1;
}

const chapterLine = /^(?:capitolo|cap\.|sezione|chapter)\s+([\p{L}\d]+)(.*)$/iu;
const loneWord = /^(?:prologo|epilogo|introduzione|prefazione|premessa|antefatto|postfazione)$/i;
const partLine = /^(?:parte|libro|volume|tomo)\s+([\p{L}\d]+)(.*)$/iu;
const frontMatter =
  /^(?:copertina|frontespizio|colophon|copyright|dedica|epigrafe|indice(?: generale)?|sommario|ringraziamenti|prefazione|postfazione|bibliografia|(?:l[’']autore|l[’']autrice)|nota (?:dell|sull)[’'](?:autore|autrice|editore)|dell[oa] stess[oa] autor(?:e|ice))$/i;

export const isFrontMatter = (title: string): boolean => frontMatter.test(title.replace(/[\s.:]+$/, ''));
/** Text allowed after a chapter's number: nothing, or a separator and a title. */
const afterNumber = /^\s*(?:[.:)]?|[.:)]?\s*[—–:-]\s*\S.*|[.:)]\s+\S.*)$/u;
const maxHeadingLength = 200;

function chapterHeading(line: string): { number: number | undefined } | undefined {
  if (loneWord.test(line)) return { number: undefined };
  const [, numeral = '', rest = ''] = chapterLine.exec(line) ?? [];
  const number = numberOf(numeral);
  return number !== undefined && afterNumber.test(rest) ? { number } : undefined;
}

function isPartHeading(line: string): boolean {
  const [, numeral = '', rest = ''] = partLine.exec(line) ?? [];
  return numberOf(numeral) !== undefined && afterNumber.test(rest);
}

function plainHeading(text: string): string {
  return text
    .replace(/\s+#+\s*$/, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|\*|_|`)(.+?)\1/g, '$2')
    .trim();
}

/** Number in a title: `Capitolo 3`, `III. Il bosco`, `3 — Il bosco`. */
export function numberInTitle(title: string): number | undefined {
  const chapter = chapterHeading(title)?.number;
  if (chapter !== undefined) return chapter;
  const [, numeral = ''] = /^(\d{1,4}|[IVXLCDM]+)(?:$|[.:)]|\s*[—–-]\s)/.exec(title) ?? [];
  return numberOf(numeral);
}

/** All possible headings, in order, except in fenced code. */
export function findHeadings(lines: readonly string[]): Heading[] {
  const headings: Heading[] = [];
  const isBlank = (i: number) => (lines[i] ?? '').trim() === '';
  let fence: string | undefined;
  for (let i = 0; i < lines.length; i += 1) {
    const line = (lines[i] ?? '').trim();
    const mark = /^(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && /^[`~]+$/.test(line)) fence = undefined;
      continue;
    }
    if (mark) {
      fence = mark;
      continue;
    }
    const heading = headingAt(lines, i, line, isBlank);
    if (heading) {
      headings.push(heading);
      i = heading.next - 1;
    }
  }
  return keepSequence(headings);
}

function headingAt(
  lines: readonly string[],
  i: number,
  line: string,
  blank: (i: number) => boolean,
): Heading | undefined {
  if (line === '' || /^(?: {4}|\t)/.test(lines[i] ?? '')) return undefined;
  const [, hashes, text = ''] = /^(#{1,6})(?:\s+(.*))?$/.exec(line) ?? [];
  if (hashes) {
    const title = plainHeading(text);
    if (title === '') return undefined;
    return {
      rank: hashes.length as 1 | 2 | 3 | 4 | 5 | 6,
      title,
      line: i,
      next: i + 1,
      number: numberInTitle(title),
    };
  }
  if (line.length > maxHeadingLength || !blank(i - 1)) return undefined;
  const underline = (lines[i + 1] ?? '').trim();
  if (/^(?:={3,}|-{3,})$/.test(underline)) {
    const title = plainHeading(line);
    return {
      rank: underline.startsWith('=') ? 1 : 2,
      title,
      line: i,
      next: i + 2,
      number: numberInTitle(title),
    };
  }
  const title = plainHeading(line);
  const chapter = chapterHeading(title);
  if (chapter) return { rank: 'chapter', title, line: i, next: i + 1, number: chapter.number };
  if (!blank(i + 1)) return undefined;
  if (isPartHeading(title)) return { rank: 'part', title, line: i, next: i + 1, number: undefined };
  if (isFrontMatter(title)) return { rank: 'chapter', title, line: i, next: i + 1, number: undefined };
  const [, digits] = /^(\d{1,3})\.?$/.exec(title) ?? [];
  if (digits) return { rank: 'number', title, line: i, next: i + 1, number: Number(digits) };
  const [, numeral = '', rest] = /^([IVXLCDM]+)(?:\.|\.\s+(\S.{0,78}[^.!?;:,…]))?$/.exec(title) ?? [];
  const number = romanToNumber(numeral);
  if (number === undefined || (rest !== undefined && /[.!?]\s/.test(rest))) return undefined;
  return { rank: 'numeral', title, line: i, next: i + 1, number };
}

export const firstWords = (text: string): string => text.split(/\s+/).slice(0, 6).join(' ').slice(0, 80);

/** The single short line below, or the first words of the text below. */
export function titleBelow(lines: readonly string[], above: number): Omit<Heading, 'rank'> {
  const first = lines.findIndex((line, i) => i > above && line.trim() !== '');
  const text = plainHeading((lines[first] ?? '').trim().replace(/^#+\s/, ''));
  const isTitle = text.length <= 80 && !/[.!?…»”:;,]$/.test(text) && (lines[first + 1] ?? '').trim() === '';
  if (isTitle) return { title: text, line: above, next: first + 1, number: numberInTitle(text) };
  return { title: firstWords(text), line: above, next: above + 1, number: undefined };
}

/** Page breaks, each with the single short line after it, if any. */
export function findPages(lines: readonly string[]): Heading[] {
  return lines.flatMap((line, i): Heading[] => {
    if (line !== pageBreak) return [];
    const first = lines.findIndex((other, j) => j > i && other.trim() !== '');
    return first === -1 || lines[first] === pageBreak ? [] : [{ ...titleBelow(lines, i), rank: 'page' }];
  });
}

/** At least three letters, no lower case, no punctuation at the ends: «BASTA!» is shouting. */
const inCapitals = /^(?=(?:[^\p{L}]*\p{L}){3})[\p{Lu}\p{N}][^\p{Ll}]{1,78}[\p{Lu}\p{N}]$/u;

/** Single lines in capitals: titles of a manuscript without other headings. */
export function findCapitals(lines: readonly string[]): Heading[] {
  const isBlank = (i: number) => (lines[i] ?? '').trim() === '';
  return lines.flatMap((line, i): Heading[] => {
    const title = line.trim();
    if (!isBlank(i - 1) || !isBlank(i + 1) || !inCapitals.test(title)) return [];
    return [{ rank: 'capitals', title, line: i, next: i + 1, number: numberInTitle(title) }];
  });
}

/**
 * A single `C.` is an initial, not chapter 100: numerals must be consecutive or restart at I. A single `1943` is a
 * year: numbers must start at 1.
 */
function keepSequence(headings: readonly Heading[]): Heading[] {
  return keepNumbered(keepNumbered(headings, 'numeral'), 'number');
}

function keepNumbered(headings: readonly Heading[], of: 'numeral' | 'number'): Heading[] {
  const startsAtOne = headings.some((heading) => heading.rank === of && heading.number === 1);
  let last: number | undefined = startsAtOne || of === 'number' ? 0 : undefined;
  return headings.filter(({ rank, number }) => {
    if (rank !== of || number === undefined) return true;
    const follows = last === undefined || number === 1 || (number > last && number <= last + 3);
    if (follows) last = number;
    return follows;
  });
}
