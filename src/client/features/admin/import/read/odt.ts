import { textIn, unpack } from './archive.ts';
import { type Manuscript, ManuscriptWriter, UnreadableFile } from './manuscript.ts';
import { attribute, elementsNamed, type MarkupNode, parseXml, textOf } from './markup.ts';

/** Deleted text, comments and generated indexes. */
const skippedElements = new Set([
  'text:tracked-changes',
  'office:annotation',
  'text:table-of-content',
  'text:alphabetical-index',
  'text:sequence-decls',
  'office:forms',
  'svg:title',
  'svg:desc',
]);

/** @throws UnreadableFile */
export function readOdt(bytes: Uint8Array): Manuscript {
  const files = unpack(bytes, (name) =>
    ['content.xml', 'styles.xml', 'META-INF/manifest.xml'].includes(name),
  );
  if (textIn(files, 'META-INF/manifest.xml')?.includes('encryption-data'))
    throw new UnreadableFile('è protetto da una password: salvalo senza e riprova.');
  const content = textIn(files, 'content.xml');
  if (content === undefined) throw new UnreadableFile('non è un documento di testo .odt.');
  const root = parseXml(content);
  const [body] = elementsNamed(root, 'text').filter(({ name }) => name === 'office:text');
  if (!body) throw new UnreadableFile('non è un documento di testo .odt.');
  const writer = new ManuscriptWriter();
  writeBlocks(body, writer, readStyles([root, parseXml(textIn(files, 'styles.xml') ?? '')]));
  return writer.finish();
}

interface Style {
  level: number | undefined;
  startsPage: boolean;
}

function readStyles(roots: readonly MarkupNode[]): Map<string, Style> {
  const styles = new Map<string, Style>();
  for (const node of roots.flatMap((root) => elementsNamed(root, 'style'))) {
    const name = attribute(node, 'style:name');
    const parent = attribute(node, 'style:parent-style-name');
    const match =
      /^(?:Heading|Titolo)(?:_20_| )([1-6])$/.exec(name) ??
      /^(?:Heading|Titolo)(?:_20_| )([1-6])$/.exec(parent);
    const level = Number(attribute(node, 'style:default-outline-level') || match?.[1]);
    const [properties] = elementsNamed(node, 'paragraph-properties');
    const startsPage = properties !== undefined && attribute(properties, 'fo:break-before') === 'page';
    styles.set(name, { level: level >= 1 ? level : undefined, startsPage });
  }
  return styles;
}

function writeBlocks(node: MarkupNode, writer: ManuscriptWriter, styles: ReadonlyMap<string, Style>): void {
  for (const child of node.children ?? []) {
    if (skippedElements.has(child.name ?? '')) continue;
    if (child.name !== 'text:h' && child.name !== 'text:p') {
      writeBlocks(child, writer, styles);
      continue;
    }
    const style = styles.get(attribute(child, 'text:style-name'));
    if (style?.startsPage) writer.pageBreak();
    const level =
      child.name === 'text:h' ? Number(attribute(child, 'text:outline-level') || 1) : style?.level;
    const boxes: MarkupNode[] = [];
    const text = inlineText(child, writer, boxes);
    if (level === undefined) writer.paragraph(text);
    else writer.heading(level, text);
    writer.textBoxes += boxes.length;
    for (const box of boxes) writeBlocks(box, writer, styles);
  }
}

/** @param boxes receives anchored text boxes */
function inlineText(node: MarkupNode, writer: ManuscriptWriter, boxes: MarkupNode[]): string {
  const { name, children } = node;
  if (name === undefined) return (node.data ?? '').replace(/\s+/g, ' ');
  if (name === 'text:s') return ' '.repeat(Number(attribute(node, 'text:c') || 1));
  if (name === 'text:tab') return ' ';
  if (name === 'text:line-break') return '\n';
  if (skippedElements.has(name)) return '';
  if (name === 'text:note') {
    const blocks = elementsNamed(node, 'note-body').flatMap((body) => body.children ?? []);
    writer.footnote(blocks.map(textOf).join(' '));
    return '';
  }
  if (name === 'draw:text-box') {
    boxes.push(node);
    return '';
  }
  return (children ?? []).map((child) => inlineText(child, writer, boxes)).join('');
}
