import type { LogItem } from './conversation.ts';

interface LogDay {
  /** Unique even when a clock change repeats a day. */
  key: string;
  items: readonly LogItem[];
  start: number;
}

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
