import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A question as a reader would put it, the section that answers it and how that section may say the answer. */
export interface ReaderQuestion {
  ask: string;
  /** The question before, for one that leans on it. */
  after?: string;
  section: number;
  /** Any of these, as the section's text or its summary has it. */
  facts: readonly string[];
  /** How an answer in the character's own words has it. */
  told?: RegExp;
}

/** Sets of questions by name, from a file of `tests/fixtures`. */
export function readQuestions(file: string): Record<string, readonly ReaderQuestion[]> {
  type Row = Omit<ReaderQuestion, 'told'> & { told?: string };
  const sets = parse(readFileSync(`tests/fixtures/${file}`, 'utf8')) as Record<string, Row[]>;
  const compile = ({ told, ...row }: Row) => ({ ...row, ...(told && { told: new RegExp(told, 'i') }) });
  return Object.fromEntries(Object.entries(sets).map(([name, rows]) => [name, rows.map(compile)]));
}

/**
 * About the demonstration book: 60 questions written before the embedded model was tuned (direct, oblique, leaning on the one before, for
 * a yes or a no, misspelt), 20 held out, and 20 written after the tuning.
 */
export const {
  readerQuestions = [],
  heldOutQuestions = [],
  freshQuestions = [],
} = readQuestions('reader-questions.yaml');
