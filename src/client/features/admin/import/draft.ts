import { sectionLimits, type Section } from '#shared/contracts/sections.ts';
import type { ImportSections } from '#shared/contracts/sections-import.ts';
import { findMarkProblem, withoutMarks } from '#shared/witnessed.ts';
import { countWords } from '#shared/words.ts';
import type { Changes, Comparison } from './compare.ts';
import { firstWords } from './headings.ts';
import { keepMarks } from './kept-marks.ts';
import { joinedTitle, paragraphsOf, type Piece } from './import-sections.ts';
import { sceneBreak } from './read/manuscript.ts';

/** A piece with the author's changes in the preview; `title` as typed. */
export interface Draft extends Piece {
  included: boolean;
  /** Number as typed; empty: derived from the text. */
  typed: string;
  appended?: number;
  /** The stored section stays as it is, whatever the manuscript says. */
  keepsStored?: boolean;
}

export type StoredSection = Pick<
  Section,
  'id' | 'sectionNumber' | 'title' | 'content' | 'updatedAt' | 'correctedAt'
>;

/** `update` keeps the stored section's cards, short forms and reader count. */
type Outcome = 'create' | 'update' | 'same';

export interface PlannedSection {
  draft: Draft;
  /** Text to save, with the stored section's «non c’ero» marks. */
  content: string;
  keptPassages: number;
  /** Absent when excluded or without a valid number. */
  sectionNumber?: number | undefined;
  outcome?: Outcome;
  stored?: StoredSection | undefined;
  changes?: Changes | undefined;
  /** Why it cannot be saved, in Italian. */
  problem?: string | undefined;
  takenBy?: StoredSection | undefined;
}

export interface ImportPlan {
  rows: PlannedSection[];
  /** Stored sections missing in the text: kept unless the author removes them. */
  gone: StoredSection[];
  /** Why the text's numbers differ from the sections', in Italian. */
  shift: string | undefined;
}

/** Words: a shorter text under an outer heading is a motto and excluded, unlike an unnamed prologue. */
const minPartWords = 150;

/** Excludes front matter, lead and mottoes by default; an empty chapter cannot be a section. */
export function draftsOf(pieces: readonly Piece[]): Draft[] {
  return pieces.map((piece) => ({
    ...piece,
    title: piece.part === '' ? piece.title : joinedTitle(piece.part, piece.title),
    included:
      piece.content !== '' &&
      (piece.kind === 'section' || (piece.kind === 'part' && piece.words >= minPartWords)),
    typed: '',
  }));
}

const wordsOf = (content: string) => countWords(withoutMarks(content));

export function withFootnotes(draft: Draft): Draft {
  if (draft.footnotes.length === 0) return draft;
  const notes = draft.footnotes.map(({ text }, i) => `Nota ${i + 1}. ${text}`);
  const content = [draft.content, sceneBreak, ...notes].filter(Boolean).join('\n\n');
  return { ...draft, content, words: wordsOf(content), appended: notes.length + 1 };
}

const continued = ' (seguito)';
const continuedTitle = (title: string) => title.slice(0, sectionLimits.title - continued.length) + continued;

/** Divides a piece that is too long to be a section: between paragraphs, in a very long one after a sentence. */
export function divideLong(drafts: readonly Draft[], index: number): Draft[] {
  return replaceDraft(drafts, index, (draft) => {
    let above = 0;
    return textsWithin(draft.content, sectionLimits.content).map((content) => {
      const from = above;
      above += paragraphsOf(content).length;
      const part = { ...draft, content, footnotes: notesWithin(draft, from, above) };
      return from === 0
        ? part
        : { ...part, title: continuedTitle(draft.title), number: undefined, typed: '' };
    });
  });
}

function textsWithin(text: string, max: number): string[] {
  if (text.length <= max) return [text];
  const head = text.slice(0, max);
  const paragraph = head.lastIndexOf('\n\n');
  const sentence = /^[^]*[.!?…][»”"’)]*(?=\s)/.exec(head)?.[0].length ?? 0;
  const cut = [paragraph, sentence, head.lastIndexOf(' ')].find((place) => place > max / 2) ?? max;
  return [text.slice(0, cut).trim(), ...textsWithin(text.slice(cut).trim(), max)];
}

/** Divides a piece before a paragraph; a single line that reads like a heading becomes the title. */
export function divideDraft(drafts: readonly Draft[], index: number, paragraph: number): Draft[] {
  return replaceDraft(drafts, index, (draft) => {
    const paragraphs = paragraphsOf(draft.content);
    const heading = (paragraphs[paragraph] ?? '').trim();
    const isHeading =
      paragraphs.length > paragraph + 1 && heading.length <= 80 && !/[.!?…»”:;,]$/.test(heading);
    const start = paragraph + Number(isHeading);
    const second: Draft = {
      ...draft,
      title: isHeading ? heading : continuedTitle(draft.title),
      content: paragraphs.slice(start).join('\n\n'),
      footnotes: notesWithin(draft, paragraph, Infinity, start),
      kind: 'section',
      number: undefined,
      guess: undefined,
      included: true,
      typed: '',
      keepsStored: false,
    };
    const content = paragraphs.slice(0, paragraph).join('\n\n');
    return [{ ...draft, content, footnotes: notesWithin(draft, 0, paragraph) }, second];
  });
}

/** Notes of these paragraphs, which are counted anew from `start`. */
const notesWithin = ({ footnotes }: Draft, from: number, to: number, start = from) =>
  footnotes
    .filter(({ paragraph }) => paragraph >= from && paragraph < to)
    .map((note) => ({ ...note, paragraph: Math.max(0, note.paragraph - start) }));

/** Puts parts, with indexes and words of their own, in the place of a piece. */
function replaceDraft(drafts: readonly Draft[], index: number, divide: (draft: Draft) => Draft[]): Draft[] {
  const next = Math.max(...drafts.map((draft) => draft.index));
  return drafts.flatMap((draft) =>
    draft.index === index
      ? divide(draft).map((part, i) => ({
          ...part,
          index: i === 0 ? index : next + i,
          words: wordsOf(part.content),
        }))
      : [draft],
  );
}

/** Appends a piece to the previous one, which keeps title and number; the appended title becomes a line of text. */
export function joinToPrevious(drafts: readonly Draft[], index: number): Draft[] {
  const place = drafts.findIndex((draft) => draft.index === index);
  const [before, joined] = [drafts[place - 1], drafts[place]];
  if (!before || !joined) return [...drafts];
  const isOwn = !joined.title.endsWith(continued) && joined.title !== firstWords(joined.content);
  const heading = isOwn ? joined.title : '';
  const content = [before.content, heading, joined.content].filter(Boolean).join('\n\n');
  const number = before.number ?? joined.number;
  const above = paragraphsOf(before.content).length + (heading ? 1 : 0);
  const movedNotes = joined.footnotes.map((note) => ({ ...note, paragraph: note.paragraph + above }));
  const joinedDraft = {
    ...before,
    content,
    words: wordsOf(content),
    number,
    footnotes: [...before.footnotes, ...movedNotes],
    included: before.included || joined.included,
  };
  return [...drafts.slice(0, place - 1), joinedDraft, ...drafts.slice(place + 1)];
}

/**
 * Computes what saving would do. Typed numbers win over numbers in the text.
 *
 * @param start first number as typed; empty: from the text
 * @param comparisons stored section of each piece
 */
export function planImport(
  drafts: readonly Draft[],
  start: string,
  stored: readonly StoredSection[],
  comparisons: readonly Comparison[],
): ImportPlan {
  const included = drafts.filter((draft) => draft.included);
  const compared = new Map(comparisons.map((comparison) => [comparison.index, comparison]));
  const byId = new Map(stored.map((section) => [section.id, section]));
  const matched = new Map(
    included.flatMap(({ index }) => {
      const section = byId.get(compared.get(index)?.sectionId ?? '');
      return section ? [[index, section] as const] : [];
    }),
  );
  const replaced = new Set([...matched.values()].map(({ id }) => id));
  const leftovers = stored.filter(({ id }) => !replaced.has(id));
  const takenBy = new Map(leftovers.map((section) => [section.sectionNumber, section]));
  const { numbers, shift } = numberDrafts(included, start, { matched, stored, takenBy });
  const counts = new Map<number, number>();
  for (const number of numbers.values()) counts.set(number, (counts.get(number) ?? 0) + 1);

  const rows = drafts.map((draft): PlannedSection => {
    if (!draft.included) return { draft, content: draft.content, keptPassages: 0 };
    const sectionNumber = numbers.get(draft.index);
    const section = matched.get(draft.index);
    const isKept = draft.keepsStored === true && section !== undefined;
    const marked = keepMarks(isKept ? section.content : draft.content, section?.content ?? '');
    const holder = takenBy.get(sectionNumber ?? 0);
    const isSame =
      section?.sectionNumber === sectionNumber &&
      section?.title === titleOf(draft, section) &&
      section.content === marked.content;
    return {
      draft,
      content: marked.content,
      keptPassages: marked.passages,
      sectionNumber,
      outcome: isSame ? 'same' : section ? 'update' : 'create',
      stored: section,
      changes: section && !isSame && !isKept ? compared.get(draft.index) : undefined,
      problem: problemOf({ ...draft, content: marked.content }, sectionNumber, holder, counts),
      takenBy: holder,
    };
  });
  return { rows, gone: leftovers, shift };
}

interface Surroundings {
  matched: ReadonlyMap<number, StoredSection>;
  stored: readonly StoredSection[];
  takenBy: ReadonlyMap<number, StoredSection>;
}

function numberDrafts(
  included: readonly Draft[],
  start: string,
  around: Surroundings,
): { numbers: Map<number, number>; shift: string | undefined } {
  const first = readNumber(start);
  if (first !== undefined) return { numbers: countFrom(included, first, () => undefined), shift: undefined };
  const textNumbers = countFrom(included, 1, ({ number }) => number);
  const tellsNumbers = included.some(({ number }) => number !== undefined);
  const values = [...textNumbers.values()];
  const ascends = values.every((value, i) => i === 0 || value > (values[i - 1] ?? 0));
  const isFree = values.every((value) => !around.takenBy.has(value));
  if (tellsNumbers && ascends && (isFree || around.matched.size > 0))
    return { numbers: textNumbers, shift: undefined };
  const numbers = countFrom(included, firstNumber(included, around), () => undefined);
  return { numbers, shift: tellsNumbers ? explainShift(included, numbers, ascends) : undefined };
}

/** The typed number, else that of `numberOf`, else the previous one plus 1. */
function countFrom(
  included: readonly Draft[],
  first: number,
  numberOf: (draft: Draft) => number | undefined,
): Map<number, number> {
  let next = first;
  const numbers = new Map<number, number>();
  for (const draft of included) {
    const isTyped = draft.typed.trim() !== '';
    const number = isTyped ? readNumber(draft.typed) : (numberOf(draft) ?? next);
    if (number === undefined) continue;
    numbers.set(draft.index, number);
    next = number + 1;
  }
  return numbers;
}

/** First number without one in the text: that of the updated sections, else the next free one. */
function firstNumber(included: readonly Draft[], { matched, stored, takenBy }: Surroundings): number {
  const place = included.findIndex(({ index }) => matched.has(index));
  const section = matched.get(included[place]?.index ?? -1);
  if (section) return Math.max(1, section.sectionNumber - place);
  const isFree = included.every((_, i) => !takenBy.has(i + 1));
  return isFree ? 1 : Math.max(0, ...stored.map(({ sectionNumber }) => sectionNumber)) + 1;
}

function explainShift(
  included: readonly Draft[],
  numbers: ReadonlyMap<number, number>,
  ascends: boolean,
): string | undefined {
  const shiftedDraft = included.find(
    ({ index, number }) => number !== undefined && numbers.get(index) !== number,
  );
  if (!shiftedDraft) return undefined;
  const becomes = `«${shiftedDraft.title}» diventa la sezione ${numbers.get(shiftedDraft.index)}`;
  const [first] = included;
  if (!ascends && first && first.number === undefined)
    return `Prima dei capitoli numerati c’è «${first.title}», e le sezioni cominciano da 1: ${becomes}. Per tenere i numeri del libro togli la spunta a «${first.title}», o uniscila alla seguente.`;
  if (!ascends)
    return `I numeri del testo ricominciano o si ripetono: le sezioni sono numerate di seguito, e ${becomes}.`;
  return `I numeri del testo sono già di altre sezioni: queste si aggiungono in fondo, e ${becomes}.`;
}

function readNumber(typed: string): number | undefined {
  const text = typed.trim();
  return /^\d{1,9}$/.test(text) && Number(text) >= 1 ? Number(text) : undefined;
}

/** A title that is only a number does not replace the stored title. */
function titleOf(draft: Draft, section: StoredSection | undefined): string {
  const title = draft.title.trim();
  const isBare =
    /^(?:(?:capitolo|cap\.|sezione)\s+)?[\p{L}\d]+\.?$/iu.test(title) && draft.number !== undefined;
  return section && (isBare || draft.keepsStored) ? section.title : title;
}

function problemOf(
  { title, content, typed }: Draft,
  sectionNumber: number | undefined,
  takenBy: StoredSection | undefined,
  counts: ReadonlyMap<number, number>,
): string | undefined {
  if (content === '') return 'Sotto questo titolo non c’è testo.';
  if (title.trim() === '') return 'Manca il titolo.';
  if (title.trim().length > sectionLimits.title)
    return `Il titolo supera i ${sectionLimits.title} caratteri.`;
  if (content.length > sectionLimits.content) return 'Il testo supera i 200.000 caratteri: dividilo.';
  const markProblem = findMarkProblem(content);
  if (markProblem !== undefined) return markProblem;
  if (sectionNumber === undefined) return `«${typed}» non è un numero di sezione.`;
  if ((counts.get(sectionNumber) ?? 0) > 1) return `Il numero ${sectionNumber} è di due righe.`;
  return takenBy && `Numero già occupato da «${takenBy.title}».`;
}

export function toImport({ rows, gone }: ImportPlan, removed: ReadonlySet<string>): ImportSections {
  return {
    sections: rows.flatMap(({ draft, content, sectionNumber, outcome, stored }) => {
      if (sectionNumber === undefined || outcome === undefined || outcome === 'same') return [];
      const fields = { sectionNumber, title: titleOf(draft, stored), content };
      return [stored ? { ...fields, id: stored.id, updatedAt: stored.updatedAt } : fields];
    }),
    remove: gone.filter(({ id }) => removed.has(id)).map(({ id }) => id),
  };
}
