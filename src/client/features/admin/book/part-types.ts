import type { DraftPath } from './draft-path.ts';

export type BookField =
  | { kind: 'text'; path: DraftPath; label: string; max: number; hint?: string; rows?: number }
  | { kind: 'number'; path: DraftPath; label: string; hint?: string }
  | { kind: 'address'; path: DraftPath; label: string; hint?: string }
  | { kind: 'paragraphs'; path: DraftPath; label: string; hint?: string; rows: number }
  | { kind: 'lines'; path: DraftPath; label: string; hint?: string }
  /** A picture with size and alternative text; `address`: the address only. */
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
  page: '/' | '/chat';
  anchor?: string;
  fields: BookField[];
}

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
export const lines = (path: DraftPath, label: string, hint?: string): BookField => ({
  kind: 'lines',
  path,
  label,
  ...(hint && { hint }),
});
