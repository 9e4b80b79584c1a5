import type { Look, PlacedLook } from './look.ts';

/** A book as every reader of files leaves it: plain text, and what was left out of it. */
export interface Manuscript {
  /**
   * Paragraphs between blank lines. Headings as in Markdown (`## Capitolo 3`), scene breaks as {@link sceneBreak}, page
   * breaks as {@link pageBreak}. Without italics: a section is plain text, and their marks would be read out to readers.
   */
  text: string;
  /** What the author should know, in Italian. */
  notes: string[];
  /** Of the pages' feet and of the book's end, in the text's order: none of them is in `text`. */
  footnotes: Footnote[];
  /** How the paragraphs look that stand out from the body, in a document that tells it. */
  looks?: PlacedLook[];
}

export interface Footnote {
  /** The line of the text, from 0, that refers to it. */
  line: number;
  /** Of one paragraph; empty when the file refers to a note that it has not. */
  text: string;
}

/** A file that cannot be read; its message goes on from the file's name in the author's sentence. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

/** The one form in which a section keeps a break between scenes. */
export const sceneBreak = '* * *';

/** A paragraph of its own where a new page begins; no section keeps it. */
export const pageBreak = '\f';

/** `***`, `⁂`, `# # #`, `———`, `• • •`: what writers put between two scenes. */
const sceneMarks = /^(?:(?:[*•·~○◊✦❦]\s*){1,7}|⁂|#|#(?:\s*#){2,4}|[-–—_]{3,}|[-–—](?:\s+[-–—]){2,4})$/u;

/** Whether a paragraph is a break between scenes. */
export const isSceneBreak = (paragraph: string): boolean => sceneMarks.test(paragraph);

/** Without what printers need and readers do not see; quotes, dashes and accents stay as they were written. */
export function cleanText(text: string): string {
  return text
    .replace(/[\u00ad\u200b\u200c\u2060\ufeff]/g, '')
    .replace(/[\u00a0\u202f]/g, ' ')
    .normalize('NFC');
}

/** Gathers a manuscript, paragraph by paragraph. */
export class ManuscriptWriter {
  readonly #paragraphs: string[] = [];
  readonly #footnotes: { paragraph: number; text: string }[] = [];
  readonly #looks: { paragraph: number; look: Look }[] = [];
  /** How many text boxes there were, whose words follow their paragraph. */
  textBoxes = 0;

  /** @param level 1 to 6; a line end inside the heading parts its number from its title */
  heading(level: number, text: string): void {
    const title = cleanText(text)
      .split('\n')
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter(Boolean)
      .join('. ')
      .replace(/([.:!?…])\. /g, '$1 ');
    if (title !== '') this.#paragraphs.push(`${'#'.repeat(Math.min(6, Math.max(1, level)))} ${title}`);
  }

  /** @param look when it stands out from the others */
  paragraph(text: string, look?: Look): void {
    const lines = cleanText(text)
      .split('\n')
      .map((line) => line.trim());
    const paragraph = lines.join('\n').trim();
    if (paragraph === '') return;
    if (look) this.#looks.push({ paragraph: this.#paragraphs.length, look });
    this.#paragraphs.push(isSceneBreak(paragraph) ? sceneBreak : paragraph);
  }

  sceneBreak(): void {
    this.#paragraphs.push(sceneBreak);
  }

  pageBreak(): void {
    if (this.#paragraphs.length > 0 && this.#paragraphs.at(-1) !== pageBreak)
      this.#paragraphs.push(pageBreak);
  }

  /** Of the paragraph or heading that is written next. */
  footnote(text: string): void {
    const words = cleanText(text).replace(/\s+/g, ' ').trim();
    this.#footnotes.push({ paragraph: this.#paragraphs.length, text: words });
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
    return {
      text: this.#paragraphs.join('\n\n'),
      notes: boxes === 0 ? [] : [`${subject} dopo il proprio paragrafo: guarda che il posto sia giusto.`],
      footnotes: this.#footnotes.map(({ paragraph, text }) => ({
        line: lines[paragraph] ?? lines.at(-1) ?? 0,
        text,
      })),
      looks: this.#looks.map(({ paragraph, look }) => ({ line: lines[paragraph] ?? 0, ...look })),
    };
  }
}
