import { fillerAt, textOf, turnRound, withDefiniteArticle, type Sentence, type Token } from './clause.ts';
import { articles, determiners, noteOf, opensStatement, possessives, type Lexicon } from './lexicon.ts';
import type { Note } from './texts.ts';

export function readObject({ message, tokens }: Sentence, lexicon: Lexicon): Note | undefined {
  for (const { filler, from } of lexicon.afterOpeners('oggetto', tokens, 6, lexicon.loose)) {
    const own = possessives.has(filler[1]?.folded ?? '');
    const opens = determiners.has(filler[0]?.folded ?? '') && filler.length > 1;
    if (!opens || tokens[from]?.opens || lexicon.animals.has(filler[1]?.folded ?? '')) continue;
    if (own && lexicon.kin.has(filler[2]?.folded ?? '')) continue;
    return noteOf('oggetto', {
      oggetto: turnRound(withDefiniteArticle(textOf(message, lexicon.trimmed(filler)))),
    });
  }
  for (const [at, token] of tokens.entries()) {
    const [article, thing, of, own, kin] = tokens.slice(at + 1, at + 6);
    if (
      token.folded !== 'ho' ||
      !article ||
      !thing ||
      of?.folded !== 'di' ||
      !lexicon.kin.has(kin?.folded ?? '')
    )
      continue;
    if (!possessives.has(own?.folded ?? '') || !determiners.has(article.folded) || token.asks) continue;
    return noteOf('oggetto', {
      oggetto: turnRound(withDefiniteArticle(textOf(message, tokens.slice(at + 1, at + 6)))),
    });
  }
  return undefined;
}

export function readTaste({ message, tokens }: Sentence, lexicon: Lexicon): Note | undefined {
  for (const { filler, opener, at } of lexicon.afterOpeners('preferito', tokens, 4, lexicon.loose)) {
    const [first, second] = filler;
    if (
      !first ||
      first.opens ||
      lexicon.isRefused('preferito', first) ||
      lexicon.isRefused('preferito', second ?? first)
    )
      continue;
    const infinitive = /(?:are|ere|ire|armi|ersi)$/.test(first.folded);
    const thing =
      determiners.has(first.folded) && second !== undefined && !/^(?:tuo|tua|tuoi|tue)$/.test(second.folded);
    const bare = /^(?:gioco|colleziono|scrivo|vivo|vado)$/.test(opener[0] ?? '') || opener[0] === 'non';
    if (/^(?:gioco|suono|scrivo|colleziono)$/.test(opener[0] ?? '') && !opensStatement(tokens, at)) continue;
    if (!infinitive && !thing && !bare) continue;
    return noteOf('preferito', { cosa: turnRound(textOf(message, lexicon.trimmed(filler))) });
  }
  const favourite = tokens.findIndex((token) => /^preferit[oa]$/.test(token.folded));
  const verb = tokens[favourite + 1];
  const filler = lexicon.trimmed(fillerAt(tokens, favourite + 2, lexicon.loose, 4));
  if (favourite < 2 || verb?.folded !== 'e' || verb.asks || filler.length === 0) return undefined;
  const own = tokens
    .slice(Math.max(0, favourite - 2), favourite)
    .some((token) => possessives.has(token.folded));
  const about = tokens[favourite - 1]?.folded;
  return own && about !== 'oggetto' && about !== 'capitolo' && filler[0]?.folded !== 'tu'
    ? noteOf('preferito', { cosa: textOf(message, filler) })
    : undefined;
}

export function readEvent({ message, tokens }: Sentence, lexicon: Lexicon): Note | undefined {
  if (tokens.some((token) => /^(?:ieri|scorso|scorsa|finito|fatto|avuto)$/.test(token.folded)))
    return undefined;
  const when = timeOf(message, tokens, lexicon);
  const at = tokens.findIndex((token) => lexicon.events.has(token.folded) && !token.asks);
  if (when === undefined || at < 1) return undefined;
  const noun = tokens[at];
  const isOrdinal = /^(?:mio|mia|primo|prima|secondo|ultimo|ultima|grande|nuovo|nuova)$/.test(
    tokens[at - 1]?.folded ?? '',
  );
  const first = isOrdinal ? at - 2 : at - 1;
  const from = articles.has(tokens[first]?.folded ?? '') ? first : -1;
  const verb = tokens[from - 1]?.folded ?? '';
  const leaves = verb === 'per' && /^(?:parto|partiamo|vado)$/.test(tokens[from - 2]?.folded ?? '');
  if (!noun || from < 0 || !(leaves || /^(?:ho|e|c|faccio|facciamo|abbiamo|c’e)$/.test(verb)))
    return undefined;
  const filler = fillerAt(
    tokens,
    from,
    new Set([...lexicon.loose, ...lexicon.times, 'alle', 'a', 'dal', 'dalle', 'fra', 'tra']),
    5,
  );
  if (
    filler.some((word) => word.folded === 'coscienza') ||
    tokens.some((word) => /^(?:lei|lui)$/.test(word.folded))
  )
    return undefined;
  const event = turnRound(withDefiniteArticle(textOf(message, lexicon.trimmed(filler))));
  return noteOf('evento', { evento: event, quando: when }, lexicon.grave.has(noun.folded));
}

function timeOf(message: string, tokens: readonly Token[], lexicon: Lexicon): string | undefined {
  const at = tokens.findIndex((token) => lexicon.times.has(token.folded));
  const day = tokens[at];
  if (day) {
    const part = tokens[at + 1];
    return part && /^(?:mattina|sera|pomeriggio|prossimo|prossima)$/.test(part.folded)
      ? textOf(message, [day, part]).toLowerCase()
      : day.folded;
  }
  const match =
    /\b(?:la settimana prossima|il mese prossimo|(?:tra|fra) (?:un|una|due|tre|pochi|\d+) (?:giorni|giorno|settiman[ae]|mes[ei])|il \d{1,2}(?= ))/iu.exec(
      message,
    );
  return match?.[0].toLowerCase();
}

export function readPlan({ message, tokens }: Sentence, lexicon: Lexicon): Note | undefined {
  for (const { filler, from } of lexicon.afterOpeners(
    'progetto',
    tokens,
    6,
    new Set(['ma', 'pero', 'e', 'perche', 'se', 'quando', 'domani', 'oggi', 'stasera']),
  )) {
    const first = filler[0];
    if (!first || tokens[from]?.opens || lexicon.isRefused('progetto', first)) continue;
    if (
      !/(?:are|ere|ire|rre|ar|armi|irmi|ermi|arci|irci)$/.test(first.folded) ||
      /(?:arti|erti|irti|arvi)$/.test(first.folded)
    )
      continue;
    const bare = /^(?:vorrei|voglio)$/.test(tokens[from - 1]?.folded ?? '') && filler.length < 2;
    if (bare) continue;
    return noteOf('progetto', { progetto: turnRound(textOf(message, lexicon.trimmed(filler))) });
  }
  return undefined;
}

export function readOpinion({ message, tokens }: Sentence, lexicon: Lexicon): Note | undefined {
  for (const { filler } of lexicon.afterOpeners(
    'libro',
    tokens,
    4,
    new Set([...lexicon.loose].filter((word) => word !== 'un')),
  )) {
    const words = lexicon.trimmed(filler);
    const opinion = words.some((word) => lexicon.opinions.has(word.folded));
    if (opinion && !words[0]?.opens) return noteOf('libro', { opinione: textOf(message, words) });
  }
  const at = tokens.findIndex(
    (token, index) =>
      token.folded === 'mi' &&
      tokens[index + 1]?.folded === 'ha' &&
      /^(?:fatto|messo|commosso)$/.test(tokens[index + 2]?.folded ?? ''),
  );
  const effect = tokens.slice(at, at + 6);
  if (
    at < 0 ||
    tokens[at]?.asks ||
    !opensStatement(tokens, at) ||
    !effect.some((word) => lexicon.effects.has(word.folded))
  )
    return undefined;
  return noteOf('libro', {
    opinione: textOf(
      message,
      lexicon.trimmed(fillerAt(tokens, at, new Set(['ma', 'pero', 'e', 'perche', 'quando']), 6)),
    ),
  });
}
