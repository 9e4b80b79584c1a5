import { isStopWord } from '../text/italian.ts';
import { textOf, tokensOf, turnRound } from '../listener/clause.ts';

const possessives = new Set('mio mia miei mie nostro nostra nostri nostre'.split(' '));
/** The definite article that another article, or one joined to a preposition, stands for: «un», «sul», «della». */
function definiteOf(word: string): string | undefined {
  const joined =
    /^(?:a|da|de|ne|su|co)(l|llo|lla|i|gli|lle)$/.exec(word)?.[1]?.replace(/^l(?=l)/, '') ?? word;
  return { l: 'il', un: 'il', uno: 'lo', una: 'la' }[joined] ?? (articles.has(joined) ? joined : undefined);
}
const articles = new Set('il lo la i gli le'.split(' '));
const firstName = /^\p{Lu}\p{Ll}+$/u;

/**
 * Whom or what of their own a reader speaks of, as one would say it back to them: «tua sorella», «il tuo capo», «tuo fratello Gino»;
 * `undefined` where they name nothing of theirs.
 */
export function ownTopic(message: string): string | undefined {
  const tokens = tokensOf(message);
  for (const [at, token] of tokens.entries()) {
    const noun = tokens[at + 1];
    const name = tokens[at + 2];
    if (!possessives.has(token.folded) || !noun || noun.opens || noun.folded.length < 3) continue;
    if (isStopWord(noun.folded) || /\d/.test(noun.folded)) continue;
    const isName = name !== undefined && !name.opens && firstName.test(name.written);
    const words = turnRound(textOf(message, [token, noun, ...(isName ? [name] : [])]));
    const article = definiteOf(tokens[at - 1]?.folded ?? '');
    return article === undefined ? words : `${article} ${words}`;
  }
  return undefined;
}
