import { LRUCache } from 'lru-cache';
import { fold } from './italian.ts';
import { undisguised } from './plain-tokens.ts';

/** Words of text messages, as they are typed without accents, and what they stand for. */
const shortForms = new Map(
  Object.entries({
    non: 'nn nun nnn',
    che: 'k ke',
    chi: 'ki',
    'che cosa': 'kecosa checos',
    cosa: 'ks cs csa',
    come: 'cm comme',
    perche: 'pecche xke xk xche xkè pk pke perke perk xkee percè',
    pero: 'xo',
    per: 'x',
    comunque: 'cmq cmnq kmq cmnque comunq',
    sono: 'sn',
    con: 'cn',
    bene: 'bn',
    'va bene': 'vb vabb',
    dopo: 'dp dpo',
    dove: 'dv dve',
    quando: 'qnd qndo qand qnado quanno',
    quanto: 'qnt qnto',
    quanti: 'qnti qti',
    quante: 'qnte',
    quanta: 'qnta',
    questo: 'qst qsto',
    questa: 'qsta',
    questi: 'qsti',
    quello: 'qll qllo',
    quella: 'qlla',
    quindi: 'qndi',
    qualcosa: 'qlcs qlc qlcosa qcs qcosa',
    qualcuno: 'qlcn qlcuno qcn',
    qualche: 'qlk qlke qlche',
    niente: 'nnt nnte nt nient',
    tutto: 'tt tto ttt',
    tutti: 'tti',
    tanto: 'tnt',
    troppo: 'trp trpp tp',
    molto: 'mlt',
    sempre: 'smp smpr sempr',
    solo: 'sl',
    domani: 'dmn dom dmni',
    stasera: 'stas staser',
    oggi: 'ogg',
    grazie: 'grz grzie graz',
    prego: 'prg',
    scusa: 'scs scus',
    aspetta: 'asp aspe aspè',
    spero: 'spr',
    senti: 'snt',
    messaggio: 'msg mess',
    voglio: 'vgl vojo vojjo vogl vgli',
    anche: 'anke ank ank3',
    piu: '+ pu',
    'per favore': 'pf pls plz perfav xfavore',
    'ti voglio bene': 'tvb tvtb tvttb',
    mi: 'm',
    ti: 't',
    si: 's',
    di: 'd',
    detto: 'dtt',
    fatto: 'ftt',
    forse: 'frs',
    nemmeno: 'nmm',
    prima: 'prm',
    vuol: 'vl',
    amico: 'amik',
    chiama: 'chiamma',
    rumore: 'rummore',
    sopra: 'ncopp ncoppa',
  }).flatMap(([word, shorts]) => shorts.split(' ').map((short) => [fold(short), word] as const)),
);

/** Words with a k of their own that end in a vowel, as Italian words do. */
const keepsK = new Set(
  `like make take wake shake joke bike smoke snake cake lake fake strike karaoke karate kimono koala kayak kiwi kebab
  bikini hokkaido kamikaze tokyo kiev korea kenya alaska kefir poke nike coke folklore okay spike mike luke duke brooke
  broke woke awake stroke brake mistake`.split(/\s+/),
);

const emoticon = /^(?:[:;=xX]['’]?-?[()DdPpoO3/\\|]+|<\/?3+)$/;
const lookLikeLetters: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  '@': 'a',
  $: 's',
};

/** «nooooo» → «no», «mammmma» → «mamma»: three letters or more are one, or two where Italian may double them. */
function unstretched(word: string): string {
  if (!/(\p{L})\1/u.test(word)) return word;
  const shorter = word.replace(/(\p{L})\1{2,}/gu, (_run, letter: string, at: number) => {
    const after = word.charAt(at + _run.length);
    const doubled = at > 0 && !isVowel(letter) && isVowel(word.charAt(at - 1)) && isVowel(after);
    return doubled ? letter + letter : letter;
  });
  return shorter === 'zoo' ? shorter : shorter.replace(/([aou])\1$/, '$1');
}

function isVowel(letter: string): boolean {
  return letter !== '' && 'aeiou'.includes(letter);
}

/** «kiamo» → «chiamo», «kasa» → «casa»; words that do not end like Italian ones («kill», «Kafka») keep their k. */
function withoutK(word: string): string {
  if (
    !word.includes('k') ||
    keepsK.has(word) ||
    !/^[a-z]*[aeiou]$/.test(word) ||
    /[jwy]|ck|kn|sk[iy]/.test(word)
  ) {
    return word;
  }
  return word.replace(/k+(?=[ei])/g, 'ch').replace(/k+/g, 'c');
}

function foldWord(written: string): string {
  let word = written;
  if (/\p{L}[\d@$]+\p{L}/u.test(word)) {
    word = word.replace(/(?<=\p{L})[\d@$]+(?=\p{L})/gu, (signs) =>
      [...signs].map((sign) => lookLikeLetters[sign] ?? sign).join(''),
    );
  }
  const short = shortForms.get(word);
  if (short !== undefined) return short;
  word = unstretched(word);
  if (/^(?:a?(?:ha){2,}h?|h?(?:ah){2,}a?|(?:eh){2,}e?|(?:he){2,}h?|(?:ih){2,}i?|(?:hi){2,}h?)$/.test(word))
    return 'ahah';
  if (/^x[bcfglmnprstv]\p{L}{2,}$/u.test(word)) word = `per${word.slice(1)}`;
  return shortForms.get(word) ?? withoutK(word);
}

/** Every part of the talk reads the same message again; without this, folding it was a third of a reply's time. */
const foldedByText = new LRUCache<string, string>({ max: 500 });

const token = /[\p{L}\p{N}](?:[\p{L}\p{N}@$*_]*[\p{L}\p{N}])?|\+|[.,;:?!…()"«»“”—–-]+|\S/gu;

/**
 * A message as it would stand in plain Italian, for comparing with phrases folded in the same way: lower case, no
 * accents; apostrophes are spaces; stretched letters, text-message spelling («nn», «xke», «ke») and letters written
 * as digits inside a word are undone, laughs are «ahah». Punctuation stays, set apart by spaces and never repeated;
 * every emoji and emoticon stays as a token of its own. Foreign words may be changed: fold both sides.
 */
export function foldChatSpelling(text: string): string {
  const folded = foldedByText.get(text) ?? foldAnew(text);
  foldedByText.set(text, folded);
  return folded;
}

function foldAnew(text: string): string {
  const plain = fold(undisguised(text.replace(/['’‘`´]|[\u{1f3fb}-\u{1f3ff}]/gu, ' ')).toLowerCase());
  const parts: string[] = [];
  for (const chunk of plain.split(/\s+/)) {
    if (chunk === '') continue;
    if (chunk.length > 1 && emoticon.test(chunk)) {
      parts.push(chunk === 'xd' ? 'ahah' : chunk);
      continue;
    }
    for (const [piece] of chunk.matchAll(token)) parts.push(foldPiece(piece, parts.at(-1)));
  }
  return parts.join(' ');
}

function foldPiece(piece: string, before: string | undefined): string {
  if (/^[\p{L}\p{N}+]/u.test(piece)) {
    const bare = piece.replace(/[*_]+/g, '');
    // «10 cm» is a measure, and so is «5 m»; «cap. 6 m»… are too rare to tell.
    if (before !== undefined && /^\d+$/.test(before) && /^(?:cm|m|s|d|t|k)$/.test(bare)) return bare;
    return foldWord(bare);
  }
  if (/^(?:\.{2,}|…+)$/.test(piece)) return '…';
  // The token pattern takes anything but a run of marks one character at a time.
  return /[?!.,;:]/.test(piece)
    ? (/\?/.exec(piece) ?? /[!.,;:]/.exec(piece) ?? [piece])[0]
    : (piece.match(/./u)?.[0] ?? piece);
}
