import { isEveryday } from '#server/text/everyday-words.ts';
import { textOf, type Sentence, type Token } from './clause.ts';
import { capitalised, isCapital, noteOf, opensStatement, type Lexicon } from './lexicon.ts';
import type { Note } from './texts.ts';

const numerals = new Set(
  `sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti vent ventuno ventidue
  ventitre ventiquattro venticinque trenta quaranta cinquanta sessanta settanta ottanta novanta`.split(/\s+/),
);

export function readName({ message, tokens }: Sentence, lexicon: Lexicon): Note | undefined {
  const named = (filler: readonly Token[]) => {
    const both = filler[1] && (lexicon.isName(filler[1]) || isCapital(filler[1])) && !filler[1].opens;
    return noteOf('nome', { nome: capitalised(textOf(message, filler.slice(0, both ? 2 : 1))) });
  };
  for (const { at, filler, opener } of lexicon.afterOpeners('nome', tokens, 2)) {
    const first = filler[0];
    if (opener.length === 1 && opener[0] === 'nome' && !(tokens[at]?.opens && first?.opens)) continue;
    if (first && !lexicon.isRefused('nome', first) && /^\p{L}{2,}$/u.test(first.written))
      return named(filler);
  }
  for (const { at, from, filler, opener } of lexicon.afterOpeners('nome_nudo', tokens, 2)) {
    const [first] = filler;
    const stranger =
      first &&
      /^(?:io|i|je|ich|soy|sono)$/.test(opener[0] ?? '') &&
      isCapital(first) &&
      !isEveryday(first.folded) &&
      !lexicon.isRefused('nome', first);
    const after = tokens[from + 1];
    const alone = after === undefined || after.opens || /^(?:from|de|aus|and|et|y|und)$/.test(after.folded);
    if (opensStatement(tokens, at) && (lexicon.isName(first) || (stranger && alone))) return named(filler);
  }
  const piacere = tokens.findIndex((token) => token.folded === 'piacere');
  const before = tokens[piacere - 1];
  return piacere === 1 && lexicon.isName(before) ? named([before]) : undefined;
}

export function readAge({ tokens }: Sentence): Note | undefined {
  for (const [at, token] of tokens.entries()) {
    const years = /^(\d{1,2})enne$/.exec(token.folded)?.[1];
    if (years) return noteOf('eta', { eta: years });
    const whole = token.opens && /^\d{1,2}$/.test(token.folded) && Number(token.folded) >= 6;
    if (whole && tokens[at + 1]?.folded === 'anni' && !token.asks && (tokens[at + 2]?.opens ?? true)) {
      return noteOf('eta', { eta: token.folded });
    }
    const verb = /^(?:ho|faccio|compio|tengo|io)$/.test(token.folded) && !token.asks;
    if (!verb || (token.folded === 'io' && tokens.length > 2) || tokens[at - 1]?.folded === 'non') continue;
    let next = at + 1;
    while (/^(?:quasi|gia|solo|ne|appena)$/.test(tokens[next]?.folded ?? '')) next += 1;
    const number = tokens[next];
    const after = tokens[next + 1]?.folded;
    const counted =
      number && (/^\d{1,2}$/.test(number.folded) ? Number(number.folded) >= 6 : numerals.has(number.folded));
    const ofYears =
      after === 'anni' ||
      (tokens[at - 1]?.folded === 'ne' && (after === undefined || tokens[next + 1]?.opens === true));
    if (!counted || !(ofYears || (token.folded === 'io' && after === undefined))) continue;
    const soon = /^(?:faccio|compio)$/.test(token.folded) || tokens[next - 1]?.folded === 'quasi';
    return noteOf('eta', {
      eta: (soon ? 'quasi ' : '') + number.written.toLowerCase().replace(/['’]$/, 'i'),
    });
  }
  return undefined;
}

export function readPlace({ message, tokens }: Sentence, lexicon: Lexicon): Note | undefined {
  for (const { filler } of lexicon.afterOpeners('luogo', tokens, 5, lexicon.loose)) {
    const first = filler[0];
    if (!first || (lexicon.isRefused('luogo', first) && !/^(?:un|una)$/.test(first.folded))) continue;
    const village =
      /^(?:un|una)$/.test(first.folded) &&
      /^(?:paesino|paese|cittadina|isola|borgo|villaggio)$/.test(filler[1]?.folded ?? '');
    const proper = isCapital(first) || lexicon.places.has(first.folded);
    if (!village && !proper) continue;
    const words = village ? lexicon.trimmed(filler) : properName(filler, lexicon);
    const common = /^(?:montagna|campagna|collina|pianura|periferia|un|una)$/.test(first.folded);
    const text = textOf(message, words);
    return noteOf('luogo', { luogo: common ? text : capitalised(text) });
  }
  return undefined;
}

/** The words of a name of more than one: «Reggio Emilia», «Ascoli Piceno». */
function properName(filler: readonly Token[], lexicon: Lexicon): Token[] {
  const more = filler.slice(1).findIndex((token) => !isCapital(token) && !lexicon.places.has(token.folded));
  return filler.slice(0, more < 0 ? filler.length : more + 1);
}

export function readMood({ tokens }: Sentence, lexicon: Lexicon): Note | undefined {
  for (const [at, token] of tokens.entries()) {
    if (!lexicon.moods.has(token.folded) || token.asks) continue;
    let before = at - 1;
    while (/^(?:un|po|molto|tanto|proprio|davvero|oggi|cosi|troppo|in)$/.test(tokens[before]?.folded ?? ''))
      before -= 1;
    const verb = tokens[before]?.folded ?? '';
    const denied = tokens[before - 1]?.folded === 'non' || tokens[before - 2]?.folded === 'non';
    const own =
      verb === 'sono' || verb === 'sto' || (verb === 'sento' && tokens[before - 1]?.folded === 'mi');
    const next = tokens[at + 1];
    if (
      !own ||
      denied ||
      (token.folded === 'bene' && verb !== 'sto') ||
      (token.folded === 'ansia' && tokens[at - 1]?.folded !== 'in')
    )
      continue;
    if (
      next &&
      !next.opens &&
      /^(?:di|che|per|a|come|possessore)$/.test(next.folded) &&
      next.folded !== 'per'
    )
      continue;
    if (next?.folded === 'per' && !/^(?:domani|oggi|stasera)$/.test(tokens[at + 2]?.folded ?? '')) continue;
    return noteOf('umore', { umore: token.written.toLowerCase() });
  }
  return undefined;
}
