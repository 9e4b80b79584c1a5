import type { VirtualItem } from '@tanstack/react-virtual';
import type { Key, RefObject } from 'react';
import type { LogItem } from './conversation.ts';

/** The rows of the log that are in the page, and the height in pixels of those that are not. */
export interface LogRows {
  visible: readonly { index: number; key: Key }[];
  before: number;
  after: number;
  /** Given every row's element, to learn its height. */
  measure?: (element: HTMLElement | null) => void;
  /** What is known of the rows' heights, for when the reader comes back. */
  snapshot(): VirtualItem[];
}

export interface LogRowsInput {
  items: readonly LogItem[];
  scroller: RefObject<HTMLElement | null>;
  /** Where the list begins inside the scroller, in pixels. */
  listTop: number;
  /** Where the reader was when they left, if they come back. */
  startPlace: { top: number; measurements: VirtualItem[] } | undefined;
}

export type UseLogRows = (input: LogRowsInput) => LogRows;

/** Every row, where the browser's own search finds it. */
export const useWholeRows: UseLogRows = ({ items }) => ({
  visible: items.map(({ key }, index) => ({ index, key })),
  before: 0,
  after: 0,
  snapshot: () => [],
});
