export type BookName = 'demo' | 'pinocchio';

/** One line of the table: `ok` is missing where nothing is demanded. */
export interface Figure {
  name: string;
  value: string;
  demanded?: string;
  ok?: boolean;
}
