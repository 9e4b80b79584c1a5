import type { FieldSpec } from '../kit/field-kinds.ts';

export interface BookPart {
  slug: string;
  label: string;
  hint?: string;
  page: '/' | '/chat';
  anchor?: string;
  fields: FieldSpec[];
  /** Paths of the fields that are folded: their usual values are good. */
  details?: readonly string[];
}
