import { fillerAt, textOf, turnRound, type Sentence } from './clause.ts';
import { articles, capitalised, isCapital, noteOf, possessives, type Lexicon } from './lexicon.ts';
import type { Note } from './texts.ts';

export function readRelatives({ message, tokens }: Sentence, lexicon: Lexicon): Note[] {
  const notes: Note[] = [];
  for (const [at, token] of tokens.entries()) {
    if (!possessives.has(token.folded) || token.asks) continue;
    const kin = tokens[at + 1];
    if (!kin || !lexicon.kin.has(kin.folded) || kin.opens) continue;
    const called =
      tokens[at + 2] && (isCapital(tokens[at + 2] ?? kin) || lexicon.isName(tokens[at + 2])) ? 1 : 0;
    const said = fillerAt(
      tokens,
      at + 2 + called,
      new Set(['ma', 'pero', 'e', 'perche', 'quindi', 'che']),
      7,
    );
    const [verb] = said;
    const own = /(?:a|madre|moglie)$/.test(kin.folded) ? 'mia' : 'mio';
    if (!verb || verb.opens || !lexicon.third.has(verb.folded) || said.length < 2) {
      const name = called === 1 ? tokens[at + 2] : undefined;
      const words = turnRound(
        textOf(message, [token, kin])
          .toLowerCase()
          .replace(/^mi[’' ]+/, `${own} `),
      );
      if (name)
        notes.push(noteOf('parente', { parente: words, stato: `si chiama ${capitalised(name.written)}` }));
      continue;
    }
    if (
      said.some(
        (word) =>
          lexicon.dead.has(word.folded) ||
          (/^(?:me|picchia|mena|io)$/.test(word.folded) && word.folded !== 'me'),
      )
    )
      continue;
    const before = tokens[at - 1];
    const article =
      before && articles.has(before.folded) && /^(?:miei|mie)$/.test(token.folded) ? [before] : [];
    const words = textOf(message, [...article, token, kin])
      .toLowerCase()
      .replace(/^mi[’' ]+/, `${own} `);
    const whole = turnRound(words);
    const grave = said.some((word) => lexicon.sad.has(word.folded));
    notes.push(noteOf('parente', { parente: whole, stato: turnRound(textOf(message, said)) }, grave));
  }
  return notes;
}

export function readFriends({ message, tokens }: Sentence, lexicon: Lexicon): Note[] {
  const notes: Note[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.asks) continue;
    const next = tokens[at + 1];
    const speaksNot = tokens[at + 1]?.folded === 'non' && tokens[at + 2]?.folded === 'mi';
    if (lexicon.isName(token) && token.opens && speaksNot)
      notes.push(noteOf('amico', { amico: capitalised(token.written) }));
    if (
      /^(?:esco|uscita|uscito)$/.test(token.folded) &&
      next?.folded === 'con' &&
      lexicon.isName(tokens[at + 2])
    ) {
      notes.push(noteOf('amico', { amico: capitalised(tokens[at + 2]?.written ?? '') }));
      continue;
    }
    if (!/^(?:mio|mia|bff)$/.test(token.folded)) continue;
    let place = token.folded === 'bff' ? at : at + 1;
    const best = /^(?:miglior|migliore)$/.test(tokens[place]?.folded ?? '');
    if (best) place += 1;
    const friend = tokens[place];
    if (
      !friend ||
      !lexicon.friends.has(friend.folded) ||
      tokens.slice(0, at).some((word) => word.folded === 'sei')
    )
      continue;
    // «La mia compagna di banco Asia», «il mio amico del cuore si chiama Bruno».
    const of = /^(?:di|del|della|d)$/.test(tokens[place + 1]?.folded ?? '') ? 2 : 0;
    const after = tokens.slice(place + 1 + of, place + 4 + of);
    const called =
      after[0]?.folded === 'si' && after[1]?.folded === 'chiama'
        ? after[2]
        : after[0]?.folded === 'e'
          ? after[1]
          : after[0];
    if (called && (lexicon.isName(called) || isCapital(called)) && !lexicon.isRefused('nome', called)) {
      notes.push(noteOf('amico', { amico: capitalised(called.written) }));
    } else if (best) {
      const later = tokens.findIndex((word, index) => index > place && word.folded === 'chiama');
      const name = tokens[later + 1];
      const own = turnRound(textOf(message, tokens.slice(at, place + 1)).toLowerCase());
      const value =
        later > 0 && name ? capitalised(name.written) : `${own.startsWith('tua') ? 'la' : 'il'} ${own}`;
      notes.push(noteOf('amico', { amico: value }));
    }
  }
  return notes;
}

export function readAnimals({ tokens }: Sentence, lexicon: Lexicon): Note[] {
  const notes: Note[] = [];
  if (tokens.some((token) => lexicon.dead.has(token.folded))) return notes;
  for (const [at, token] of tokens.entries()) {
    if (!lexicon.animals.has(token.folded) || token.asks) continue;
    const before = tokens[at - 1]?.folded ?? '';
    const verb =
      tokens[/^(?:solo|anche|pure|gia)$/.test(tokens[at - 2]?.folded ?? '') ? at - 3 : at - 2]?.folded ?? '';
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
      noteOf('animale', {
        animale: called ? capitalised(called.written) : `${own} ${token.written.toLowerCase()}`,
      }),
    );
  }
  return notes;
}
