import { isStopWord } from '../text/italian.ts';
import { textOf, tokensOf, turnRound, type Token } from '../listener/clause.ts';

/** Articles, alone and joined to a preposition, by the definite article they stand for. */
const articles: Readonly<Record<string, 'il' | 'lo' | 'la' | 'i' | 'gli' | 'le' | 'l' | 'un' | 'una'>> = {
  il: 'il',
  al: 'il',
  dal: 'il',
  del: 'il',
  nel: 'il',
  sul: 'il',
  col: 'il',
  allo: 'lo',
  dallo: 'lo',
  dello: 'lo',
  nello: 'lo',
  sullo: 'lo',
  uno: 'lo',
  alla: 'la',
  dalla: 'la',
  della: 'la',
  nella: 'la',
  sulla: 'la',
  i: 'i',
  ai: 'i',
  dai: 'i',
  dei: 'i',
  nei: 'i',
  sui: 'i',
  coi: 'i',
  agli: 'gli',
  dagli: 'gli',
  degli: 'gli',
  negli: 'gli',
  sugli: 'gli',
  alle: 'le',
  dalle: 'le',
  delle: 'le',
  nelle: 'le',
  sulle: 'le',
  un: 'un',
  una: 'una',
  la: 'la',
  le: 'le',
};
const possessives = new Set('mio mia miei mie nostro nostra nostri nostre'.split(' '));
/** Adjectives that stand before their noun. */
const beforeNouns =
  /^(?:prossim|ultim|nuov|vecchi|bell|bel$|brutt|grand|gran$|solit|stess|mezz|buon|cattiv|divers|car[oaie]$)/;
/** Nouns that are no topic: time, measure, and what only leads to another. */
const empty = new Set(
  'anno anni mese mesi giorno giorni giornata settimana settimane ora ore minuto minuti momento attimo volta volte sera sere mattina mattino notte pomeriggio po cosa cose modo parte fine inizio sacco tipo specie via casa fatto verita resto tutto tutta tutti tutte altro altra altri altre quale quali che piu meno mio mia suo sua tuo tua tuoi tue miei mie punto caso numero paio fondo posto genere senso massimo minimo fatti uno una due tre quattro cinque sei sette otto nove dieci undici dodici solo sola weekend primo prima secondo seconda terzo terza quarto quarta quinto quinta mia pazzo pazza'.split(
    ' ',
  ),
);
/** «La sento», «le dico»: a pronoun and its verb. */
const isVerbAfterPronoun = (article: string, noun: string) =>
  (article === 'la' && /o$/.test(noun) && !/^(?:mano|moto|foto|radio|auto|metro)$/.test(noun)) ||
  (article === 'le' && !/[ei]$/.test(noun)) ||
  (/(?:ato|uto|ito|evo|avo|ivo|iamo|ano|ono)$/.test(noun) && (article === 'la' || article === 'le'));

const startsWithVowel = (word: string) => /^[aeiouàèéìòùh]/iu.test(word);

/** The noun that stands from a token on, with the adjective before it and the first name after it. */
function nounAt(tokens: readonly Token[], at: number): Token[] | undefined {
  const first = tokens[at];
  if (!first || (first.opens && !/['’]$/.test(tokens[at - 1]?.written ?? ''))) return undefined;
  const isAdjective = beforeNouns.test(first.folded);
  const noun = isAdjective ? tokens[at + 1] : first;
  if (
    !noun ||
    isStopWord(noun.folded) ||
    (isAdjective && noun.opens) ||
    empty.has(noun.folded) ||
    noun.folded.length < 3 ||
    /\d/.test(noun.folded)
  )
    return undefined;
  const name = tokens[tokens.indexOf(noun) + 1];
  const isName =
    name !== undefined && !name.opens && /^\p{Lu}\p{Ll}+$/u.test(name.written) && !isStopWord(name.folded);
  return [...(isAdjective ? [first] : []), noun, ...(isName ? [name] : [])];
}

/**
 * What a reader speaks of when they tell of themselves, as one would say it back to them, with its definite article: «tua sorella»,
 * «il concorso», «la tua vicina»; `undefined` where no noun stands out.
 */
export function topicOf(message: string): string | undefined {
  const tokens = tokensOf(message);
  let plain: string | undefined;
  let doubtful: string | undefined;
  for (const [at, token] of tokens.entries()) {
    if (possessives.has(token.folded)) {
      const noun = nounAt(tokens, at + 1);
      if (!noun) continue;
      const article = tokens[at - 1] && articles[tokens[at - 1]?.folded ?? ''];
      const words = turnRound(textOf(message, [token, ...noun]));
      return article === undefined || article === 'l'
        ? words
        : `${article === 'un' ? 'il' : article === 'una' ? 'la' : article} ${words}`;
    }
    const joined = /^(?:l|un|dell|all|dall|nell|sull)['’]$/iu.test(token.written);
    const article = articles[token.folded];
    if (!joined && article === undefined) continue;
    const noun = nounAt(tokens, at + 1);
    if (!noun) continue;
    const words = textOf(message, noun);
    const phrase =
      joined || ((article === 'un' || article === 'una') && startsWithVowel(words))
        ? `l’${words}`
        : `${article === 'un' ? 'il' : article === 'una' ? 'la' : article} ${words}`;
    const isDoubtful = token.folded === 'la' || token.folded === 'le' || /^l['’]$/iu.test(token.written);
    if (isDoubtful && isVerbAfterPronoun(token.folded, noun.at(-1)?.folded ?? '')) continue;
    if (
      /^l['’]$/iu.test(token.written) &&
      /^(?:ho|hai|ha|abbiamo|avete|hanno|avev\p{L}+|\p{L}+o)$/u.test(noun[0]?.folded ?? '') &&
      !/^(?:altro|uomo|inverno|autunno|orologio|esercizio|orto|oro|anello|albero|orario|ufficio|aereo|autobus|esame|olio)$/.test(
        noun[0]?.folded ?? '',
      )
    )
      continue;
    if (isDoubtful) doubtful ??= phrase;
    else plain ??= phrase;
  }
  return plain ?? doubtful;
}
