import type { LogItem } from './conversation.ts';

interface LogDay {
  /** Of the day, and its own: a clock that was put back brings a day twice. */
  key: string;
  items: readonly LogItem[];
  /** Where its first item stands in the whole log. */
  start: number;
}

/** The log cut where the reader's day changes, in its own order. */
export function splitByDay(items: readonly LogItem[]): LogDay[] {
  const days: (LogDay & { day: string; items: LogItem[] })[] = [];
  for (const [start, item] of items.entries()) {
    const day = new Date(item.at).toDateString();
    const open = days.at(-1);
    if (open?.day === day) open.items.push(item);
    else {
      const times = days.filter((other) => other.day === day).length;
      days.push({ day, key: `${day} ${times}`, items: [item], start });
    }
  }
  return days;
}
