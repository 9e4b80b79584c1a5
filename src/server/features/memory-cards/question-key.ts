import { fold, terms } from '#server/text/italian.ts';

/** Two questions are one when they ask in the same way for the same things. */
export function questionKey(question: string): string {
  const [asking = ''] = fold(question.toLowerCase()).match(/\p{L}+/u) ?? [];
  return [asking, ...terms(question).toSorted()].join(' ');
}
