import { unzipSync } from 'fflate';
import { UnreadableFile } from './manuscript.ts';
import { type MarkupNode, parseXml } from './markup.ts';

/** Limit of the unpacked texts, against zip bombs. */
const maxUnpackedBytes = 100 * 1024 * 1024;

/** The files of an archive by their names. */
export type Files = Readonly<Record<string, Uint8Array>>;

/** Unpacks the wanted files of a zip archive. @throws UnreadableFile when it is damaged or too large unpacked */
export function unpack(bytes: Uint8Array, isWanted: (name: string) => boolean): Files {
  let total = 0;
  try {
    const files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!isWanted(name)) return false;
        total += originalSize;
        if (total > maxUnpackedBytes) throw new UnreadableFile('una volta aperto supera i 100 MB di testo.');
        return true;
      },
    });
    return Object.fromEntries(
      Object.entries(files).flatMap(([name, file]) => namesOf(name).map((n) => [n, file])),
    );
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('è rovinato, o non è del tipo che dice il suo nome.', { cause: error });
  }
}

/** Code page 437 from 0x80 on: names of old zip programs. */
const dosLetters =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** Readings of a name: as it says, and for one without the mark of UTF-8, read as Latin-1, as UTF-8 and code page 437. */
function namesOf(name: string): string[] {
  const readings = [name];
  if (/[\x80-\xff]/.test(name) && !/[^\0-\xff]/.test(name)) {
    const bytes = Uint8Array.from(name, (letter) => letter.charCodeAt(0));
    readings.push(new TextDecoder().decode(bytes));
    readings.push(name.replace(/[\x80-\xff]/g, (letter) => dosLetters.charAt(letter.charCodeAt(0) - 0x80)));
  }
  return [...new Set(readings.map((reading) => reading.normalize('NFC')))];
}

/** The name in the archive, whatever its accents and capitals. */
function nameIn(files: Files, name: string): string | undefined {
  const nfcName = name.normalize('NFC');
  if (files[nfcName]) return nfcName;
  return Object.keys(files).find((other) => other.toLowerCase() === nfcName.toLowerCase());
}

/** Text of a file in its XML encoding; `undefined` if missing. */
export function textIn(files: Files, name: string): string | undefined {
  const bytes = files[nameIn(files, name) ?? ''];
  if (!bytes) return undefined;
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || second === 0) return new TextDecoder('utf-16le').decode(bytes);
  if ((first === 0xfe && second === 0xff) || first === 0) return new TextDecoder('utf-16be').decode(bytes);
  const declared = /encoding=["']([\w-]+)["']/.exec(String.fromCharCode(...bytes.subarray(0, 120)))?.[1];
  try {
    return new TextDecoder(declared ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** An XML file of the archive; empty if missing. */
export const xmlIn = (files: Files, name: string): MarkupNode => parseXml(textIn(files, name) ?? '');
