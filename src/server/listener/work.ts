import { fillerAt, textOf, turnClause, type Sentence, type Token } from './clause.ts';
import { articles, noteOf, opensStatement, type Lexicon } from './lexicon.ts';
import type { Note } from './texts.ts';

export function readWork({ message, tokens }: Sentence, lexicon: Lexicon): Note | undefined {
  for (const [at, token] of tokens.entries()) {
    if (token.asks || tokens[at - 1]?.folded === 'non') continue;
    const rest = tokens.slice(at + 1);
    const noun = rest.find((word) => !articles.has(word.folded));
    const article = articles.has(rest[0]?.folded ?? '');
    const fits =
      (/^(?:faccio|fo|facevo)$/.test(token.folded) && article && isOccupation(noun, lexicon)) ||
      (/^(?:lavoro|lavoravo)$/.test(token.folded) &&
        /^(?:in|al|alla|allo|all|presso|come|nel|nella|nell)$/.test(rest[0]?.folded ?? '')) ||
      (token.folded === 'studio' && isSubject(rest)) ||
      (/^(?:vado|frequento)$/.test(token.folded) &&
        rest.slice(0, 3).some((word) => lexicon.school.has(word.folded))) ||
      (/^(?:vado|frequento)$/.test(token.folded) &&
        rest.slice(0, 3).some((word) => /^(?:terz|quart|quint|alberghier)/.test(word.folded))) ||
      (token.folded === 'insegno' && rest.length > 0 && !rest[0]?.opens) ||
      (token.folded === 'guido' && article) ||
      (/^(?:vendo|riparo)$/.test(token.folded) &&
        rest.length > 0 &&
        opensStatement(tokens, at) &&
        !articles.has(rest[0]?.folded ?? '')) ||
      (/^(?:sono|ero)$/.test(token.folded) && opensStatement(tokens, at) && isPosition(rest, lexicon));
    if (!fits) continue;
    const stop = new Set([...lexicon.loose].filter((word) => !['in', 'da', 'di', 'per'].includes(word)));
    const filler = fillerAt(tokens, at + 1, new Set([...stop, 'di_notte', 'a']), 5);
    const words = lexicon.trimmed(filler);
    const sentence = `${token.written} ${textOf(message, words)}`;
    return noteOf('mestiere', { fa: turnClause(sentence.charAt(0).toLowerCase() + sentence.slice(1)) });
  }
  return undefined;
}

const isSubject = (rest: readonly Token[]) =>
  rest[0] !== undefined &&
  !rest[0].opens &&
  !/^(?:da|dalle|domani|oggi|ieri|fuori|sempre|tanto|molto|poco|troppo|per|con|e|ma|o|ancora|adesso|stasera|di|tutto|ogni|solo|a|non|bene|male|il|la|lo)$/.test(
    rest[0].folded,
  );

const isPosition = (rest: readonly Token[], lexicon: Lexicon) => {
  const [first, second] = rest;
  if (first?.folded === 'in')
    return /^(?:pensione|prima|seconda|terza|quarta|quinta|cassa)$/.test(second?.folded ?? '');
  if (/^(?:un|uno|una)$/.test(first?.folded ?? '')) return lexicon.isTrade(second);
  if (first?.folded === 'al')
    return (
      /^(?:primo|secondo|terzo|quarto|quinto)$/.test(second?.folded ?? '') &&
      /^anno$/.test(rest[2]?.folded ?? '')
    );
  return /^(?:apprendista|studente|studentessa|disoccupat[oa]|pensionat[oa]|infermier[ea]|insegnante|cuoc[oa]|operai[oa]|ferroviere)$/.test(
    first?.folded ?? '',
  );
};

/** What one does for a living, after «faccio il»: a known trade, or a noun that names no passing thing one does. */
const isOccupation = (noun: Token | undefined, lexicon: Lexicon) =>
  lexicon.isTrade(noun) ||
  (noun !== undefined &&
    /(?:aro|ara|iere|iero|ero|tore)$/.test(noun.folded) &&
    !lexicon.isRefused('mestiere', noun));
