import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileTypeFromBuffer } from 'file-type';
import { z } from 'zod';
import { missingForPublishing } from '#shared/contracts/book.ts';
import {
  packageFormat,
  packageManifest,
  packageTexts,
  packageVersion,
  type PackageManifest,
  type PackageTexts,
  type PackedFile,
} from '#shared/contracts/book-package.ts';
import { codeKey } from '#shared/contracts/codes.ts';
import { uploadLimits } from '#shared/contracts/uploads.ts';
import { AppError } from '#shared/errors.ts';
import { isPlainName } from '#server/storage/files/archive.ts';
import { openZip, ZipError, type OpenZip } from '#server/storage/files/zip.ts';
import { filesFolder, filesOf, manifestName, textsName } from './pack-book.ts';

/** A package on the disk that was read from its first byte to its last. */
export interface CheckedPackage {
  texts: PackageTexts;
  files: PackedFile[];
}

const megabyte = 1024 * 1024;
const mostEntries = 20_002;
const mostBytes: Record<string, number> = { [manifestName]: 8 * megabyte, [textsName]: 128 * megabyte };
/** Of what is neither a picture nor a recording under a name of ours. */
const otherBytes = 100 * megabyte;
const headBytes = 4_100;

/** A name that the panel gives: of a picture or recording whose hash it is. */
const ownName = /^(images|audio|video)\/([0-9a-f]{32})\.[a-z0-9]+$/;

export const kindOf = (name: string) => ownName.exec(name)?.[1] as 'images' | 'audio' | 'video' | undefined;

/** The largest that a file of this name may be. */
export function limitOf(name: string): number {
  const { imageBytes, audioBytes, videoBytes } = uploadLimits;
  const kind = kindOf(name);
  return kind ? { images: imageBytes, audio: audioBytes, video: videoBytes }[kind] : otherBytes;
}

const refusal = (sentence: string, cause?: unknown) =>
  new AppError('IMPOSSIBLE', `${sentence} Non è cambiato nulla.`, { cause });

const quoted = (name: string) => `«${name.slice(0, 80)}»`;

/**
 * Works with the zip at `path`, closed afterwards.
 *
 * @throws AppError IMPOSSIBLE, in the author's words, for what is wrong with the zip
 */
export async function withPackage<Result>(
  path: string,
  use: (zip: OpenZip) => Promise<Result>,
): Promise<Result> {
  let zip: OpenZip | undefined;
  try {
    zip = await openZip(path, mostEntries);
    return await use(zip);
  } catch (error) {
    throw zipRefusal(error) ?? error;
  } finally {
    zip?.close();
  }
}

function zipRefusal(error: unknown): AppError | undefined {
  // What zlib and yauzl say while an entry is being read: it is not the size that it claims, or is cut off.
  const isDamage =
    error instanceof Error &&
    (/^(Z_|ERR_ZLIB)/.test(String((error as NodeJS.ErrnoException).code)) ||
      /(too many|not enough) bytes|local file header|file size/i.test(error.message));
  if (!(error instanceof ZipError))
    return isDamage ? refusal('Il pacchetto è danneggiato.', error) : undefined;
  return refusal(
    error.entry === undefined
      ? 'Questo file non è uno zip che si possa leggere per intero: è danneggiato, o è un’altra cosa.'
      : `Il pacchetto contiene un elemento che non può stare in un libro: ${quoted(error.entry)}.`,
    error,
  );
}

/**
 * Reads a package whole: its form, the bytes of every file, and whether the words of it hold together.
 *
 * @param room bytes that the site's disk has for its files
 * @throws AppError IMPOSSIBLE
 */
export function checkPackage(path: string, room: number): Promise<CheckedPackage> {
  return withPackage(path, async (zip) => {
    const manifest = await readManifest(zip);
    refuseStrangers(zip, manifest);
    const { files } = manifest;
    if (files.reduce((sum, { bytes }) => sum + bytes, 0) > room)
      throw refusal('Le immagini e le registrazioni del pacchetto non stanno sul disco del sito.');
    const texts = await readTexts(zip, manifest);
    const neededFiles = new Set(filesOf(texts));
    for (const file of files) {
      if (!neededFiles.has(file.name))
        throw refusal(`Nel pacchetto c’è un file di cui il libro non parla: ${quoted(file.name)}.`);
      await checkFile(zip, file);
    }
    const [problem] = problemsOf(texts);
    if (problem !== undefined) throw refusal(`Il libro del pacchetto non sta insieme: ${problem}.`);
    return { texts, files };
  });
}

/** The text of an entry that must be there, in UTF-8. */
async function readEntry(zip: OpenZip, name: string): Promise<string> {
  if ((zip.sizes.get(name) ?? 0) > (mostBytes[name] ?? 0))
    throw refusal(`Nel pacchetto il file ${quoted(name)} è troppo grande.`);
  return text(await zip.read(name));
}

function parseJson(content: string, name: string): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw refusal(`Nel pacchetto il file ${quoted(name)} non si può leggere.`, cause);
  }
}

const ofFormat = z.object({ format: z.literal(packageFormat), version: z.number() });

async function readManifest(zip: OpenZip): Promise<PackageManifest> {
  if (!zip.sizes.has(manifestName) || !zip.sizes.has(textsName))
    throw refusal(
      `Questo zip non è un libro esportato da un sito come questo: gli manca ${quoted(zip.sizes.has(manifestName) ? textsName : manifestName)}. Se l’hai aperto e richiuso, usa lo zip com’era.`,
    );
  const content = parseJson(await readEntry(zip, manifestName), manifestName);
  const { data: format } = ofFormat.safeParse(content);
  if (format && format.version > packageVersion)
    throw refusal(
      `Questo pacchetto è di un sito più nuovo di questo (formato ${format.version}): aggiorna il sito e riprova.`,
    );
  const { data } = packageManifest.safeParse(content);
  if (!data) throw refusal(`Nel pacchetto il file ${quoted(manifestName)} non è scritto come dovrebbe.`);
  return data;
}

/** Every entry is told of, and everything told of is there. */
function refuseStrangers({ sizes }: OpenZip, { files }: PackageManifest): void {
  const expectedNames = new Set([manifestName, textsName]);
  for (const { name, bytes } of files) {
    const entry = filesFolder + name;
    if (expectedNames.has(entry)) throw refusal(`Nel pacchetto il file ${quoted(name)} è detto due volte.`);
    expectedNames.add(entry);
    if (!isPlainName(name)) throw refusal(`Nel pacchetto c’è un nome che non va bene: ${quoted(name)}.`);
    if (!sizes.has(entry)) throw refusal(`Nel pacchetto manca il file ${quoted(name)}.`);
    if (sizes.get(entry) !== bytes || bytes > limitOf(name))
      throw refusal(`Nel pacchetto il file ${quoted(name)} non è grande come dovrebbe.`);
  }
  const stranger = [...sizes.keys()].find((name) => !expectedNames.has(name));
  if (stranger !== undefined)
    throw refusal(
      `Nel pacchetto c’è un file che non gli appartiene: ${quoted(stranger)}. Se l’hai aperto e richiuso, usa lo zip com’era.`,
    );
}

async function readTexts(zip: OpenZip, { texts }: PackageManifest): Promise<PackageTexts> {
  const content = await readEntry(zip, textsName);
  if (createHash('sha256').update(content).digest('hex') !== texts.sha256)
    throw refusal(`Nel pacchetto il file ${quoted(textsName)} è danneggiato, o è stato cambiato.`);
  const { data, error } = packageTexts.safeParse(parseJson(content, textsName));
  if (data) return data;
  const [issue] = error.issues;
  throw refusal(
    `Nel pacchetto il file ${quoted(textsName)} non è scritto come dovrebbe (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}).`,
  );
}

/** Its bytes are those that the package tells of, and of the type that its name says. */
async function checkFile(zip: OpenZip, { name, bytes, sha256 }: PackedFile): Promise<void> {
  const { head, hash } = await measure(await zip.read(filesFolder + name), headBytes);
  if (hash !== sha256) throw refusal(`Nel pacchetto il file ${quoted(name)} è danneggiato (${bytes} byte).`);
  const [, kind, hashOfName] = ownName.exec(name) ?? [];
  if (kind === undefined) return;
  const { mime = '' } = (await fileTypeFromBuffer(head)) ?? {};
  const isOfKind = kind === 'images' ? mime.startsWith('image/') : /^(audio|video)\//.test(mime);
  if (!isOfKind || !hash.startsWith(hashOfName ?? ''))
    throw refusal(`Nel pacchetto il file ${quoted(name)} non è quello che il suo nome dice.`);
}

/** The SHA-256 of a stream, in hex, and its first bytes. */
async function measure(stream: Readable, first: number): Promise<{ head: Buffer; hash: string }> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    if (head.length < first) head = Buffer.concat([head, chunk.subarray(0, first - head.length)]);
  }
  return { head, hash: hash.digest('hex') };
}

/** What of the words cannot be together, in Italian. */
function* problemsOf(texts: PackageTexts): Generator<string> {
  const { book, sections, memoryCards, unlockCodes, musicCodes, galleryImages, recordings } = texts;
  const { articles = [] } = texts;
  for (const records of [
    sections,
    memoryCards,
    unlockCodes,
    musicCodes,
    galleryImages,
    recordings,
    articles,
  ]) {
    const twice = repeatedOf(records.map(({ id }) => id));
    if (twice !== undefined) yield `l’identificativo «${twice}» c’è due volte`;
  }
  const number = repeatedOf(sections.map(({ sectionNumber }) => String(sectionNumber)));
  if (number !== undefined) yield `la sezione ${number} c’è due volte`;
  const name = repeatedOf(articles.map((article) => article.name));
  if (name !== undefined) yield `l’articolo «${name}» c’è due volte`;
  for (const codes of [unlockCodes, musicCodes]) {
    const values = codes.flatMap(({ code }) => (code === undefined ? [] : [code]));
    if (values.some((code) => codeKey(code) === '')) yield 'c’è un codice senza lettere né cifre';
    const code = repeatedOf(values.map(codeKey));
    if (code !== undefined) yield `il codice «${code}» c’è due volte`;
  }
  const ids = new Set(sections.map(({ id }) => id));
  const stray = memoryCards.find(({ sectionId }) => sectionId !== null && !ids.has(sectionId));
  if (stray) yield `il ricordo «${stray.says.slice(0, 60)}» è di una sezione che non c’è`;
  const missing = book.published ? missingForPublishing(book.published) : [];
  if (missing.length > 0) yield `${missing.join(' ').replace(/\.$/, '')}`;
}

function repeatedOf(values: readonly string[]): string | undefined {
  const names = new Set<string>();
  return values.find((value) => names.size === names.add(value).size);
}
