import type { FieldSpec } from '../kit/field-kinds.ts';

/** Fields of the book that belong together, and where the page shows them. */
export interface BookPart {
  slug: string;
  label: string;
  hint?: string;
  /** The landing page where nothing is said. */
  page?: '/chat';
  anchor?: string;
  fields: FieldSpec[];
  /** Folded: their usual values are good. */
  details?: FieldSpec[];
}

export const fieldsOf = ({ fields, details = [] }: BookPart): FieldSpec[] => [...fields, ...details];
