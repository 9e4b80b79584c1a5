import { unzipSync, type Unzipped } from 'fflate';
import { UnreadableFile } from './manuscript.ts';

/** What the texts of a book may come to once they are unpacked: more is an archive made to fill the memory. */
const mostBytes = 100 * 1024 * 1024;

/**
 * The files of a zip archive whose name is wanted.
 *
 * @throws UnreadableFile when it is no archive, damaged, or too large unpacked
 */
export function unpack(bytes: Uint8Array, isWanted: (name: string) => boolean): Unzipped {
  let total = 0;
  try {
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!isWanted(name)) return false;
        total += originalSize;
        if (total > mostBytes) throw new UnreadableFile('una volta aperto supera i 100 MB di testo.');
        return true;
      },
    });
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('è rovinato, o non è del tipo che dice il suo nome.', { cause: error });
  }
}

/** A text of an archive, as XML says it is encoded; `undefined` when it is not there. */
export function textIn(files: Unzipped, name: string): string | undefined {
  const bytes = files[name];
  if (!bytes) return undefined;
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  const declared = /encoding=["']([\w-]+)["']/.exec(String.fromCharCode(...bytes.subarray(0, 120)))?.[1];
  try {
    return new TextDecoder(declared ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
