import { findLooks, type PlacedLook, type Run, type Style } from './look.ts';

export interface Manuscript {
  /**
   * Paragraphs separated by blank lines. Headings in Markdown (`## Capitolo 3`), {@link sceneBreak}, {@link pageBreak}.
   * No emphasis: sections are plain text.
   */
  text: string;
  /** Warnings in Italian. */
  notes: string[];
  /** Footnotes and endnotes, in text order; not in `text`. */
  footnotes: Footnote[];
  /** Paragraphs that stand out from the body, for documents with formatting. */
  looks?: PlacedLook[];
  /** What is in the file and not in `text`. */
  leftOut: LeftOut[];
}

/** Plain text, as pasted. */
export const plainManuscript = (text: string): Manuscript => ({
  text,
  notes: [],
  footnotes: [],
  leftOut: [],
});

/** Kinds of things that are no text of the book, as the preview names them. */
export const leftOutNames = {
  hidden: 'parole nascoste',
  deleted: 'parole cancellate in revisione',
  comment: 'commenti',
  note: 'note a piè di pagina',
  index: 'righe d’indice',
  header: 'intestazioni e piè di pagina',
  pageNumber: 'segni di pagina',
  data: 'dati del file',
  link: 'indirizzi dei collegamenti',
  page: 'pagine fuori dalla lettura',
  picture: 'immagini',
  unreadable: 'pezzi che non si possono leggere',
} as const;

export interface LeftOut {
  kind: keyof typeof leftOutNames;
  /** Empty for what has no words. */
  text: string;
}

export interface Footnote {
  /** Line of the reference, from 0. */
  line: number;
  /** One paragraph; empty for a missing note. */
  text: string;
}

/** Its message continues the author's sentence after the file's name. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

/** Normal form of a scene break. */
export const sceneBreak = '* * *';

/** Paragraph for a page break; removed from sections. */
export const pageBreak = '\f';

const sceneMarks = /^(?:(?:[*•·~○◊✦❦]\s*){1,7}|⁂|#|#(?:\s*#){2,4}|[-–—_]{3,}|[-–—](?:\s+[-–—]){2,4})$/u;

/** Obsidian's and Pandoc's fields at the head of a file, with their marks. */
export function frontMatterOf(text: string): string | undefined {
  const [whole, fields = ''] = /^---[ \t]*\n([^]*?\n)(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text) ?? [];
  const isYaml = fields.split('\n').every((line) => /^(?:$|\s|#|-|[\w-]+:)/.test(line));
  return isYaml ? whole : undefined;
}

export const isSceneBreak = (paragraph: string): boolean => sceneMarks.test(paragraph);

/** Removes invisible characters and ligatures; quotes, dashes and accents stay. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|\v|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[\u00ad\u061c\u200b\u200c\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/(?![\t\n\f])\p{Cc}/gu, '')
    .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'))
    .normalize('NFC');
}

const oneLine = (text: string) => cleanText(text).replace(/\s+/g, ' ').trim();

export class ManuscriptWriter {
  readonly #paragraphs: string[] = [];
  readonly #footnotes: { paragraph: number; text: string }[] = [];
  readonly #set: { paragraph: number; runs: readonly Run[]; style: Style }[] = [];
  readonly #leftOut: LeftOut[] = [];
  readonly notes: string[] = [];
  /** Number of text boxes; their text follows their paragraph. */
  textBoxes = 0;

  /** @param level 1 to 6; a line break separates number and title */
  heading(level: number, text: string): void {
    const title = text
      .split('\n')
      .map(oneLine)
      .filter(Boolean)
      .join('. ')
      .replace(/([.:!?…])\. /g, '$1 ');
    if (title !== '') this.#paragraphs.push(`${'#'.repeat(Math.min(6, Math.max(1, level)))} ${title}`);
  }

  paragraph(text: string, runs?: readonly Run[], style: Style = {}): void {
    const lines = cleanText(text)
      .split('\n')
      .map((line) => line.trim());
    const paragraph = lines.join('\n').trim();
    if (paragraph === '') return;
    if (runs) this.#set.push({ paragraph: this.#paragraphs.length, runs, style });
    this.#paragraphs.push(isSceneBreak(paragraph) ? sceneBreak : paragraph);
  }

  /**
   * A paragraph of a document: a heading where its style says so.
   *
   * @param label what the program draws before it
   * @param isTop outside tables and text boxes, where titles are
   */
  styled(runs: readonly Run[], style: Style, label: string, isTop: boolean): void {
    const text = runs.map((run) => run.text).join('');
    if (style.level) this.heading(style.level, `${label}\n${text}`);
    else if (text.trim() !== '' || /\p{L}{3}/u.test(label))
      this.paragraph(`${label} ${text}`, isTop ? runs : undefined, style);
  }

  sceneBreak(): void {
    this.#paragraphs.push(sceneBreak);
  }

  pageBreak(): void {
    if (this.#paragraphs.length > 0 && this.#paragraphs.at(-1) !== pageBreak)
      this.#paragraphs.push(pageBreak);
  }

  footnote(text: string): void {
    this.#footnotes.push({ paragraph: this.#paragraphs.length, text: oneLine(text) });
  }

  leaveOut(kind: LeftOut['kind'], text: string): void {
    const words = oneLine(text);
    if (words !== '' || kind === 'picture' || kind === 'unreadable')
      this.#leftOut.push({ kind, text: words });
  }

  finish(): Manuscript {
    let next = 0;
    const lines = this.#paragraphs.map((paragraph) => {
      const line = next;
      next += paragraph.split('\n').length + 1;
      return line;
    });
    const boxes = this.textBoxes;
    const subject = boxes === 1 ? 'Una casella di testo sta' : `${boxes} caselle di testo stanno`;
    if (boxes > 0) this.notes.push(`${subject} dopo il proprio paragrafo: guarda che il posto sia giusto.`);
    const looks = findLooks(this.#set);
    return {
      text: this.#paragraphs.join('\n\n'),
      notes: this.notes,
      leftOut: this.#leftOut,
      footnotes: this.#footnotes.map(({ paragraph, text }) => ({
        line: lines[paragraph] ?? lines.at(-1) ?? 0,
        text,
      })),
      looks: this.#set.flatMap(({ paragraph }, i) => {
        const look = looks[i];
        return look ? [{ line: lines[paragraph] ?? 0, ...look }] : [];
      }),
    };
  }
}
