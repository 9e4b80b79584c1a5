import { Readable } from 'node:stream';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { openPromise, type Entry } from 'yauzl';

/** What goes into a zip; `compress` for words: pictures and recordings are compressed already. */
interface ZipInput {
  name: string;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  compress: boolean;
}

/** The same content makes the same bytes, whenever it is packed; zip knows no earlier year. */
const packedAt = new Date(1980, 0, 2);

/** A zip made while it is read: memory does not depend on how much there is. At most 4 GB: it is the plain format. */
export function packZip(entries: AsyncIterable<ZipInput>): Readable {
  return Readable.from(zipChunks(entries), { objectMode: false });
}

async function* zipChunks(entries: AsyncIterable<ZipInput>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    if (chunk.length > 0) ready.push(chunk);
  });
  for await (const { name, content, compress } of entries) {
    const file = compress ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
    file.mtime = packedAt;
    zip.add(file);
    for await (const chunk of content) {
      file.push(chunk);
      yield* ready.splice(0);
    }
    file.push(new Uint8Array(0), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready;
}

/** A zip cannot be read, or holds what none of ours does. */
export class ZipError extends Error {
  override name = 'ZipError';
  /** The name of the entry that is not a plain file's, where it is one. */
  readonly entry: string | undefined;

  constructor(message: string, entry?: string, options?: ErrorOptions) {
    super(message, options);
    this.entry = entry;
  }
}

/** The plain files of a zip on the disk, by name. */
export interface OpenZip {
  /** Bytes each says that it has when unpacked. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Fails with {@link ZipError} at the first byte more or less than its size. */
  read(name: string): Promise<Readable>;
  close(): void;
}

/**
 * Opens a zip by its directory, nothing of it unpacked. Names that lead out of it (`..`, absolute, `\`), entries twice and
 * encrypted ones are refused: a zip is somebody's file until it has been looked at.
 *
 * @throws ZipError
 */
export async function openZip(path: string, mostEntries: number): Promise<OpenZip> {
  const zip = await openPromise(path, {
    lazyEntries: true,
    autoClose: false,
    strictFileNames: true,
    validateEntrySizes: true,
  }).catch((cause: unknown) => {
    throw new ZipError('not a zip', undefined, { cause });
  });
  const entries = new Map<string, Entry>();
  try {
    if (zip.entryCount > mostEntries) throw new ZipError('too many entries');
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry;
      if (fileName.endsWith('/')) continue;
      if (entries.has(fileName) || !entry.canDecodeFileData()) throw new ZipError('odd entry', fileName);
      entries.set(fileName, entry);
    }
  } catch (cause) {
    zip.close();
    if (cause instanceof ZipError) throw cause;
    const [, name] = /: (.+)$/.exec(cause instanceof Error ? cause.message : '') ?? [];
    throw new ZipError('not a whole zip', name, { cause });
  }
  return {
    sizes: new Map([...entries].map(([name, { uncompressedSize }]) => [name, uncompressedSize])),
    async read(name) {
      const entry = entries.get(name);
      if (!entry) throw new ZipError('no such entry', name);
      return zip.openReadStreamPromise(entry);
    },
    close: () => zip.close(),
  };
}
