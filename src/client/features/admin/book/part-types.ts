import type { DraftPath } from './draft-path.ts';

/** A field of the sheet: what it changes, and how it is written. */
export type BookField =
  | { kind: 'text'; path: DraftPath; label: string; max: number; hint?: string; rows?: number }
  | { kind: 'number'; path: DraftPath; label: string; hint?: string }
  | { kind: 'address'; path: DraftPath; label: string; hint?: string }
  /** Texts with a blank line between one and the next. */
  | { kind: 'paragraphs'; path: DraftPath; label: string; hint?: string; rows: number }
  /** Texts of a line each. */
  | { kind: 'lines'; path: DraftPath; label: string; hint?: string }
  /** A picture with its size and what is to be seen in it; `address`: the address alone. */
  | { kind: 'picture'; path: DraftPath; label: string; hint?: string; address?: boolean }
  | { kind: 'recording'; path: DraftPath; seconds: DraftPath; label: string; hint?: string }
  | {
      kind: 'list';
      path: DraftPath;
      label: string;
      one: string;
      most: number;
      fields: BookField[];
      empty: unknown;
    };

export interface BookPart {
  slug: string;
  label: string;
  hint?: string;
  /** The page that shows it, and where on it. */
  page: '/' | '/chat';
  anchor?: string;
  fields: BookField[];
}

/** A field of so many characters. */
export const text = (
  path: DraftPath,
  label: string,
  max: number,
  more: { hint?: string; rows?: number } = {},
): BookField => ({
  kind: 'text',
  path,
  label,
  max,
  ...more,
});
/** A field of phrases, one a line. */
export const lines = (path: DraftPath, label: string, hint?: string): BookField => ({
  kind: 'lines',
  path,
  label,
  ...(hint && { hint }),
});
