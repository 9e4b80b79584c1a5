import type { ChatRequest } from '../model/types.ts';

/** What is said to somebody who has finished the book, by what they asked: the names of an `end` card’s `about`. */
type EndTopic = 'poi' | 'seguito' | 'adesso' | 'mancanza' | 'saluti' | 'nomi';

/** Whether the book has ended for this reader: the last open section has cards for its end. */
export function isEnded({ sections, cards }: Pick<ChatRequest, 'sections' | 'cards'>): boolean {
  const last = sections.at(-1)?.id;
  return last !== undefined && cards.some(({ kind, sectionId }) => kind === 'end' && sectionId === last);
}

/** What is said on a topic once the book has ended, any of its lines where there is none; `undefined` before. */
export function linesAtEnd(request: ChatRequest, topic: EndTopic): string[] | undefined {
  if (!isEnded(request)) return undefined;
  const last = request.sections.at(-1)?.id;
  const end = request.cards.filter(({ kind, sectionId }) => kind === 'end' && sectionId === last);
  const own = end.filter(({ about }) => about.includes(topic));
  return (own.length > 0 ? own : end).map(({ says }) => says);
}
