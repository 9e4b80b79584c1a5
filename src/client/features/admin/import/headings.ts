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
export const headingRanks = ['part', 1, 2, 3, 4, 5, 6, 'chapter', 'numeral', 'number'] as const;
export const lookRanks = ['look', 'look2', 'look3'] as const;
export type HeadingRank =
  | (typeof headingRanks)[number]
  | (typeof lookRanks)[number]
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

const romanPlaces = [
  ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'],
  ['', 'X', 'XX', 'XXX', 'XL', 'L', 'LX', 'LXX', 'LXXX', 'XC'],
  ['', 'C', 'CC', 'CCC', 'CD', 'D', 'DC', 'DCC', 'DCCC', 'CM'],
  ['', 'M', 'MM', 'MMM'],
];

/** From 1 to 3,999. */
export const toRoman = (number: number): string =>
  romanPlaces
    .map((digits, place) => digits[Math.floor(number / 10 ** place) % 10])
    .toReversed()
    .join('');

const romans = new Map(Array.from({ length: 3_999 }, (_, i) => [toRoman(i + 1), i + 1]));

/** Value of a well-formed Roman numeral in capitals; else `undefined`. */
export const romanToNumber = (text: string): number | undefined => romans.get(text);

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

/** The number of a line like «Capitolo terzo: Il bosco». */
function numberIn(form: RegExp, line: string): number | undefined {
  const [, numeral = '', rest = ''] = form.exec(line) ?? [];
  return afterNumber.test(rest) ? numberOf(numeral) : undefined;
}
const isNumbered = (form: RegExp, line: string) => numberIn(form, line) !== undefined;
const isChapterHeading = (line: string) => loneWord.test(line) || isNumbered(chapterLine, line);

function plainHeading(text: string): string {
  return text
    .replace(/\s+#+\s*$/, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|\*|_|`)(.+?)\1/g, '$2')
    .trim();
}

/** Number in a title: `Capitolo 3`, `III. Il bosco`, `3 — Il bosco`. */
export function numberInTitle(title: string): number | undefined {
  const chapter = numberIn(chapterLine, title);
  if (chapter !== undefined) return chapter;
  const [, numeral = ''] = /^(\d{1,4}|[IVXLCDM]+)(?:$|[.:)]|\s*[—–-]\s)/.exec(title) ?? [];
  return numberOf(numeral);
}

/** All possible headings, in order, except in fenced code. */
export function findHeadings(lines: readonly string[]): Heading[] {
  const headings: Heading[] = [];
  let fence: string | undefined;
  lines.forEach((text, i) => {
    const line = text.trim();
    const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0];
    if (fence === undefined) {
      fence = mark;
      const heading = mark || i < (headings.at(-1)?.next ?? 0) ? undefined : headingAt(lines, i, line);
      if (heading) headings.push(heading);
    } else if (mark?.startsWith(fence) && /^[`~]+$/.test(line)) fence = undefined;
  });
  return keepSequence(headings);
}

const isBlankLine = (lines: readonly string[], i: number) => (lines[i] ?? '').trim() === '';

function headingAt(lines: readonly string[], i: number, line: string): Heading | undefined {
  const headed = (
    rank: HeadingRank,
    title: string,
    number = numberInTitle(title),
    next = i + 1,
  ): Heading => ({ rank, title, line: i, next, number });
  if (line === '' || /^(?: {4}|\t)/.test(lines[i] ?? '')) return undefined;
  const [, hashes, text = ''] = /^(#{1,6})(?:\s+(.*))?$/.exec(line) ?? [];
  const title = plainHeading(hashes ? text : line);
  if (hashes) return title === '' ? undefined : headed(hashes.length as 1 | 2 | 3 | 4 | 5 | 6, title);
  if (line.length > maxHeadingLength || !isBlankLine(lines, i - 1)) return undefined;
  const underline = (lines[i + 1] ?? '').trim();
  if (/^(?:={3,}|-{3,})$/.test(underline))
    return headed(underline.startsWith('=') ? 1 : 2, title, numberInTitle(title), i + 2);
  if (isChapterHeading(title)) return headed('chapter', title);
  if (!isBlankLine(lines, i + 1)) return undefined;
  if (isNumbered(partLine, title)) return { ...headed('part', title), number: undefined };
  if (isFrontMatter(title)) return headed('chapter', title);
  const [, digits] = /^(\d{1,3})\.?$/.exec(title) ?? [];
  if (digits) return headed('number', title, Number(digits));
  const [, numeral = '', rest] = /^([IVXLCDM]+)(?:\.|\.\s+(\S.{0,78}[^.!?;:,…]))?$/.exec(title) ?? [];
  const number = romanToNumber(numeral);
  if (number === undefined || (rest !== undefined && /[.!?]\s/.test(rest))) return undefined;
  return headed('numeral', title, number);
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

/** At least three letters, no lower case, no punctuation at the ends: «BASTA!» is shouting. */
const inCapitals = /^(?=(?:[^\p{L}]*\p{L}){3})[\p{Lu}\p{N}][^\p{Ll}]{1,78}[\p{Lu}\p{N}]$/u;

/** Single lines in capitals: titles of a manuscript without other headings. */
export function findCapitals(lines: readonly string[]): Heading[] {
  return lines.flatMap((line, i): Heading[] => {
    const title = line.trim();
    if (!isBlankLine(lines, i - 1) || !isBlankLine(lines, i + 1) || !inCapitals.test(title)) return [];
    return [{ rank: 'capitals', title, line: i, next: i + 1, number: numberInTitle(title) }];
  });
}

/**
 * A single `C.` is an initial, not chapter 100: numerals must be consecutive or restart at I. A single `1943` is a
 * year: numbers must start at 1.
 */
function keepSequence(headings: readonly Heading[]): Heading[] {
  const startsAtOne = headings.some(({ rank, number }) => rank === 'numeral' && number === 1);
  const last: Partial<Record<HeadingRank, number>> = { number: 0, ...(startsAtOne && { numeral: 0 }) };
  return headings.filter(({ rank, number }) => {
    if ((rank !== 'numeral' && rank !== 'number') || number === undefined) return true;
    const before = last[rank];
    const follows = before === undefined || number === 1 || (number > before && number <= before + 3);
    if (follows) last[rank] = number;
    return follows;
  });
}
