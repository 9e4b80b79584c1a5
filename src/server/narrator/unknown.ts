import { stem } from '../text/italian.ts';
import { isEveryday } from '../text/everyday-words.ts';
import { oneSlipApart } from '../text/word-variants.ts';
import type { ChatRequest } from '../model/types.ts';
import { cardVocabulary } from './card-search.ts';
import { namedIn } from './message.ts';
import { proseIndex } from './prose-search.ts';
import { contentTerms } from './terms.ts';

/** Whether a question names somebody, something or a number that nothing open has. Needs nothing of what is locked. */
export function namesUnknown({ question, sections, cards, history }: ChatRequest): boolean {
  const prose = proseIndex(sections)?.vocabulary;
  const inCards = cardVocabulary(cards);
  // What the reader told is no stranger to them.
  const told = new Set(
    history.filter(({ role }) => role === 'user').flatMap(({ content }) => [...contentTerms(content)]),
  );
  const isKnown = (term: string) => prose?.has(term) || inCards?.has(term) || told.has(term);
  const isAlmost = (term: string) =>
    term.length >= 5 &&
    [...(prose?.beginningWith(term, 3) ?? []), ...(inCards?.beginningWith(term, 3) ?? [])].some((other) =>
      oneSlipApart(term, other),
    );
  return namedIn(question).some(({ written, folded }) =>
    [...contentTerms(written)].some(
      (term) => !isKnown(term) && !isAlmost(term) && !isEveryday(stem(folded)) && !isEveryday(folded),
    ),
  );
}
