import type { ReactNode } from 'react';
import type { FieldPath } from './field-path.ts';

/** What a field reads and writes: a form's values by path. */
export interface FieldForm {
  valueAt(path: FieldPath): unknown;
  /** Also of an item below the path. */
  errorAt(path: FieldPath): string | undefined;
  change(path: FieldPath, value: unknown): void;
  leave?(): void;
  attach?(control: HTMLElement | null): void;
}

interface FieldBasics {
  path: FieldPath;
  label: string;
  hint?: ReactNode | ((value: string) => ReactNode);
  /** Labelled so; `false`: announced as required. */
  optional?: boolean;
  /** Grid area in its sheet. */
  area?: string;
  isDisabled?: boolean;
}

interface TextKind {
  kind: 'text';
  /** With rows it is a text area. */
  rows?: number;
  max?: number;
  mono?: boolean;
  /** Numeric keyboard on phones; the text is sent unchanged. */
  numeric?: boolean;
  /** Never shown, never kept in a draft. */
  secret?: boolean;
  /** What a browser may fill in; nothing without it. */
  autoComplete?: string;
  autoFocus?: boolean;
  placeholder?: string;
  suggestions?: readonly { value: string; label?: string | undefined }[];
  action?(form: FieldForm): ReactNode;
  tools?: ReactNode;
  /** Where its sheet is opened, unless there is nothing in it. */
  opensHere?: boolean;
}

export type FieldSpec = FieldBasics &
  (
    | TextKind
    | { kind: 'number' }
    | { kind: 'address' }
    | { kind: 'lines' }
    | { kind: 'date' }
    | { kind: 'tick' }
    | { kind: 'paragraphs'; rows: number }
    | { kind: 'choice'; choices: readonly { value: string; label: string }[] }
    | { kind: 'visibility'; hidden: string; shown: string }
    /** A picture with size and alternative text; `address`: the address only, `byHand`: which can be written. */
    | { kind: 'picture'; address?: boolean; byHand?: string }
    | { kind: 'recording'; seconds: FieldPath }
    /** The files that a video can be played from; one that is chosen takes the place of all. */
    | { kind: 'video' }
    | { kind: 'list'; one: string; most: number; fields: FieldSpec[]; empty: unknown }
  );

export type FieldOf<Kind extends FieldSpec['kind']> = Extract<FieldSpec, { kind: Kind }>;

export const text = (
  path: FieldPath,
  label: string,
  max: number,
  more: { hint?: string; rows?: number } = {},
): FieldSpec => ({ kind: 'text', path, label, max, ...more });

type PlainKind = 'lines' | 'number' | 'picture' | 'address';

const plain =
  (kind: PlainKind) =>
  (path: FieldPath, label: string, hint?: string): FieldSpec => ({ kind, path, label, hint });

export const lines = plain('lines');
export const number = plain('number');
export const picture = plain('picture');
export const address = plain('address');
