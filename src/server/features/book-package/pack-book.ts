import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  packageFormat,
  packageTexts,
  packageVersion,
  type PackageManifest,
  type PackedFile,
} from '#shared/contracts/book-package.ts';
import { AppError } from '#shared/errors.ts';
import { utcDay } from '#shared/utc-day.ts';
import { Download } from '#server/api/download.ts';
import { isPlainName } from '#server/storage/files/archive.ts';
import type { FileStore } from '#server/storage/files/types.ts';
import { uploadsOfText } from '#server/storage/files/uses.ts';
import { packZip } from '#server/storage/files/zip.ts';
import { textsOf, type BookState } from './book-state.ts';

/** The entries of a package beside its files, which are below {@link filesFolder}. */
export const manifestName = 'pacchetto.json';
export const textsName = 'libro.json';
export const filesFolder = 'media/';

/** What a plain zip can hold, with room for its directory. */
const mostBytes = 4_000_000_000;

/** A file that a package takes along, among the uploads or among those that came with the book. */
interface PackableFile {
  name: string;
  bytes: number;
  open(): Readable;
}

interface PackOptions {
  files: Pick<FileStore, 'stat' | 'read'>;
  /** The folder of the demonstration's media; absent on a site without it. */
  mediaDir: string | undefined;
}

/** Names of the uploads that a book speaks of. */
export function filesOf(texts: Pick<BookState, 'recordings'>): string[] {
  const names = new Set([
    ...uploadsOfText(JSON.stringify(texts)),
    ...texts.recordings.map(({ name }) => name),
  ]);
  return [...names].filter(isPlainName).sort();
}

async function findFile({ files, mediaDir }: PackOptions, name: string): Promise<PackableFile | undefined> {
  const upload = await files.stat(name);
  if (upload) return { name, bytes: upload.bytes, open: () => files.read(name) };
  if (mediaDir === undefined) return undefined;
  const path = join(mediaDir, name);
  const bundled = await stat(path).catch(() => undefined);
  return bundled?.isFile() ? { name, bytes: bundled.size, open: () => createReadStream(path) } : undefined;
}

/**
 * The book as one zip, made while it is sent.
 *
 * @throws when it is opened: AppError IMPOSSIBLE when its files are more than a zip can hold
 */
export function packBook(state: BookState, codes: 'none' | 'values', options: PackOptions): Download {
  const texts = Buffer.from(JSON.stringify(packageTexts.parse(textsOf(state, codes)), undefined, 1));
  return new Download(fileNameOf(state), 'application/zip', async () => {
    const storedFiles = await Promise.all(filesOf(state).map((name) => findFile(options, name)));
    const files = storedFiles.filter((file) => file !== undefined);
    if (files.reduce((sum, { bytes }) => sum + bytes, texts.length) > mostBytes)
      throw new AppError(
        'IMPOSSIBLE',
        'Le immagini e le registrazioni insieme superano i 4 GB: in un pacchetto non stanno. Scarica i due file dalla scheda Backup.',
      );
    return { stream: packZip(entriesOf(texts, files)) };
  });
}

/** The words first, then the files as they are read, and at the end what all of them were. */
async function* entriesOf(texts: Buffer, files: readonly PackableFile[]) {
  yield { name: textsName, content: slicesOf(texts), compress: true };
  const packed: PackedFile[] = [];
  for (const { name, open } of files) {
    const hash = createHash('sha256');
    let bytes = 0;
    const hashWhileRead = async function* () {
      for await (const chunk of open() as AsyncIterable<Buffer>) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    };
    yield { name: filesFolder + name, content: hashWhileRead(), compress: false };
    packed.push({ name, bytes, sha256: hash.digest('hex') });
  }
  const manifest: PackageManifest = {
    format: packageFormat,
    version: packageVersion,
    texts: { bytes: texts.length, sha256: createHash('sha256').update(texts).digest('hex') },
    files: packed,
  };
  yield {
    name: manifestName,
    content: [Buffer.from(JSON.stringify(manifest, undefined, 1))],
    compress: true,
  };
}

const sliceBytes = 64 * 1024;

/** Packed slice by slice: other calls get their turn between them. */
function* slicesOf(texts: Buffer): Generator<Buffer> {
  for (let at = 0; at < texts.length; at += sliceBytes) yield texts.subarray(at, at + sliceBytes);
}

/** `le-avventure-di-pinocchio-2004-01-31.zip` */
function fileNameOf({ book }: BookState): string {
  const title = (book.draft ?? book.published)?.book.title ?? '';
  const words = title
    .normalize('NFD')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return `${words?.join('-').slice(0, 60) ?? 'libro'}-${utcDay()}.zip`;
}
