import { countOf, firstFive } from '../format.ts';

/** Windows-1252 for bytes 0x80 to 0x9F; its five gaps stay control characters. */
const windowsOnly = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Letters of UTF-8 for each byte that is none: below it the text is Windows-1252. */
const minLettersPerBadByte = 4;

/**
 * Decodes UTF-8 and UTF-16, with and without byte order marks, else Windows-1252, which accepts any byte. Stray bytes in a
 * text of UTF-8 become U+FFFD.
 */
export function decodeText(file: ArrayBuffer | Uint8Array): string {
  const bytes = new Uint8Array(file);
  const head = bytes.subarray(0, 2_000);
  // Nearly every second byte of Italian text in UTF-16 is zero.
  const zeros = [0, 0];
  head.forEach((byte, i) => {
    if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  });
  const isWide = (place: 0 | 1) =>
    head.length > 20 &&
    (zeros[place] ?? 0) > head.length * 0.3 &&
    (zeros[1 - place] ?? 0) < head.length * 0.05;
  if ((head[0] === 0xff && head[1] === 0xfe) || isWide(1)) return new TextDecoder('utf-16le').decode(bytes);
  if ((head[0] === 0xfe && head[1] === 0xff) || isWide(0)) return new TextDecoder('utf-16be').decode(bytes);
  const text = new TextDecoder().decode(bytes);
  const bad = text.split('\ufffd').length - 1;
  if (bad === 0) return text;
  const letters = text.match(/[\u0080-\u{10ffff}]/gu)?.length ?? 0;
  if (letters - bad >= bad * minLettersPerBadByte) return text;
  // Some engines decode this label as ISO 8859-1.
  return new TextDecoder('windows-1252')
    .decode(bytes)
    .replace(/[\u0080-\u009f]/g, (c) => windowsOnly.charAt(c.charCodeAt(0) - 0x80));
}

/** What to say of bytes that are no letter; `undefined` when there are none. */
export function badBytesNote(text: string): string | undefined {
  const places = text.match(/\S*\ufffd\S*/g) ?? [];
  if (places.length === 0) return undefined;
  const examples = places.map((place) => `«${place.slice(0, 40)}»`);
  return `In ${countOf(places.length, 'punto', 'punti')} il file è rovinato, e al posto di una lettera c’è il segno \ufffd: ${firstFive(examples, ', ')}. Correggili nel manoscritto o dopo averlo importato.`;
}
