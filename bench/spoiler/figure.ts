import { percent } from '../harness/report.ts';
import type { Section } from '../../src/shared/contracts/sections.ts';

/** A book at every level, and whether only a sample of it is asked about. */
export interface Trial {
  name: 'demo' | 'pinocchio';
  book: readonly Section[];
  isQuick: boolean;
}

/** One line of the table; `isMet` is missing where nothing is demanded. */
export interface Figure {
  name: string;
  value: string;
  demanded?: string;
  isMet?: boolean;
}

export const share = (count: number, all: number) => `${percent(count, all, 2)} of ${all}`;

/** A figure of which all must be so. */
export const everyOne = (name: string, count: number, all: number): Figure => ({
  name,
  value: share(count, all),
  demanded: '100 %',
  isMet: count === all,
});

/** A figure of which none may be so. */
export const noOne = (name: string, count: number, of: string | number): Figure => ({
  name,
  value: `${count} in ${of}`,
  demanded: '0',
  isMet: count === 0,
});

/** The levels of a book, with that of somebody who has nothing yet. */
export const levelsOf = (book: readonly Section[]) => [0, ...book.map((_, at) => at + 1)];
