import { foldChatSpelling } from '#server/text/chat-spelling.ts';

/** A word of a message, as typed and as it is compared. */
export interface Token {
  written: string;
  folded: string;
  start: number;
  end: number;
  /** A mark or the beginning of the message stands before it. */
  opens: boolean;
  /** Of the sentence it stands in. */
  asks: boolean;
}

/** A message and its words. */
export interface Sentence {
  message: string;
  tokens: readonly Token[];
}

/** The words of a message in their order. An apostrophe stays with the word before it: «l’», «orologio». */
export function tokensOf(message: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of message.matchAll(/[\p{L}\p{N}]+['’]?/gu)) {
    const between = message.slice(end, match.index);
    const rest = /[.?!\n]/.exec(message.slice(match.index));
    tokens.push({
      written: match[0],
      folded: foldChatSpelling(match[0]),
      start: match.index,
      end: match.index + match[0].length,
      opens: tokens.length === 0 || /[^\s'’]/u.test(between),
      asks: rest?.[0] === '?',
    });
    end = match.index + match[0].length;
  }
  return tokens;
}

/** The message's own words from one token to another, without an apostrophe left hanging. */
export function textOf(message: string, tokens: readonly Token[]): string {
  const first = tokens[0];
  const last = tokens.at(-1);
  if (!first || !last) return '';
  return message.slice(first.start, last.end).replace(/\s+/g, ' ').replace(/['’]$/, '').replaceAll("'", '’');
}

/** Where the words of an opener stand, ending before the token returned; −1 when they do not begin at `at`. */
export function afterOpener(tokens: readonly Token[], at: number, opener: readonly string[]): number {
  for (const [offset, word] of opener.entries()) {
    const token = tokens[at + offset];
    if (token?.folded !== word || (offset > 0 && token.opens)) return -1;
  }
  return at + opener.length;
}

/** The tokens of a filler: up to `most`, until a mark or a word of `stop`. */
export function fillerAt(
  tokens: readonly Token[],
  from: number,
  stop: ReadonlySet<string>,
  most: number,
): Token[] {
  const filler: Token[] = [];
  for (const token of tokens.slice(from, from + most)) {
    if (filler.length > 0 && (token.opens || stop.has(token.folded))) break;
    filler.push(token);
  }
  return filler;
}

const turned = new Map(
  Object.entries({
    mio: 'tuo',
    mia: 'tua',
    miei: 'tuoi',
    mie: 'tue',
    me: 'te',
    mi: 'ti',
    nostro: 'vostro',
    nostra: 'vostra',
    nostri: 'vostri',
    nostre: 'vostre',
  }),
);

/** The reader's words seen from the other side: «mio nonno» → «tuo nonno», «trasferirmi» → «trasferirti». */
export function turnRound(text: string): string {
  return text
    .split(' ')
    .map((word) => turned.get(word.toLowerCase()) ?? word.replace(/(?<=[aei]r)mi$/, 'ti'))
    .join(' ');
}

/** Verbs as a reader says them of themselves, as they are said to them, and as they are said of them. */
const persons = [
  ['faccio', 'fai', 'fa'],
  ['fò', 'fai', 'fa'],
  ['facevo', 'facevi', 'faceva'],
  ['lavoravo', 'lavoravi', 'lavorava'],
  ['ero', 'eri', 'era'],
  ['studio', 'studi', 'studia'],
  ['lavoro', 'lavori', 'lavora'],
  ['sono', 'sei', 'è'],
  ['sn', 'sei', 'è'],
  ['vado', 'vai', 'va'],
  ['frequento', 'frequenti', 'frequenta'],
  ['insegno', 'insegni', 'insegna'],
  ['guido', 'guidi', 'guida'],
  ['vendo', 'vendi', 'vende'],
  ['riparo', 'ripari', 'ripara'],
] as const;
const secondPerson = new Map<string, string>(persons.map(([first, second]) => [first, second]));
const thirdPerson = new Map<string, string>([
  ...persons.map(([, second, third]) => [second, third] as const),
  ...Object.entries({
    tuo: 'suo',
    tua: 'sua',
    tuoi: 'suoi',
    tue: 'sue',
    te: 'chi scrive',
    ti: 'gli/le',
    vostro: 'loro',
    vostra: 'loro',
    vostri: 'loro',
    vostre: 'loro',
  }),
]);

/** A clause said to the reader as it is said of them: «fai l’infermiera» → «fa l’infermiera», «tuo nonno» → «suo nonno». */
export function ofThem(clause: string): string {
  return clause
    .split(' ')
    .map((word) => thirdPerson.get(word.toLowerCase()) ?? word.replace(/(?<=[aei]r)ti$/, 'si'))
    .join(' ');
}

/** A clause about the reader, its verb first, as one says it to them: «lavoro in un bar» → «lavori in un bar». */
export function turnClause(text: string): string {
  const [verb = '', ...rest] = text.split(' ');
  return turnRound([secondPerson.get(verb.toLowerCase()) ?? verb, ...rest].join(' '));
}

/** «un orologio» → «l’orologio», «una radio» → «la radio»; anything else as it stands. */
export function withDefiniteArticle(text: string): string {
  const match = /^(?:(un|uno|una)\s+|(un)['’]\s*)(.*)$/iu.exec(text);
  if (!match) return text;
  const [, article = 'una', , rest = ''] = match;
  if (/^[aeiouàèéìòù]/iu.test(rest)) return `l’${rest}`;
  return `${article.toLowerCase() === 'una' ? 'la' : article.toLowerCase() === 'uno' ? 'lo' : 'il'} ${rest}`;
}
