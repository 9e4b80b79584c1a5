import type { Look, PlacedLook } from './look.ts';

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

export const isSceneBreak = (paragraph: string): boolean => sceneMarks.test(paragraph);

/** Removes invisible characters; quotes, dashes and accents stay. */
export function cleanText(text: string): string {
  return text
    .replace(/[\u00ad\u200b\u200c\u2060\ufeff]/g, '')
    .replace(/[\u00a0\u202f]/g, ' ')
    .normalize('NFC');
}

export class ManuscriptWriter {
  readonly #paragraphs: string[] = [];
  readonly #footnotes: { paragraph: number; text: string }[] = [];
  readonly #looks: { paragraph: number; look: Look }[] = [];
  /** Number of text boxes; their text follows their paragraph. */
  textBoxes = 0;

  /** @param level 1 to 6; a line break separates number and title */
  heading(level: number, text: string): void {
    const title = cleanText(text)
      .split('\n')
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter(Boolean)
      .join('. ')
      .replace(/([.:!?…])\. /g, '$1 ');
    if (title !== '') this.#paragraphs.push(`${'#'.repeat(Math.min(6, Math.max(1, level)))} ${title}`);
  }

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
