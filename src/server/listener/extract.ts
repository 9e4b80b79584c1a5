import { isEveryday } from '#server/text/everyday-words.ts';
import {
  afterOpener,
  fillerAt,
  textOf,
  tokensOf,
  turnClause,
  turnRound,
  withDefiniteArticle,
  type Token,
} from './clause.ts';
import type { ListenerForms, Note, SlotId } from './texts.ts';

const numerals = new Set(
  `sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti vent ventuno ventidue
  ventitre ventiquattro venticinque trenta quaranta cinquanta sessanta settanta ottanta novanta`.split(/\s+/),
);
const articles = new Set('il lo la l i gli le un uno una er na n'.split(' '));
const determiners = new Set('il lo la l i gli le un uno una un er na n mio mia miei mie tuo'.split(' '));
const possessives = new Set('mio mia miei mie mi'.split(' '));

/** Makes what finds the notes of a message: `forms` are the word lists of src/content/talk/ascolto-forme.yaml. */
export function createExtractor(forms: ListenerForms): (message: string) => Note[] {
  const sets = {
    stop: new Set(forms.stop),
    names: new Set(forms.names),
    places: new Set(forms.places),
    school: new Set(forms.school),
    kin: new Set(forms.kin),
    third: new Set(forms.third),
    sad: new Set(forms.sad),
    dead: new Set(forms.dead),
    friends: new Set(forms.friends),
    animals: new Set(forms.animals),
    moods: new Set(forms.moods),
    events: new Set(forms.events),
    grave: new Set(forms.grave),
    times: new Set(forms.times),
    opinions: new Set(forms.opinions),
    effects: new Set(forms.effects),
  };
  const loose = new Set(forms.stop.filter((word) => !forms.kept.includes(word)));
  const openers = new Map(
    Object.entries(forms.openers).map(([slot, list]) => [
      slot,
      // The longest first: «mi piace tantissimo» before «mi piace».
      list.map((line) => line.split(' ')).toSorted((a, b) => b.length - a.length),
    ]),
  );
  const refused = (slot: string, token: Token | undefined) =>
    token === undefined || (forms.refuse[slot] ?? []).includes(token.folded);

  /** Every filler after an opener of the slot. */
  function* afterOpeners(
    slot: string,
    tokens: readonly Token[],
    most: number,
    stop: ReadonlySet<string> = sets.stop,
  ) {
    for (const at of tokens.keys()) {
      // «Mi chiamo Anna, e tu?» tells a name; any other question tells nothing.
      const asks = tokens[at]?.asks === true && !(slot.startsWith('nome') && tokens.some(isName));
      if (asks || tokens[at - 1]?.folded === 'non') continue;
      for (const opener of openers.get(slot) ?? []) {
        const from = afterOpener(tokens, at, opener);
        if (from < 0 || from >= tokens.length) continue;
        yield { at, from, filler: fillerAt(tokens, from, stop, most), opener };
        break;
      }
    }
  }

  const isCapital = (token: Token) => /^\p{Lu}\p{Ll}/u.test(token.written);
  const isName = (token: Token | undefined): token is Token =>
    token !== undefined && sets.names.has(token.folded);
  const capitalised = (text: string) => text.replace(/(?<=^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
  const note = (slot: SlotId, values: Record<string, string>, grave = false): Note => ({
    slot,
    values,
    grave,
  });

  function nome(message: string, tokens: readonly Token[]): Note | undefined {
    const named = (filler: readonly Token[]) => {
      const both = filler[1] && (isName(filler[1]) || isCapital(filler[1])) && !filler[1].opens;
      return note('nome', { nome: capitalised(textOf(message, filler.slice(0, both ? 2 : 1))) });
    };
    for (const { at, filler, opener } of afterOpeners('nome', tokens, 2)) {
      const first = filler[0];
      if (opener.length === 1 && opener[0] === 'nome' && !(tokens[at]?.opens && first?.opens)) continue;
      if (first && !refused('nome', first) && /^\p{L}{2,}$/u.test(first.written)) return named(filler);
    }
    for (const { at, from, filler, opener } of afterOpeners('nome_nudo', tokens, 2)) {
      const [first] = filler;
      const stranger =
        first &&
        opener[0] === 'io' &&
        isCapital(first) &&
        !isEveryday(first.folded) &&
        !refused('nome', first);
      const alone = tokens[from + 1] === undefined || tokens[from + 1]?.opens === true;
      if (opensStatement(tokens, at) && (isName(first) || (stranger && alone))) return named(filler);
    }
    const piacere = tokens.findIndex((token) => token.folded === 'piacere');
    const before = tokens[piacere - 1];
    return piacere === 1 && isName(before) ? named([before]) : undefined;
  }

  /** Whether nothing of weight stands before the word in its clause. */
  function opensStatement(tokens: readonly Token[], at: number): boolean {
    const token = tokens[at];
    return (
      !token || token.opens || /^(?:io|ciao|e|nilak|comunque|ma|no|si)$/.test(tokens[at - 1]?.folded ?? '')
    );
  }

  function eta(tokens: readonly Token[]): Note | undefined {
    for (const [at, token] of tokens.entries()) {
      const years = /^(\d{1,2})enne$/.exec(token.folded)?.[1];
      if (years) return note('eta', { eta: years });
      const whole = token.opens && /^\d{1,2}$/.test(token.folded) && Number(token.folded) >= 6;
      if (whole && tokens[at + 1]?.folded === 'anni' && !token.asks && (tokens[at + 2]?.opens ?? true)) {
        return note('eta', { eta: token.folded });
      }
      const verb = /^(?:ho|faccio|compio|tengo|io)$/.test(token.folded) && !token.asks;
      if (!verb || (token.folded === 'io' && tokens.length > 2) || tokens[at - 1]?.folded === 'non') continue;
      let next = at + 1;
      while (/^(?:quasi|gia|solo|ne|appena)$/.test(tokens[next]?.folded ?? '')) next += 1;
      const number = tokens[next];
      const after = tokens[next + 1]?.folded;
      const counted =
        number &&
        (/^\d{1,2}$/.test(number.folded) ? Number(number.folded) >= 6 : numerals.has(number.folded));
      const ofYears =
        after === 'anni' ||
        (tokens[at - 1]?.folded === 'ne' && (after === undefined || tokens[next + 1]?.opens === true));
      if (!counted || !(ofYears || (token.folded === 'io' && after === undefined))) continue;
      const soon = /^(?:faccio|compio)$/.test(token.folded) || tokens[next - 1]?.folded === 'quasi';
      return note('eta', {
        eta: (soon ? 'quasi ' : '') + number.written.toLowerCase().replace(/['’]$/, 'i'),
      });
    }
    return undefined;
  }

  const isTrade = (token: Token | undefined) =>
    token !== undefined &&
    (/(?:ista|aio|aia|iere|iera|trice|ologo|ologa|tore|ante)$/.test(token.folded) ||
      forms.trades.some((trade) => token.folded.startsWith(trade)));

  function mestiere(message: string, tokens: readonly Token[]): Note | undefined {
    for (const [at, token] of tokens.entries()) {
      if (token.asks || tokens[at - 1]?.folded === 'non') continue;
      const rest = tokens.slice(at + 1);
      const noun = rest.find((word) => !articles.has(word.folded));
      const article = articles.has(rest[0]?.folded ?? '');
      const fits =
        (/^(?:faccio|fo)$/.test(token.folded) && article && isTrade(noun)) ||
        (token.folded === 'lavoro' &&
          /^(?:in|al|alla|allo|all|presso|come|nel|nella|nell)$/.test(rest[0]?.folded ?? '')) ||
        (token.folded === 'studio' && isSubject(rest)) ||
        (/^(?:vado|frequento)$/.test(token.folded) &&
          rest.slice(0, 3).some((word) => sets.school.has(word.folded))) ||
        (/^(?:vado|frequento)$/.test(token.folded) &&
          rest.slice(0, 3).some((word) => /^(?:terz|quart|quint|alberghier)/.test(word.folded))) ||
        (token.folded === 'insegno' && rest.length > 0 && !rest[0]?.opens) ||
        (token.folded === 'guido' && article) ||
        (/^(?:vendo|riparo)$/.test(token.folded) &&
          rest.length > 0 &&
          opensStatement(tokens, at) &&
          !articles.has(rest[0]?.folded ?? '')) ||
        (token.folded === 'sono' && opensStatement(tokens, at) && isPosition(rest));
      if (!fits) continue;
      const stop = new Set([...loose].filter((word) => !['in', 'da', 'di', 'per'].includes(word)));
      const filler = fillerAt(tokens, at + 1, new Set([...stop, 'di_notte', 'a']), 5);
      const kept = trimmed(filler);
      const said = `${token.written} ${textOf(message, kept)}`;
      return note('mestiere', { fa: turnClause(said.charAt(0).toLowerCase() + said.slice(1)) });
    }
    return undefined;
  }

  const isSubject = (rest: readonly Token[]) =>
    rest[0] !== undefined &&
    !rest[0].opens &&
    !/^(?:da|dalle|domani|oggi|ieri|fuori|sempre|tanto|molto|poco|troppo|per|con|e|ma|o|ancora|adesso|stasera|di|tutto|ogni|solo|a|non|bene|male|il|la|lo)$/.test(
      rest[0].folded,
    );
  const isPosition = (rest: readonly Token[]) => {
    const [first, second] = rest;
    if (first?.folded === 'in')
      return /^(?:pensione|prima|seconda|terza|quarta|quinta|cassa)$/.test(second?.folded ?? '');
    if (/^(?:un|uno|una)$/.test(first?.folded ?? '')) return isTrade(second);
    if (first?.folded === 'al')
      return (
        /^(?:primo|secondo|terzo|quarto|quinto)$/.test(second?.folded ?? '') &&
        /^anno$/.test(rest[2]?.folded ?? '')
      );
    return /^(?:apprendista|studente|studentessa|disoccupat[oa]|pensionat[oa]|infermier[ea]|insegnante)$/.test(
      first?.folded ?? '',
    );
  };

  function luogo(message: string, tokens: readonly Token[]): Note | undefined {
    for (const { filler } of afterOpeners('luogo', tokens, 5, loose)) {
      const first = filler[0];
      if (!first || (refused('luogo', first) && !/^(?:un|una)$/.test(first.folded))) continue;
      const village =
        /^(?:un|una)$/.test(first.folded) &&
        /^(?:paesino|paese|cittadina|isola|borgo|villaggio)$/.test(filler[1]?.folded ?? '');
      const proper = isCapital(first) || sets.places.has(first.folded);
      if (!village && !proper) continue;
      const words = village ? trimmed(filler) : properName(filler);
      const common = /^(?:montagna|campagna|collina|pianura|periferia|un|una)$/.test(first.folded);
      const text = textOf(message, words);
      return note('luogo', { luogo: common ? text : capitalised(text) });
    }
    return undefined;
  }

  /** The words of a name of more than one: «Reggio Emilia», «Ascoli Piceno». */
  function properName(filler: readonly Token[]): Token[] {
    const more = filler.slice(1).findIndex((token) => !isCapital(token) && !sets.places.has(token.folded));
    return filler.slice(0, more < 0 ? filler.length : more + 1);
  }

  /** Without the small words that a filler was cut off after. */
  function trimmed(filler: readonly Token[]): Token[] {
    const words = [...filler];
    while (words.length > 1 && sets.stop.has(words.at(-1)?.folded ?? '')) words.pop();
    return words;
  }

  function parenti(message: string, tokens: readonly Token[]): Note[] {
    const notes: Note[] = [];
    for (const [at, token] of tokens.entries()) {
      if (!possessives.has(token.folded) || token.asks) continue;
      const kin = tokens[at + 1];
      if (!kin || !sets.kin.has(kin.folded) || kin.opens) continue;
      const called = tokens[at + 2] && (isCapital(tokens[at + 2] ?? kin) || isName(tokens[at + 2])) ? 1 : 0;
      const said = fillerAt(
        tokens,
        at + 2 + called,
        new Set(['ma', 'pero', 'e', 'perche', 'quindi', 'che']),
        7,
      );
      const [verb] = said;
      if (!verb || verb.opens || !sets.third.has(verb.folded) || said.length < 2) continue;
      if (
        said.some(
          (word) =>
            sets.dead.has(word.folded) ||
            (/^(?:me|picchia|mena|io)$/.test(word.folded) && word.folded !== 'me'),
        )
      )
        continue;
      const before = tokens[at - 1];
      const article =
        before && articles.has(before.folded) && /^(?:miei|mie)$/.test(token.folded) ? [before] : [];
      const own = /(?:a|madre|moglie)$/.test(kin.folded) ? 'mia' : 'mio';
      const words = textOf(message, [...article, token, kin])
        .toLowerCase()
        .replace(/^mi[’' ]+/, `${own} `);
      const whole = turnRound(words);
      const grave = said.some((word) => sets.sad.has(word.folded));
      notes.push(note('parente', { parente: whole, stato: turnRound(textOf(message, said)) }, grave));
    }
    return notes;
  }

  function amici(message: string, tokens: readonly Token[]): Note[] {
    const notes: Note[] = [];
    for (const [at, token] of tokens.entries()) {
      if (token.asks) continue;
      const next = tokens[at + 1];
      const speaksNot = tokens[at + 1]?.folded === 'non' && tokens[at + 2]?.folded === 'mi';
      if (isName(token) && token.opens && speaksNot)
        notes.push(note('amico', { amico: capitalised(token.written) }));
      if (/^(?:esco|uscita|uscito)$/.test(token.folded) && next?.folded === 'con' && isName(tokens[at + 2])) {
        notes.push(note('amico', { amico: capitalised(tokens[at + 2]?.written ?? '') }));
        continue;
      }
      if (!/^(?:mio|mia|bff)$/.test(token.folded)) continue;
      let place = token.folded === 'bff' ? at : at + 1;
      const best = /^(?:miglior|migliore)$/.test(tokens[place]?.folded ?? '');
      if (best) place += 1;
      const friend = tokens[place];
      if (
        !friend ||
        !sets.friends.has(friend.folded) ||
        tokens.slice(0, at).some((word) => word.folded === 'sei')
      )
        continue;
      const after = tokens.slice(place + 1, place + 4);
      const called =
        after[0]?.folded === 'si' && after[1]?.folded === 'chiama'
          ? after[2]
          : after[0]?.folded === 'e'
            ? after[1]
            : after[0];
      if (called && (isName(called) || (after[1]?.folded === 'chiama' && isCapital(called)))) {
        notes.push(note('amico', { amico: capitalised(called.written) }));
      } else if (best) {
        const later = tokens.findIndex((word, index) => index > place && word.folded === 'chiama');
        const name = tokens[later + 1];
        const own = turnRound(textOf(message, tokens.slice(at, place + 1)).toLowerCase());
        const value =
          later > 0 && name ? capitalised(name.written) : `${own.startsWith('tua') ? 'la' : 'il'} ${own}`;
        notes.push(note('amico', { amico: value }));
      }
    }
    return notes;
  }

  function animali(tokens: readonly Token[]): Note[] {
    const notes: Note[] = [];
    if (tokens.some((token) => sets.dead.has(token.folded))) return notes;
    for (const [at, token] of tokens.entries()) {
      if (!sets.animals.has(token.folded) || token.asks) continue;
      const before = tokens[at - 1]?.folded ?? '';
      const verb =
        tokens[/^(?:solo|anche|pure|gia)$/.test(tokens[at - 2]?.folded ?? '') ? at - 3 : at - 2]?.folded ??
        '';
      const owned =
        /^(?:mio|mia|miei|mie)$/.test(before) ||
        (/^(?:un|una|due|tre|quattro|il|la|i|le|nu)$/.test(before) &&
          /^(?:ho|tengo|abbiamo|preso|adottato|fuori)$/.test(verb));
      if (!owned) continue;
      const [first, second, third] = tokens.slice(at + 1, at + 5).filter((word) => word.folded !== 'che');
      const called =
        first?.folded === 'si' && second?.folded === 'chiama'
          ? third
          : isCapital(first ?? token)
            ? first
            : undefined;
      const many = /^(?:due|tre|quattro|i|le|miei|mie)$/.test(before);
      const feminine = token.folded.endsWith(many ? 'e' : 'a') && token.folded !== 'cane';
      const own = many ? (feminine ? 'le tue' : 'i tuoi') : feminine ? 'la tua' : 'il tuo';
      notes.push(
        note('animale', {
          animale: called ? capitalised(called.written) : `${own} ${token.written.toLowerCase()}`,
        }),
      );
    }
    return notes;
  }

  function oggetto(message: string, tokens: readonly Token[]): Note | undefined {
    for (const { filler, from } of afterOpeners('oggetto', tokens, 6, loose)) {
      const own = possessives.has(filler[1]?.folded ?? '');
      const opens = determiners.has(filler[0]?.folded ?? '') && filler.length > 1;
      if (!opens || tokens[from]?.opens || sets.animals.has(filler[1]?.folded ?? '')) continue;
      if (own && sets.kin.has(filler[2]?.folded ?? '')) continue;
      return note('oggetto', { oggetto: turnRound(withDefiniteArticle(textOf(message, trimmed(filler)))) });
    }
    for (const [at, token] of tokens.entries()) {
      const [article, thing, of, own, kin] = tokens.slice(at + 1, at + 6);
      if (
        token.folded !== 'ho' ||
        !article ||
        !thing ||
        of?.folded !== 'di' ||
        !sets.kin.has(kin?.folded ?? '')
      )
        continue;
      if (!possessives.has(own?.folded ?? '') || !determiners.has(article.folded) || token.asks) continue;
      return note('oggetto', {
        oggetto: turnRound(withDefiniteArticle(textOf(message, tokens.slice(at + 1, at + 6)))),
      });
    }
    return undefined;
  }

  function preferito(message: string, tokens: readonly Token[]): Note | undefined {
    for (const { filler, opener, at } of afterOpeners('preferito', tokens, 4, loose)) {
      const [first, second] = filler;
      if (!first || first.opens || refused('preferito', first) || refused('preferito', second ?? first))
        continue;
      const infinitive = /(?:are|ere|ire|armi|ersi)$/.test(first.folded);
      const thing =
        determiners.has(first.folded) &&
        second !== undefined &&
        !/^(?:tuo|tua|tuoi|tue)$/.test(second.folded);
      const bare = /^(?:gioco|colleziono|scrivo|vivo|vado)$/.test(opener[0] ?? '') || opener[0] === 'non';
      if (/^(?:gioco|suono|scrivo|colleziono)$/.test(opener[0] ?? '') && !opensStatement(tokens, at))
        continue;
      if (!infinitive && !thing && !bare) continue;
      return note('preferito', { cosa: turnRound(textOf(message, trimmed(filler))) });
    }
    const favourite = tokens.findIndex((token) => /^preferit[oa]$/.test(token.folded));
    const verb = tokens[favourite + 1];
    const filler = trimmed(fillerAt(tokens, favourite + 2, loose, 4));
    if (favourite < 2 || verb?.folded !== 'e' || verb.asks || filler.length === 0) return undefined;
    const own = tokens
      .slice(Math.max(0, favourite - 2), favourite)
      .some((token) => possessives.has(token.folded));
    const about = tokens[favourite - 1]?.folded;
    return own && about !== 'oggetto' && about !== 'capitolo' && filler[0]?.folded !== 'tu'
      ? note('preferito', { cosa: textOf(message, filler) })
      : undefined;
  }

  function umore(tokens: readonly Token[]): Note | undefined {
    for (const [at, token] of tokens.entries()) {
      if (!sets.moods.has(token.folded) || token.asks) continue;
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
      return note('umore', { umore: token.written.toLowerCase() });
    }
    return undefined;
  }

  function evento(message: string, tokens: readonly Token[]): Note | undefined {
    if (tokens.some((token) => /^(?:ieri|scorso|scorsa|finito|fatto|avuto)$/.test(token.folded)))
      return undefined;
    const when = timeOf(message, tokens);
    const at = tokens.findIndex((token) => sets.events.has(token.folded) && !token.asks);
    if (when === undefined || at < 1) return undefined;
    const noun = tokens[at];
    const from = articles.has(tokens[at - 1]?.folded ?? '')
      ? at - 1
      : tokens[at - 1]?.folded === 'mio'
        ? at - 2
        : -1;
    const verb = tokens[from - 1]?.folded ?? '';
    if (!noun || from < 0 || !/^(?:ho|e|c|faccio|abbiamo|c’e)$/.test(verb)) return undefined;
    const filler = fillerAt(
      tokens,
      from,
      new Set([...loose, ...forms.times, 'alle', 'a', 'dal', 'dalle', 'fra', 'tra']),
      5,
    );
    if (
      filler.some((word) => word.folded === 'coscienza') ||
      tokens.some((word) => /^(?:lei|lui)$/.test(word.folded))
    )
      return undefined;
    const event = turnRound(withDefiniteArticle(textOf(message, trimmed(filler))));
    return note('evento', { evento: event, quando: when }, sets.grave.has(noun.folded));
  }

  function timeOf(message: string, tokens: readonly Token[]): string | undefined {
    const at = tokens.findIndex((token) => sets.times.has(token.folded));
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

  function progetto(message: string, tokens: readonly Token[]): Note | undefined {
    for (const { filler, from } of afterOpeners(
      'progetto',
      tokens,
      6,
      new Set(['ma', 'pero', 'e', 'perche', 'se', 'quando', 'domani', 'oggi', 'stasera']),
    )) {
      const first = filler[0];
      if (!first || tokens[from]?.opens || refused('progetto', first)) continue;
      if (
        !/(?:are|ere|ire|rre|ar|armi|irmi|ermi|arci|irci)$/.test(first.folded) ||
        /(?:arti|erti|irti|arvi)$/.test(first.folded)
      )
        continue;
      const bare = /^(?:vorrei|voglio)$/.test(tokens[from - 1]?.folded ?? '') && filler.length < 2;
      if (bare) continue;
      return note('progetto', { progetto: turnRound(textOf(message, trimmed(filler))) });
    }
    return undefined;
  }

  function libro(message: string, tokens: readonly Token[]): Note | undefined {
    for (const { filler } of afterOpeners(
      'libro',
      tokens,
      4,
      new Set([...loose].filter((word) => word !== 'un')),
    )) {
      const words = trimmed(filler);
      const opinion = words.some((word) => sets.opinions.has(word.folded));
      if (opinion && !words[0]?.opens) return note('libro', { opinione: textOf(message, words) });
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
      !effect.some((word) => sets.effects.has(word.folded))
    )
      return undefined;
    return note('libro', {
      opinione: textOf(
        message,
        trimmed(fillerAt(tokens, at, new Set(['ma', 'pero', 'e', 'perche', 'quando']), 6)),
      ),
    });
  }

  return (message) => {
    const tokens = tokensOf(message);
    const single = [
      nome(message, tokens),
      eta(tokens),
      mestiere(message, tokens),
      luogo(message, tokens),
      oggetto(message, tokens),
      preferito(message, tokens),
      umore(tokens),
      evento(message, tokens),
      progetto(message, tokens),
      libro(message, tokens),
    ];
    const many = [...parenti(message, tokens), ...amici(message, tokens), ...animali(tokens)];
    return [...single.flatMap((found) => found ?? []), ...many].filter(({ values }) =>
      Object.values(values).every((value) => value.length > 0 && value.length <= 80),
    );
  };
}
