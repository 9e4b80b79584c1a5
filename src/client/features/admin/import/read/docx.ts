import mammoth from 'mammoth';
import { type Manuscript, ManuscriptWriter, UnreadableFile } from './manuscript.ts';
import { parseHtml, writeHtml } from './markup.ts';
import { textIn, unpack } from './archive.ts';
import { strToU8, unzipSync, zipSync } from 'fflate';

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
  const files = unpack(bytes, (name) => /^word\/(?:document|footnotes|styles)\d*\.xml$/.test(name));
  if (!Object.keys(files).some((name) => name.startsWith('word/document')))
    throw new UnreadableFile('non è un documento di Word.');
  const arrayBuffer = withPageBreaks(bytes, files).slice().buffer;
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

const startsPage = (properties: string) =>
  /<w:pageBreakBefore(?: w:val="(?:1|true|on)")?\s*\/>/.test(properties);

/** «Interruzione pagina prima», of a paragraph or of its style, which mammoth does not see: as the break that it sees. */
function withPageBreaks(bytes: Uint8Array, files: ReturnType<typeof unpack>): Uint8Array {
  const name = Object.keys(files).find((path) => path.startsWith('word/document')) ?? '';
  const styles = (textIn(files, 'word/styles.xml') ?? '').split('<w:style ').filter(startsPage);
  const ids = styles.flatMap((style) => /w:styleId="([^"]+)"/.exec(style)?.[1] ?? []);
  const before = textIn(files, name) ?? '';
  // What the properties were before a tracked change is no property.
  const after = before
    .replace(/<w:pPrChange\b.*?<\/w:pPrChange>/gs, '')
    .replace(/<w:pPr>(.*?)<\/w:pPr>/gs, (properties, inside: string) => {
      const style = /<w:pStyle w:val="([^"]+)"/.exec(inside)?.[1] ?? '';
      const isOff = /<w:pageBreakBefore w:val="(?:0|false|off)"/.test(inside);
      const isBroken = startsPage(inside) || (ids.includes(style) && !isOff);
      return isBroken ? `${properties}<w:r><w:br w:type="page"/></w:r>` : properties;
    });
  if (!after.includes('w:type="page"') || after === before) return bytes;
  return zipSync({ ...unzipSync(bytes), [name]: strToU8(after) }, { level: 0 });
}
