import { fold } from './italian.ts';

/** A word or a number of a text, seen through what may disguise it. */
export interface Token {
  /** What it is compared by: lower case, no accents; a number in digits without leading zeros. */
  form: string;
  /** As it stands in the text, undisguised. */
  written: string;
  /** Lower case with accents, as the stemmer wants it. */
  lower: string;
  isNumber: boolean;
  /** Written in digits; the text says «nove» otherwise. */
  inDigits: boolean;
  capital: boolean;
  /** Opens a sentence, a line or what somebody says: its capital letter proves nothing. */
  opens: boolean;
  /** What stands between it and the token before: empty in `ILSE4`. */
  gap: string;
}

/** Letters of other scripts that look Latin; NFKC leaves them as they are. */
const lookAlikes = new Map(
  [...'АаВЕеЅѕІіЈјКкМмНнОоРрСсТтУуХхһԁӏԛԝ', ...'ΑαΒΕεΖΗΙιΚκΜΝνΟοΡρΤτΥυΧχ', ...'ıłŁøØđĐħĦɑɡɩ'].map(
    (letter, at) => {
      const latin = 'AaBEeSsIiJjKkMmHnOoPpCcTtYyXxhdlqw' + 'AaBEeZHIiKkMNvOoPpTtYuXx' + 'ilLoOdDhHagi';
      return [letter, latin.charAt(at)];
    },
  ),
);

/**
 * Without what hides a word from a search and not from an eye: compatibility forms, look-alike letters,
 * zero-width and other format characters, marks stacked on letters that never carry them.
 */
export function undisguised(text: string): string {
  const normal = text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{M}\p{Variation_Selector}\u3164\u115f\u1160\uffa0]/gu, '');
  return normal
    .replace(/[\u{1f1e6}-\u{1f1ff}]{3,}/gu, (flags) =>
      [...flags].map((flag) => letterFrom(flag, 0x1f1e6)).join(''),
    )
    .replace(/[\u{1f150}-\u{1f169}]/gu, (letter) => letterFrom(letter, 0x1f150))
    .replace(/[\u{1f170}-\u{1f189}]/gu, (letter) => letterFrom(letter, 0x1f170))
    .replace(/[^\p{ASCII}]/gu, (letter) => lookAlikes.get(letter) ?? letter);
}

/** The Latin capital of an alphabet of symbols that begins at `first`: white on black, or half a flag (two are a flag). */
const letterFrom = (symbol: string, first: number) =>
  String.fromCharCode(65 + (symbol.codePointAt(0) ?? first) - first);

/** What may stand before the first word of a sentence, of a line or of a speech; `^` for the first of a text. */
const beforeOpening = /(^|[.!?…:;»«“”"‹›(—–\n])[\s'‘’*_-]*$/u;
const lookBack = 6;

export function plainTokens(text: string): Token[] {
  const plain = undisguised(text);
  const tokens: Token[] = [];
  let end = 0;
  for (const match of plain.matchAll(/\p{N}+|\p{L}+/gu)) {
    // `IrjaHalvorsen` is two words.
    for (const part of match[0].split(/(?<=\p{Ll})(?=\p{Lu})/u)) {
      const at = Math.max(match.index, end);
      const lower = part.toLowerCase();
      const folded = fold(lower);
      const inDigits = /^\p{N}/u.test(part);
      const spelled = inDigits ? undefined : numerals.get(folded);
      tokens.push({
        form: inDigits ? squashed(folded) : (spelled ?? folded),
        written: part,
        lower,
        isNumber: inDigits || spelled !== undefined,
        inDigits,
        capital: part !== lower,
        // A letter stands for what is further back, so that only the text's own beginning is one.
        opens: beforeOpening.test((at > lookBack ? 'x' : '') + plain.slice(Math.max(0, at - lookBack), at)),
        gap: plain.slice(end, at),
      });
      end = at + part.length;
    }
  }
  return tokens;
}

/** Tokens written as one word, whatever stood between them: `Ilse-4`, `ILSE4` and `I l s e 4` are one. */
export function squashed(forms: string): string {
  return forms.replace(/(?<!\d)0+(?=\d)/g, '');
}

/** «zero» to «novecentonovantanove», as digits; «uno» is an article and is left out. */
const numerals = new Map<string, string>();
{
  const small =
    'zero un due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'.split(
      ' ',
    );
  const tens = ',,venti,trenta,quaranta,cinquanta,sessanta,settanta,ottanta,novanta'.split(',');
  const upTo99 = (n: number): string => {
    const unit = small[n % 10] ?? '';
    const ten = tens[Math.floor(n / 10)] ?? '';
    if (n < 20) return small[n] ?? '';
    if (n % 10 === 0) return ten;
    return (/^[uo]/.test(unit) ? ten.slice(0, -1) : ten) + unit + (n % 10 === 1 ? 'o' : '');
  };
  for (let n = 0; n < 1000; n += 1) {
    if (n === 1) continue;
    const hundreds = Math.floor(n / 100);
    const head = hundreds === 0 ? '' : `${hundreds === 1 ? '' : small[hundreds]}cento`;
    const rest = n % 100 === 1 && n > 100 ? 'uno' : n % 100 === 0 && n > 0 ? '' : upTo99(n % 100);
    numerals.set(head + rest, String(n));
  }
}
