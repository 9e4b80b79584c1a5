import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, statfs, utimes } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type ExtractEvents, type Header } from 'tar-stream';
import { isFull } from './local.ts';
import { syncTree } from './sync.ts';

/** The downloaded archive cannot be put back; the message is an Italian sentence. Nothing was changed. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
}

/** The files of an archive, whole and on disk beside the uploads, not yet in their place. */
export interface StagedFiles {
  /** The hidden folder among the uploads that holds them. */
  folder: string;
  bytes: number;
  /** What each is: its length, and the SHA-256 of its content in hex. */
  files: ReadonlyMap<string, { bytes: number; sha256: string }>;
  discard(): Promise<void>;
}

interface ArchiveLimits {
  /** Files at most. */
  count: number;
  /** Bytes of all files together, unpacked; by default what the disk has room for. */
  bytes?: number;
}

const usualLimits: ArchiveLimits = { count: 100_000 };
/** What is left free on the disk: the site goes on writing meanwhile. */
const reservedBytes = 256 * 1024 * 1024;
const longestName = 400;
/** Two empty blocks are the end of a tar (POSIX, ustar). */
const endBytes = 1024;

/**
 * Unpacks a tar of the uploads into a hidden folder among them while it arrives, checking all of it. Whether it is gzipped is told by
 * its first byte, which begins no entry's name, and not by its own name: Safari unpacks what it downloads, and may leave that as it was.
 *
 * Names must stay below the folder and entries must be plain files: an archive is somebody's file until it has been
 * looked at (absolute names, `..`, links and devices are the known ways out, and a few kilobytes can unpack to terabytes).
 *
 * @throws ArchiveError when the archive is damaged, too large or holds anything else; nothing is left of it then
 */
export async function stageArchive(
  uploadsDir: string,
  archive: Readable,
  folder: string,
  limits: ArchiveLimits = usualLimits,
): Promise<StagedFiles> {
  const base = resolve(uploadsDir);
  const staged = join(base, folder);
  const discard = () => rm(staged, { recursive: true, force: true });
  await mkdir(staged, { recursive: true });
  const { bavail, bsize } = await statfs(base);
  const most = limits.bytes ?? Math.max(0, bavail * bsize - reservedBytes);
  const files = new Map<string, { bytes: number; sha256: string }>();
  let bytes = 0;
  try {
    const entries = extract();
    const chunks = archive.iterator() as AsyncIterableIterator<Buffer, undefined>;
    const first = (await chunks.next()).value;
    const whole = async function* () {
      if (first) yield first;
      yield* chunks;
    };
    const unpacked = pipeline(whole, first?.[0] === 0x1f ? createGunzip() : tarToItsEnd(), entries);
    unpacked.catch(() => undefined);
    for await (const entry of entries) {
      const { header } = entry;
      if (header.type === 'directory') {
        entry.resume();
        continue;
      }
      const target = targetOf(staged, header);
      bytes += header.size ?? 0;
      if (bytes > most)
        throw new ArchiveError('I file dell’archivio, decompressi, non stanno sul disco del sito.');
      if (files.size >= limits.count)
        throw new ArchiveError(`L’archivio contiene più di ${limits.count} file.`);
      await mkdir(dirname(target), { recursive: true });
      const content = await writeEntry(entry, target);
      if (header.mtime) await utimes(target, header.mtime, header.mtime);
      files.set(header.name, content);
    }
    await unpacked;
    await syncTree(staged);
  } catch (error) {
    archive.destroy();
    await discard();
    if (error instanceof ArchiveError) throw error;
    const sentence = isFull(error)
      ? 'Sul disco del sito non c’è spazio per i file dell’archivio.'
      : 'L’archivio non si può leggere per intero: è danneggiato, o non è quello dei file (.tar.gz o .tar).';
    throw new ArchiveError(sentence, { cause: error });
  }
  return { folder, bytes, files, discard };
}

/** Lets a tar through and fails after one that was cut short, which gzip's checksum would tell: a whole one ends with zeros. */
function tarToItsEnd(): Transform {
  let end = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      end = Buffer.concat([end, chunk.subarray(-endBytes)]).subarray(-endBytes);
      done(null, chunk);
    },
    flush: (done) => done(end.equals(Buffer.alloc(endBytes)) ? null : new Error('the end is missing')),
  });
}

/** Whether a name stands for a file below a folder, and for one that is no hidden file of ours. */
export function isPlainName(name: string): boolean {
  // eslint-disable-next-line no-control-regex -- such names are what is looked for
  return name.length <= longestName && !/(^|\/)\.|(^|\/)(\/|$)|[\\\u0000-\u001f]/.test(name);
}

function targetOf(staged: string, { name, type }: Header): string {
  const target = resolve(staged, name);
  if (type === 'file' && target.startsWith(staged + sep) && isPlainName(name)) return target;
  const shown = JSON.stringify(name.slice(0, 80));
  throw new ArchiveError(`L’archivio contiene un elemento che non può stare fra i file: ${shown}.`);
}

async function writeEntry(
  entry: ExtractEvents['entry'][1],
  target: string,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(entry, measured, createWriteStream(target, { flags: 'wx', mode: 0o644 }));
  return { bytes, sha256: hash.digest('hex') };
}
