import { fold, isStopWord } from '../text/italian.ts';
import { isEveryday } from '../text/everyday-words.ts';
import { withOneAccent } from '../text/lexicon.ts';
import { plainTokens, squashed, type Token } from '../text/plain-tokens.ts';

/**
 * What a text says that must be open before it may be said, or, of an open text, what it opens: `word` (accents kept),
 * `name` (folded) and `phrase` (designations, numbers and names of several words, squashed).
 */
export type Key = `${'word' | 'name' | 'phrase'} ${string}`;

export type Lexicon = (word: string) => boolean;

const betweenCapitals = new Set('di d dei del dell della delle degli de'.split(' '));
const determiners = new Set(
  'il lo la i gli le l al del nel dal sul un uno una quel questo allo dello'.split(' '),
);
const isDeterminer = ({ form, lower }: Token) => determiners.has(form) || lower === 'è';
/** With a number behind them they count, or say when, and name nothing. */
const counting =
  /^(or[ae]|sezion[ei]|capitol[oi]|pagin[ae]|numer[oi]|ann[oi]|giorn[oi]|part[ei]|livell[oi]|mes[ei]|minut[oi]|prim[aei]|ultim[aei]|sol[aeio]|prossim[aei]|scors[aei]|altr[aei]|tutt[aei]|poch[ei]|restanti|riga|righe|volt[ae]|trecento)$/;
/** What may stand behind a number without making it a designation: `30 km`. */
const unit = /^(km|m|cm|mm|kg|g|hg|h|l|ml|min|sec|s|ore|euro|gradi|c|o|a|e|i)$/;
/** Numbers that everybody counts by, or calls for help. */
const isRound = (form: string) => /^([1-9]00|\d+000|360|365|11[234578]|1522|19696|116\d{3})$/.test(form);

const isLinked = ({ gap }: Token) => /^\p{Pd}?$/u.test(gap);
const isAdjacent = ({ gap }: Token) => /^[ \u00a0\p{Pd}'’]*$/u.test(gap);
const isWord = ({ form, isNumber }: Token) => !isNumber && form.length > 2;
/** A letter by itself, which spelling is made of; elided ones («c’è») belong to their word. */
const isLetter = (tokens: readonly Token[], at: number) =>
  tokens[at]?.form.length === 1 &&
  !tokens[at].isNumber &&
  !/^['’]/.test(tokens[at + 1]?.gap ?? '') &&
  !/['’]$/.test(tokens[at]?.gap ?? '');

/** All that the tokens of an open text, or of what the reader typed, open. Typed names may be in small letters. */
function* openedBy(tokens: readonly Token[], lexicon: Lexicon, typed = false): Generator<Key> {
  for (const [at, token] of tokens.entries()) {
    const { form, lower, isNumber } = token;
    if (isNumber) yield `phrase ${form}`;
    else yield `word ${withOneAccent(lower)}`;
    // A capital that only opens a sentence says that it is a name when Italian has no such word.
    if (typed || (token.capital && (!token.opens || !lexicon(withOneAccent(lower))))) yield `name ${form}`;
    const chain = chainFrom(tokens, at);
    if (chain) yield `phrase ${chain}`;
    const pair = numberedAt(tokens, at);
    if (pair) yield `phrase ${pair}`;
    const names = capitalsAt(tokens, at);
    if (names) yield `phrase ${names}`;
    const digits = digitsFrom(tokens, at);
    if (digits) yield `phrase ${digits}`;
    const spelled = spelledFrom(tokens, at);
    if (spelled) yield* [`name ${spelled}`, `word ${spelled}`] as const;
  }
}

/** How strictly words are read: in a sentence of capitals alone nothing says what is a name. */
type Casing = 'written' | 'shouted';

/**
 * What must be open for the tokens to be said, `from` the first new one on. Several keys of one demand are alternatives; a
 * demand without any can never be met.
 */
export function* demandsOf(
  tokens: readonly Token[],
  from: number,
  casing: Casing,
  lexicon: Lexicon,
): Generator<Key[]> {
  for (const [at, token] of tokens.entries()) {
    if (at >= from) yield* demandsOfToken(tokens, at, casing, lexicon);
    const spelled = at === 0 || !isLetter(tokens, at - 1) ? spelledFrom(tokens, at) : undefined;
    if (spelled) yield [`name ${spelled}`, `phrase ${spelled}`];
    const digits = digitsFrom(tokens, at);
    if (digits && !isRound(digits)) yield [`phrase ${digits}`];
    const chain = chainFrom(tokens, at);
    if (chain && !(at > 0 && tokens[at] && isLinked(tokens[at]))) yield [`phrase ${chain}`];
    if (isDesignation(tokens, at)) yield [`phrase ${numberedAt(tokens, at) ?? ''}`];
    const names = capitalsAt(tokens, at);
    // «Campo dei Miracoli»: of ordinary words each may be open by itself and the name not.
    if (names && lexicon(withOneAccent(token.lower))) yield [`phrase ${names}`];
  }
}

const finiteVerbs = new Set('è era fu ha aveva ebbe disse fece rispose stava sta fa andò venne'.split(' '));
/** «Lucignolo era»: without an article, what a verb follows at an opening is a name, whatever the dictionary has. */
const isSubject = (next: Token | undefined) => next?.gap === ' ' && finiteVerbs.has(next.lower);

function* demandsOfToken(
  tokens: readonly Token[],
  at: number,
  casing: Casing,
  lexicon: Lexicon,
): Generator<Key[]> {
  const token = tokens[at];
  if (!token) return;
  const { form, lower, isNumber, capital, opens, written } = token;
  if (isNumber) {
    if (form.length > 2 && !isRound(form)) yield [`phrase ${form}`];
    return;
  }
  if (form.length < 3) return;
  const plain = withOneAccent(lower);
  const allCapitals = written === written.toUpperCase();
  const isName =
    capital && !opens && casing === 'written' && !(allCapitals && isStopWord(form) && form !== 'sara');
  if (isName) yield [`name ${form}`];
  else if (casing === 'shouted' && !(isEveryday(lower) && lexicon(plain)))
    yield [`word ${plain}`, `name ${form}`];
  else if (capital && opens && !isEveryday(lower) && isSubject(tokens[at + 1]))
    yield [`word ${plain}`, `name ${form}`];
  else if (!isItalian(plain, !capital, tokens[at + 1]?.gap, lexicon)) yield [`word ${plain}`, `name ${form}`];
}

/** Endings that any Italian word may take beyond what a dictionary lists. */
const altered = /(issim[aeio]|in[aeio]|ett[aeio]|on[aei]|ucci[aeo]?|acci[aeo]?|ell[aeio]|mente)$/;
const interjection =
  /^(m+h*|h+m+|u+h+m*|u+f+|b+r+|s+h+|p+f+|z+|[bmt][aeo]h+|(ah|eh|ih|oh|ha|he)+h?|[a-z]h+)$/;

function isItalian(word: string, small: boolean, gapAfter: string | undefined, lexicon: Lexicon): boolean {
  if (lexicon(word) || interjection.test(word)) return true;
  // «dài», «sùbito»: within a word Italian need not write its accents.
  const plain = fold(word.replace(/[àèìòù]$/, '')) + (/[àèìòù]$/.exec(word)?.[0] ?? '');
  if (plain !== word && lexicon(plain)) return true;
  const withVowel = (stem: string) => [...'aeoiàèìòù'].some((vowel) => lexicon(stem + vowel));
  // «quand’era», «citta'»; in small letters alone «parlar» and «gattino».
  if (gapAfter && /^['’]/.test(gapAfter) && (withVowel(word) || withVowel(word.slice(0, -1)))) return true;
  if (!small) return false;
  if (/[lmnr]$/.test(word) && (lexicon(`${word}e`) || lexicon(`${word}o`))) return true;
  const stem = word.replace(altered, '');
  return stem !== word && stem.length > 2 && (withVowel(stem) || withVowel(`${stem}h`));
}

/** `W-01F`, `Ilse4`: letters and digits written together, from here on. */
function chainFrom(tokens: readonly Token[], at: number): string | undefined {
  let to = at + 1;
  while (to < tokens.length && isLinked(tokens[to] as Token)) to += 1;
  const chain = tokens.slice(at, to);
  if (!chain.some(({ inDigits }) => inDigits) || !chain.some(({ isNumber }) => !isNumber)) return undefined;
  if (chain.length === 2 && chain[0]?.inDigits && unit.test(chain[1]?.form ?? '')) return undefined;
  return squashed(chain.map(({ form }) => form).join(''));
}

/** `relè 7`: a word and the number behind it. */
function numberedAt(tokens: readonly Token[], at: number): string | undefined {
  const [word, number] = [tokens[at], tokens[at + 1]];
  if (!word || !number?.isNumber || !isWord(word)) return undefined;
  // «Nodo. 9» is one thing, «il vento. Quarantuno» is not.
  const isNear = isAdjacent(number) || (number.inDigits ? /^[ ….]*$/ : /^[ …]*$/).test(number.gap);
  return isNear ? squashed(word.form + number.form) : undefined;
}

/** A word with its number that reads as the name of something: «il nodo nove», «Nodo 9», not «eravamo nove» or «le prime due». */
function isDesignation(tokens: readonly Token[], at: number): boolean {
  const [before, word, after] = [tokens[at - 1], tokens[at], tokens[at + 2]];
  if (!word || numberedAt(tokens, at) === undefined || counting.test(word.form)) return false;
  if (isStopWord(word.form) || (word.capital && !word.opens)) return word.capital && !word.opens;
  // «le vecchie tre case»: the number counts what follows.
  const counts = after !== undefined && isWord(after) && !isStopWord(after.form) && /^\s$/.test(after.gap);
  return !counts && before !== undefined && isDeterminer(before) && /^[\s'’]+$/.test(word.gap);
}

/** `Maestro Ciliegia`, `Paese dei Balocchi`: two capitals that belong together. */
function capitalsAt(tokens: readonly Token[], at: number): string | undefined {
  const [one, two, three] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (!one?.capital || one.opens || !isWord(one) || !two || !isAdjacent(two)) return undefined;
  const parts = two.capital && !two.opens && isWord(two) ? [one, two] : [];
  if (three?.capital && isWord(three) && isAdjacent(three) && betweenCapitals.has(two.form))
    parts.push(one, two, three);
  return parts.length > 0 ? parts.map(({ form }) => form).join('') : undefined;
}

/** «zero quattro 1 7»: three digits or more, said one by one. */
function digitsFrom(tokens: readonly Token[], at: number): string | undefined {
  const isDigit = (token: Token | undefined) => token?.isNumber === true && token.form.length === 1;
  let to = at;
  while (isDigit(tokens[to]) && (to === at || /^[\s\p{Pd}.]*$/u.test(tokens[to]?.gap ?? ''))) to += 1;
  if (to - at < 3 || (at > 0 && isDigit(tokens[at - 1]))) return undefined;
  const forms = tokens.slice(at, to).map(({ form }) => form);
  return squashed(forms.join(''));
}

/** «I l s e», «W - 0 1 F»: three signs or more, written one by one, not all of them words. */
function spelledFrom(tokens: readonly Token[], at: number): string | undefined {
  const isSign = (token: Token | undefined) => token?.isNumber === true && token.written.length === 1;
  let to = at;
  while (isLetter(tokens, to) || isSign(tokens[to])) to += 1;
  const forms = tokens.slice(at, to).map(({ form }) => form);
  const consonants = forms.filter((form) => /[^aeio\d]/.test(form)).length;
  const hasDigits = forms.some((form) => /\d/.test(form));
  return forms.length > 2 && consonants > (hasDigits ? 1 : 0) ? squashed(forms.join('')) : undefined;
}

/** Everything a text opens. */
export function keysOf(text: string, lexicon: Lexicon, typed = false): Set<Key> {
  return new Set(openedBy(plainTokens(text), lexicon, typed));
}
