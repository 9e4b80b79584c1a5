import { unzipSync, type Unzipped } from 'fflate';
import { UnreadableFile } from './manuscript.ts';

/** Limit of the unpacked texts, against zip bombs. */
const maxUnpackedBytes = 100 * 1024 * 1024;

/** Unpacks the wanted files of a zip archive. @throws UnreadableFile when it is damaged or too large unpacked */
export function unpack(bytes: Uint8Array, isWanted: (name: string) => boolean): Unzipped {
  let total = 0;
  try {
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!isWanted(name)) return false;
        total += originalSize;
        if (total > maxUnpackedBytes) throw new UnreadableFile('una volta aperto supera i 100 MB di testo.');
        return true;
      },
    });
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('è rovinato, o non è del tipo che dice il suo nome.', { cause: error });
  }
}

/** Text of a file in its XML encoding; `undefined` if missing. */
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
