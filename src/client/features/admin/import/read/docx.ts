import mammoth from 'mammoth';
import { type Manuscript, ManuscriptWriter, UnreadableFile } from './manuscript.ts';
import { attribute, elementsNamed, parseHtml, writeHtml } from './markup.ts';
import { textIn, unpack } from './archive.ts';
import { lookForTitles } from './docx-looks.ts';
import { strToU8, unzipSync, zipSync } from 'fflate';

/** Word's internal style names are English in any language; other programs write Italian ones. */
const styleMap = [
  "br[type='page'] => hr.page",
  "p[style-name^='toc '] => !",
  "p[style-name^='TOC '] => !",
  "p[style-name^='Sommario '] => !",
  "p[style-name^='Indice '] => !",
  ...[1, 2, 3, 4].map((level) => `p[style-name='Titolo ${level}'] => h${level}:fresh`),
];

/** @throws UnreadableFile */
export async function readDocx(bytes: Uint8Array): Promise<Manuscript> {
  // Checks sizes before mammoth unpacks anything.
  const files = unpack(bytes, (name) => /^word\/(?:document|footnotes|styles)\d*\.xml$/.test(name));
  if (!Object.keys(files).some((name) => name.startsWith('word/document')))
    throw new UnreadableFile('non è un documento di Word.');
  const { document, textBoxes } = prepareDocument(bytes, files);
  const arrayBuffer = document.slice().buffer;
  // Mammoth takes `arrayBuffer` in the browser, `buffer` in Node.
  const input = { arrayBuffer, buffer: arrayBuffer } as { arrayBuffer: ArrayBuffer };
  const { transformDocument, findLook } = lookForTitles(textIn(files, 'word/styles.xml') ?? '');
  const { value } = await mammoth
    .convertToHtml(input, { styleMap, transformDocument })
    .catch((cause: unknown) => {
      throw new UnreadableFile('è un documento di Word rovinato: aprilo e salvalo di nuovo.', { cause });
    });
  const writer = new ManuscriptWriter();
  writer.textBoxes = textBoxes;
  // Pictures are data URLs, longer than the book.
  const root = parseHtml(value.replace(/<img [^>]*>/g, ''));
  const notes = new Map(elementsNamed(root, 'li').map((item) => [`#${attribute(item, 'id')}`, item]));
  writeHtml(root, writer, (href) => notes.get(href), undefined, findLook);
  return writer.finish();
}

const startsPage = (properties: string) =>
  /<w:pageBreakBefore(?: w:val="(?:1|true|on)")?\s*\/>/.test(properties);

function prepareDocument(bytes: Uint8Array, files: ReturnType<typeof unpack>) {
  const name = Object.keys(files).find((path) => path.startsWith('word/document')) ?? '';
  const before = textIn(files, name) ?? '';
  const after = withTextBoxes(withPageBreaks(before, textIn(files, 'word/styles.xml') ?? ''));
  const textBoxes = after.split('<w:txbxContent>').length - 1;
  if (after === before) return { document: bytes, textBoxes };
  return { document: zipSync({ ...unzipSync(bytes), [name]: strToU8(after) }, { level: 0 }), textBoxes };
}

/** Turns «Interruzione pagina prima», of a paragraph or style, into a page break. */
function withPageBreaks(document: string, styleSheet: string): string {
  const styles = styleSheet.split('<w:style ').filter(startsPage);
  const ids = styles.flatMap((style) => /w:styleId="([^"]+)"/.exec(style)?.[1] ?? []);
  // Properties before a tracked change do not apply.
  return document
    .replace(/<w:pPrChange\b.*?<\/w:pPrChange>/gs, '')
    .replace(/<w:pPr>(.*?)<\/w:pPr>/gs, (properties, inside: string) => {
      const style = /<w:pStyle w:val="([^"]+)"/.exec(inside)?.[1] ?? '';
      const isOff = /<w:pageBreakBefore w:val="(?:0|false|off)"/.test(inside);
      const isBroken = startsPage(inside) || (ids.includes(style) && !isOff);
      return isBroken ? `${properties}<w:r><w:br w:type="page"/></w:r>` : properties;
    });
}

const hasTextBox = (xml: string) => xml.includes('<w:txbxContent>');

/**
 * Keeps one of the two copies that Word writes of each text box, the older form that mammoth reads. Innermost first,
 * because boxes nest.
 */
function withTextBoxes(document: string): string {
  if (!hasTextBox(document)) return document;
  const after = document
    .replace(
      /<mc:AlternateContent\b(?:(?!<mc:AlternateContent\b).)*?<\/mc:AlternateContent>/gs,
      (alternatives) => {
        const contentOf = (name: string) =>
          new RegExp(`<mc:${name}\\b[^>]*>(.*)</mc:${name}>`, 's').exec(alternatives)?.[1] ?? '';
        const [choice, fallback] = [contentOf('Choice'), contentOf('Fallback')];
        return hasTextBox(fallback) || !hasTextBox(choice) ? fallback : choice;
      },
    )
    .replace(/<w:drawing\b(?:(?!<w:drawing\b).)*?<\/w:drawing>/gs, (drawing) => {
      const content = /<w:txbxContent>.*<\/w:txbxContent>/s.exec(drawing)?.[0];
      return content === undefined ? '' : `<w:pict><v:textbox>${content}</v:textbox></w:pict>`;
    });
  return after === document ? document : withTextBoxes(after);
}
