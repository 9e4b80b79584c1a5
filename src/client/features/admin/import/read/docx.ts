import mammoth from 'mammoth';
import { type Manuscript, ManuscriptWriter, UnreadableFile } from './manuscript.ts';
import { parseHtml, writeHtml } from './markup.ts';
import { unpack } from './archive.ts';

/** Word's own style names are English whatever its language; other programs write the Italian ones. */
const styleMap = [
  "br[type='page'] => hr.page",
  "p[style-name^='toc '] => !",
  "p[style-name^='TOC '] => !",
  "p[style-name^='Sommario '] => !",
  "p[style-name^='Indice '] => !",
  ...[1, 2, 3, 4].map((level) => `p[style-name='Titolo ${level}'] => h${level}:fresh`),
];

/** Reads a Word document. @throws UnreadableFile */
export async function readDocx(bytes: Uint8Array): Promise<Manuscript> {
  // It asks for the sizes before mammoth unpacks anything.
  const files = unpack(bytes, (name) => /^word\/(?:document|footnotes)\d*\.xml$/.test(name));
  if (!Object.keys(files).some((name) => name.startsWith('word/document')))
    throw new UnreadableFile('non è un documento di Word.');
  const arrayBuffer = bytes.slice().buffer;
  // The browser's mammoth takes `arrayBuffer`, Node's `buffer`: each ignores the other.
  const input = { arrayBuffer, buffer: arrayBuffer } as { arrayBuffer: ArrayBuffer };
  const { value } = await mammoth.convertToHtml(input, { styleMap }).catch((cause: unknown) => {
    throw new UnreadableFile('è un documento di Word rovinato: aprilo e salvalo di nuovo.', { cause });
  });
  const writer = new ManuscriptWriter();
  // Pictures come as addresses of data, longer than the whole book.
  writeHtml(parseHtml(value.replace(/<img [^>]*>/g, '')), writer);
  return writer.finish();
}
