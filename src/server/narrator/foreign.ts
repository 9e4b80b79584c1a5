import { isCalled } from '../text/addressing.ts';
import { isEveryday } from '../text/everyday-words.ts';
import { fold } from '../text/italian.ts';

type Lines = readonly string[];

/** One language of src/content/talk/lingue.yaml. */
interface ForeignTexts {
  /** Words that only show the language, with spaces between them. */
  parole: string;
  /** What greets, takes leave, thanks. */
  saluta: Lines;
  congeda: Lines;
  ringrazia: Lines;
  /** Phrases that many write, by what they say in Italian. */
  frasi: Readonly<Record<string, Lines>>;
  /** Words and phrases, and what they are in Italian. */
  glosse: Readonly<Record<string, string>>;
  lines: Readonly<Record<ForeignPool, Lines>>;
}

/** Before an answer in Italian, and whole answers. */
type ForeignPool = 'prima' | 'saluto' | 'congedo' | 'grazie' | 'avviso' | 'capito' | 'ignoto';

/** A message in another language. */
export interface ForeignMessage {
  /** What it says, in Italian, where it is what many write. */
  meaning: string | undefined;
  /** What it does, beside asking or telling. */
  does: 'saluto' | 'congedo' | 'grazie' | undefined;
  asks: boolean;
  lines: ForeignTexts['lines'];
}

/** The words of a message, folded: no accents, no marks but the apostrophe. */
const wordsOf = (text: string) =>
  fold(text.toLowerCase().replace(/[’`´]/gu, "'"))
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .split(/\s+/)
    .filter(Boolean);

/** As phrases are compared: «what's» is two words. */
const phraseOf = (text: string) => wordsOf(text).join(' ').replaceAll("'", ' ');

interface Language extends ForeignTexts {
  known: ReadonlySet<string>;
  /** Folded, the longest first. */
  phrases: readonly (readonly [string, string])[];
}

/** A longer question asks something beside its greeting. */
const mostOfGreeting = 7;
/** In a longer one the last so many words are asked for it. */
const lastOfGreeting = 4;
/** Words of other languages that Italian dictionaries have too. */
const foreignAndItalian = new Set('est es is was die des les du in do are us bye hello hi sorry'.split(' '));
/** What everybody writes in Italian too: alone it tells no language. */
const writtenInItalianToo =
  /^(?:o?k+|okay|no|wow|lol|bravo|top|ciao|yes|boh|we|oi|oh|yo|hey|a?(?:ha)+h?|(?:ah)+a?|e|ma|dai)$/;

/** «Who is Olmo?»: a name tells no language, whatever word it is. */
const nameWithin = /(?<=[\p{L},;] )\p{Lu}\p{Ll}+/gu;

/** «Cos'è», «dov'era», «l'orso»; «muoiono», «andiamo», «stazione». */
const italianForm =
  /^(?:cos|dov|com|quand|quant|quell|quest|l|un|dell|all|nell|sull|dall|d|c)'|(?:ono|iamo|zion[ei])$/;

/** A word and its parts at an apostrophe: «s'est», «what's». */
const partsOf = (word: string) => [word, ...word.split("'").filter(Boolean)];

/**
 * Makes what recognises a message in one of the languages; `undefined` for Italian and any other. A word tells a language when
 * Italian does not have it; names tell none.
 */
export function createForeignReader(
  texts: readonly ForeignTexts[],
): (message: string) => ForeignMessage | undefined {
  const languages = texts.map((language): Language => {
    const { parole, saluta, congeda, ringrazia, frasi, glosse } = language;
    const keys = Object.keys(glosse).map(phraseOf);
    const known = new Set(
      [parole, ...saluta, ...congeda, ...ringrazia, ...keys].flatMap(wordsOf).flatMap(partsOf),
    );
    const phrases = Object.entries(frasi).flatMap(([italian, all]) =>
      all.map((phrase) => [phrase, italian] as const),
    );
    return {
      ...language,
      known,
      phrases: longestFirst(phrases),
    };
  });

  return (message) => {
    const words = wordsOf(message);
    const language = words.every((word) => isCalled(word) || writtenInItalianToo.test(word))
      ? undefined
      : (languageOf(wordsOf(message.replace(nameWithin, ' ')), languages) ??
        languages.find((one) => meaningOf(message, one, leastOfPhrase)));
    if (!language) return undefined;
    const text = ` ${words.join(' ')} `;
    const says = (list: Lines) => list.some((phrase) => text.includes(` ${wordsOf(phrase).join(' ')} `));
    const asks = message.includes('?');
    const does = says(language.congeda)
      ? 'congedo'
      : says(language.ringrazia)
        ? 'grazie'
        : says(language.saluta)
          ? 'saluto'
          : undefined;
    // «Hello! Who is she?» asks after its greeting.
    const question = wordsOf(message.split(/(?<=[.!,;])\s+/u).at(-1) ?? '');
    const greets = (part: readonly string[]) =>
      language.saluta.some((phrase) => part.join(' ').includes(wordsOf(phrase).join(' ')));
    // «I am from Canada, do you speak English?» asks nothing else, however much is told before it.
    const isGreeting =
      does === 'saluto' &&
      (words.length <= mostOfGreeting
        ? question.length === words.length || greets(question)
        : greets(question.slice(-lastOfGreeting)));
    return {
      meaning: does === 'congedo' ? undefined : meaningOf(message, language),
      does: asks && !isGreeting ? undefined : does,
      asks,
      lines: language.lines,
    };
  };
}

const longestFirst = (pairs: readonly (readonly [string, string])[]) =>
  pairs
    .map(([foreign, italian]) => [phraseOf(foreign), italian] as const)
    .sort(([one], [other]) => other.length - one.length);

/** How much of a part of a message a phrase is, for the part to say nothing else. */
const leastShareOfPart = 0.6;

/** Words of a phrase that by itself tells its language. */
const leastOfPhrase = 3;

/** What a message says in Italian: the last of its parts that is a phrase of many, and no more. */
function meaningOf(message: string, { phrases }: Language, least = 1): string | undefined {
  const parts = message.split(/[.!?,;:\n¡¿]+/u).map(phraseOf);
  for (const words of parts.toReversed()) {
    const found = phrases.find(([phrase]) => ` ${words} `.includes(` ${phrase} `));
    const length = found?.[0].split(' ').length ?? 0;
    if (found && length >= least && length >= leastShareOfPart * words.split(' ').length) return found[1];
  }
  return undefined;
}

function languageOf(all: readonly string[], languages: readonly Language[]): Language | undefined {
  const words = all.filter((word) => !writtenInItalianToo.test(word));
  let best: { language: Language; score: number } | undefined;
  for (const language of languages) {
    const isKnown = (word: string) =>
      language.known.has(word) || word.split("'").every((part) => language.known.has(part));
    const known = words.filter(isKnown);
    const own = known.filter((word) => foreignAndItalian.has(word) || !isEveryday(word)).length;
    const italian = words.filter(
      (word) => !isKnown(word) && (isEveryday(word) || italianForm.test(word)),
    ).length;
    const score = own - italian + known.length / 10;
    if (own > 2 * italian && known.length * 2 >= words.length && score > (best?.score ?? 0))
      best = { language, score };
  }
  return best?.language;
}
