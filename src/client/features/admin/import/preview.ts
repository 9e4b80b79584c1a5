import type { Draft, PlannedSection } from './draft.ts';
import type { Split } from './import-sections.ts';
import type { Manuscript } from './read/manuscript.ts';

/** A manuscript before it is imported, with the author's choices. */
export interface Preview {
  manuscript: Manuscript;
  split: Split & { isWrapped: boolean };
  /** The pieces before the author changed any. */
  asRead: readonly Draft[];
  drafts: readonly Draft[];
  keepsFootnotes: boolean;
  /** Whether lines broken at one width become paragraphs. */
  joinsLines: boolean;
  /** As typed; empty: numbers from the text. */
  start: string;
  /** Stored sections chosen by hand, by the piece's index. */
  forced: Readonly<Record<number, string>>;
  /** Ids of stored sections that go. */
  removed: ReadonlySet<string>;
  /** Whether codes and readers follow their chapters. */
  moveLevels: boolean;
  filter: RowFilter;
}

export type ChangePreview = (how: (preview: Preview) => Partial<Preview>) => void;

/** Rows that the table can show alone. */
export const rowFilters = {
  all: { name: 'tutte', has: () => true },
  changed: {
    name: 'solo nuove e cambiate',
    has: ({ outcome, changes }: PlannedSection) => outcome !== 'same' && !changes?.isOnlySigns,
  },
  signs: { name: 'solo virgolette', has: ({ changes }: PlannedSection) => changes?.isOnlySigns === true },
  corrected: { name: 'corrette a mano', has: (row: PlannedSection) => isCorrected(row) },
} as const;

export type RowFilter = keyof typeof rowFilters;

/** Whether an update would undo what the author corrected in the panel. */
const isCorrected = ({ stored, outcome, draft }: PlannedSection): boolean =>
  stored?.correctedAt !== undefined && (outcome === 'update' || draft.keepsStored === true);
