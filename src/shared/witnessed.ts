/** Lines around a passage that the protagonist did not witness: readers have it in the book, he never gets it. */
export const absenceMarks = { open: "[[non c'ero]]", close: '[[/]]' } as const;

const openingMark = /^\[\[\s*non\s+c\s*['’‘]\s*ero\s*\]\]$/iu;
const closingMark = /^\[\[\s*\/\s*\]\]$/;
/** Malformed marks: misspelled, or with other words on the line. */
const likeAMark = /\[\[\s*(?:non\b|\/)|\[\s*non\s+c\s*['’‘]?\s*ero\s*\]/iu;

/** Accepts a backslash before each bracket, as converters to Markdown write it. */
function kindOf(written: string): 'opening' | 'closing' | 'damaged' | 'text' {
  const line = written.replaceAll('\\', '').trim();
  if (openingMark.test(line)) return 'opening';
  if (closingMark.test(line)) return 'closing';
  return likeAMark.test(line) ? 'damaged' : 'text';
}

interface ReadText {
  witnessed: string[];
  unwitnessed: string[];
  hasMarks: boolean;
  problem: string | undefined;
}

function readLines(text: string): ReadText {
  const result: ReadText = { witnessed: [], unwitnessed: [], hasMarks: false, problem: undefined };
  let openedAt: number | undefined;
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const at = index + 1;
    const kind = kindOf(written);
    result.hasMarks ||= kind !== 'text';
    if (kind === 'opening') {
      if (openedAt !== undefined)
        result.problem ??= `Alla riga ${at} comincia un passo «non c’ero» dentro quello della riga ${openedAt}: prima chiudilo con ${absenceMarks.close}.`;
      openedAt ??= at;
    } else if (kind === 'closing') {
      if (openedAt === undefined)
        result.problem ??= `Alla riga ${at} c’è ${absenceMarks.close}, ma nessun passo «non c’ero» è aperto.`;
      openedAt = undefined;
    } else if (kind === 'damaged') {
      result.problem ??= `Alla riga ${at} c’è un segno che non si capisce: ${absenceMarks.open} e ${absenceMarks.close} stanno da soli sulla loro riga.`;
    } else (openedAt === undefined ? result.witnessed : result.unwitnessed).push(written);
  }
  if (openedAt !== undefined)
    result.problem ??= `Il passo «non c’ero» che comincia alla riga ${openedAt} non finisce: manca ${absenceMarks.close}.`;
  return result;
}

/** A probable mark that passes for prose: other brackets, or no space. Reported only where the marks do not match. */
const perhapsAMark = /^[[({<]{1,2}\s*(?:non\s*c\s*['’‘]?\s*ero|\/)\s*[\])}>]{1,2}$/iu;

/** The problem with a text's marks (unclosed, nested, misspelled), as a sentence for the author. */
export function findMarkProblem(text: string): string | undefined {
  const problem = text.includes('[') ? readLines(text).problem : undefined;
  if (problem === undefined) return undefined;
  const lines = text.split(/\r?\n/).map((written) => written.replaceAll('\\', '').trim());
  const at = lines.findIndex((line) => kindOf(line) === 'text' && perhapsAMark.test(line)) + 1;
  return at === 0 ? problem : `${problem} Forse è la riga ${at}: «${lines[at - 1]}».`;
}

/**
 * The text without passages marked as unwitnessed. Malformed marks cannot be saved, so they mean a manual edit of the
 * database: the result is empty (fail closed).
 */
export function witnessedText(text: string): string {
  if (!text.includes('[')) return text;
  const { witnessed, hasMarks, problem } = readLines(text);
  if (problem !== undefined) return '';
  return hasMarks ? withoutGaps(witnessed.join('\n')) : text;
}

/** Collapses blank lines, so that the length of a removed passage stays hidden. */
export const withoutGaps = (text: string): string => text.replace(/\n(?:[^\S\n]*\r?\n){2,}/g, '\n\n').trim();

/** A text of which the protagonist has seen nothing: one passage from its first line to its last. */
export const withAbsence = (text: string): string =>
  `${absenceMarks.open}\n${withoutMarks(text).trim()}\n${absenceMarks.close}`;

export function withoutMarks(text: string): string {
  if (!text.includes('[')) return text;
  const isMark = (line: string) => ['opening', 'closing'].includes(kindOf(line));
  return text
    .split('\n')
    .filter((line) => !isMark(line))
    .join('\n');
}

/** Whether a line of the text is a mark, well-formed or not. */
export const hasMarks = (text: string): boolean =>
  text.includes('[') && text.split(/\r?\n/).some((line) => kindOf(line) !== 'text');

/** The lines of a text without the marks, each with whether it is inside a marked passage. */
export function readPassages(text: string): { line: string; unwitnessed: boolean }[] {
  let unwitnessed = false;
  return text.split(/\r?\n/).flatMap((line) => {
    const kind = kindOf(line);
    if (kind === 'opening' || kind === 'closing') unwitnessed = kind === 'opening';
    return kind === 'text' ? [{ line, unwitnessed }] : [];
  });
}

/** Whether `text` hides a line from the protagonist that `before` did not. */
export function hidesMore(text: string, before: string): boolean {
  if (!text.includes('[')) return false;
  const hidden = new Set(readLines(before).unwitnessed.map((line) => line.trim()));
  return readLines(text).unwitnessed.some((line) => line.trim() !== '' && !hidden.has(line.trim()));
}
