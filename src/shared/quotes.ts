/** Characters `[from, to)` of a message that quote the book. */
export type QuoteRange = [from: number, to: number];

/** Whether ranges are whole numbers, not empty, ascending and not overlapping. */
export function areAscending(quotes: readonly (readonly [number, number])[]): boolean {
  let end = 0;
  return quotes.every(([from, to]) => {
    const isAfter = Number.isInteger(from) && Number.isInteger(to) && from >= end && to > from;
    end = to;
    return isAfter;
  });
}

/** The ranges within the first `length` characters; none when they are not ascending. */
export function quotesWithin(
  quotes: readonly (readonly [number, number])[] | undefined,
  length: number,
): QuoteRange[] {
  if (!quotes || !areAscending(quotes)) return [];
  return quotes.flatMap(([from, to]): QuoteRange[] => (from < length ? [[from, Math.min(to, length)]] : []));
}

/** Splits a message into spoken and quoted parts; joined, they are the text. */
export function splitQuotes(
  text: string,
  quotes: readonly (readonly [number, number])[] | undefined,
): { text: string; isQuote: boolean }[] {
  const parts: { text: string; isQuote: boolean }[] = [];
  let end = 0;
  for (const [from, to] of quotesWithin(quotes, text.length)) {
    if (from > end) parts.push({ text: text.slice(end, from), isQuote: false });
    parts.push({ text: text.slice(from, to), isQuote: true });
    end = to;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isQuote: false });
  return parts;
}
