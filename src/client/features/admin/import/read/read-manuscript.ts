import { badBytesNote, decodeText } from '../decode-text.ts';
import { separateParagraphs } from '../paragraphs-on-lines.ts';
import {
  cleanText,
  isSceneBreak,
  type Manuscript,
  plainManuscript,
  sceneBreak,
  UnreadableFile,
} from './manuscript.ts';

const megabyte = 1024 * 1024;
/** Documents contain pictures, which are ignored. */
const maxFileBytes = { text: 20 * megabyte, document: 60 * megabyte };

const advice: Record<string, string> = {
  doc: 'è un documento di Word di prima del 2007: aprilo con Word o LibreOffice e salvalo come .docx.',
  rtf: 'è un .rtf: aprilo con Word o LibreOffice e salvalo come .docx.',
  pages: 'è un documento di Pages: con Archivio › Esporta fanne un .docx o un .epub.',
  pdf: 'è un PDF, dove il testo è spezzato in righe e pagine: serve il documento da cui viene, .docx o .odt.',
  mobi: 'è un libro per Kindle: serve il .docx, l’.odt o l’.epub.',
  azw3: 'è un libro per Kindle: serve il .docx, l’.odt o l’.epub.',
};

type Reader = (bytes: Uint8Array) => Manuscript | Promise<Manuscript>;

const readText: Reader = (bytes) => plainManuscript(tidyText(decodeText(bytes)));
const readers: Record<string, Reader> = {
  docx: async (bytes) => (await import('./docx.ts')).readDocx(bytes),
  odt: async (bytes) => (await import('./odt.ts')).readOdt(bytes),
  epub: async (bytes) => (await import('./epub.ts')).readEpub(bytes),
  md: async (bytes) => (await import('./markdown.ts')).readMarkdown(decodeText(bytes)),
  txt: readText,
};
const otherNames: Record<string, string> = { markdown: 'md', text: 'txt', docm: 'docx' };

/** Reads a manuscript. @throws UnreadableFile with an Italian sentence that begins with the file's name */
export async function readManuscript(name: string, bytes: Uint8Array): Promise<Manuscript> {
  try {
    const manuscript = await readerFor(name, bytes)(bytes);
    if (!/\p{L}/u.test(manuscript.text)) throw new UnreadableFile('non contiene testo.');
    const badBytes = badBytesNote(manuscript.text);
    return badBytes === undefined ? manuscript : { ...manuscript, notes: [...manuscript.notes, badBytes] };
  } catch (error) {
    const isTold = error instanceof UnreadableFile;
    const reason = isTold ? error.message : 'non si riesce a leggere: forse è rovinato.';
    throw new UnreadableFile(`«${name}» ${reason}`, { cause: error });
  }
}

function readerFor(name: string, bytes: Uint8Array): Reader {
  const ending = /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const kind = otherNames[ending] ?? ending;
  if (bytes.length === 0) throw new UnreadableFile('è vuoto.');
  const isDocument = kind === 'docx' || kind === 'odt' || kind === 'epub';
  const limit = isDocument ? maxFileBytes.document : maxFileBytes.text;
  // OLE container: old Word files, and encrypted new ones.
  const isOldOrLocked = bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0;
  if (isOldOrLocked && kind === 'docx')
    throw new UnreadableFile(
      'è protetto da una password, o è un vecchio .doc: aprilo, salvalo come .docx senza password e riprova.',
    );
  if (advice[kind]) throw new UnreadableFile(advice[kind]);
  const reader = readers[kind];
  if (!reader) throw new UnreadableFile('non è un manoscritto: servono file .docx, .odt, .epub, .md o .txt.');
  if (bytes.length > limit) throw new UnreadableFile(`supera i ${limit / megabyte} MB.`);
  if (!isDocument && decodeText(bytes.subarray(0, 2_000)).includes('\0'))
    throw new UnreadableFile('non è un testo: servono file .docx, .odt, .epub, .md o .txt.');
  return reader;
}

/** Removes invisible characters, separates paragraphs and normalises scene breaks. */
function tidyText(text: string): string {
  const lines = cleanText(separateParagraphs(text)).split('\n');
  const isBlank = (line: string | undefined) => line === undefined || line.trim() === '';
  return lines
    .map((line, i) =>
      isSceneBreak(line.trim()) && isBlank(lines[i - 1]) && isBlank(lines[i + 1]) ? sceneBreak : line,
    )
    .join('\n');
}
