import type { Unzipped } from 'fflate';
import { textIn, unpack } from './archive.ts';
import { type Manuscript, ManuscriptWriter, UnreadableFile } from './manuscript.ts';
import {
  attribute,
  elementsNamed,
  type MarkupNode,
  parseHtml,
  parseXml,
  textOf,
  writeHtml,
} from './markup.ts';

/** Obfuscated fonts are not DRM; any other encryption is. */
const fontScrambling = /(?:adobe\.com\/pdf\/enc#RC|idpf\.org\/2008\/embedding)$/;

const locked =
  'è protetto (DRM) e non si può leggere: usa il manoscritto, o l’e-book senza protezione che ti dà l’editore.';

/** Reads the pages in spine order. @throws UnreadableFile */
export function readEpub(bytes: Uint8Array): Manuscript {
  const files = unpack(bytes, (name) => /\.(?:opf|x?html?|xml|ncx)$/i.test(name));
  refuseLocked(files);
  const container = parseXml(textIn(files, 'META-INF/container.xml') ?? '');
  const packagePath = attribute(elementsNamed(container, 'rootfile')[0] ?? {}, 'full-path');
  const packageText = textIn(files, packagePath);
  if (packageText === undefined) throw new UnreadableFile('non è un e-book .epub intero.');
  const book = parseXml(packageText);
  const items = new Map(elementsNamed(book, 'item').map((item) => [attribute(item, 'id'), item]));
  const pathOf = (item: MarkupNode) => resolvePath(packagePath, attribute(item, 'href'));
  const labels = readLabels(files, [...items.values()], pathOf);
  const guide = readGuide(book, packagePath);

  const pages: Page[] = [];
  for (const place of elementsNamed(book, 'itemref')) {
    const item = items.get(attribute(place, 'idref'));
    if (!item || attribute(place, 'linear') === 'no' || /\bnav\b/.test(attribute(item, 'properties')))
      continue;
    const path = pathOf(item);
    const page = textIn(files, path);
    if (page === undefined) continue;
    pages.push({ path, root: parseHtml(page), label: labels.get(path), front: guide.get(path) });
  }
  return writePages(pages);
}

interface Page {
  path: string;
  root: MarkupNode;
  label: string | undefined;
  front: string | undefined;
}

function writePages(pages: readonly Page[]): Manuscript {
  const targets = new Map(pages.flatMap(({ path, root }) => anchorsOf(root, path)));
  const notes = new Set<MarkupNode>();
  const writer = new ManuscriptWriter();
  for (const page of pages) {
    const find = (href: string) =>
      targets.get(
        `${href.startsWith('#') ? page.path : resolvePath(page.path, href)}#${href.split('#')[1] ?? ''}`,
      );
    const [body = page.root] = elementsNamed(page.root, 'body');
    if (!hasText(body, notes)) continue;
    startPage(page, body, writer);
    writeHtml(body, writer, find, notes);
  }
  return writer.finish();
}

const hasText = (node: MarkupNode, notes: ReadonlySet<MarkupNode>): boolean =>
  !notes.has(node) && (node.children?.some((child) => hasText(child, notes)) ?? /\S/.test(node.data ?? ''));

function anchorsOf(node: MarkupNode, path: string): [string, MarkupNode][] {
  const id = attribute(node, 'id');
  const below = (node.children ?? []).flatMap((child) => anchorsOf(child, path));
  return id === '' ? below : [[`${path}#${id}`, node], ...below];
}

/** @throws UnreadableFile when anything but fonts is encrypted */
function refuseLocked(files: Unzipped): void {
  if (textIn(files, 'META-INF/rights.xml') !== undefined || textIn(files, 'META-INF/sinf.xml') !== undefined)
    throw new UnreadableFile(locked);
  const encryption = parseXml(textIn(files, 'META-INF/encryption.xml') ?? '');
  const methods = elementsNamed(encryption, 'EncryptedData').flatMap((data) =>
    elementsNamed(data, 'EncryptionMethod').slice(0, 1),
  );
  if (methods.some((method) => !fontScrambling.test(attribute(method, 'Algorithm'))))
    throw new UnreadableFile(locked);
}

function readLabels(
  files: Unzipped,
  items: readonly MarkupNode[],
  pathOf: (item: MarkupNode) => string,
): Map<string, string> {
  const labels = new Map<string, string>();
  const name = (from: string, target: string, label: string) => {
    const path = resolvePath(from, target);
    if (label !== '' && !labels.has(path)) labels.set(path, label);
  };
  for (const item of items) {
    const path = pathOf(item);
    const isNav = /\bnav\b/.test(attribute(item, 'properties'));
    const isNcx = attribute(item, 'media-type') === 'application/x-dtbncx+xml';
    const text = isNav || isNcx ? textIn(files, path) : undefined;
    if (text === undefined) continue;
    if (isNav)
      for (const link of elementsNamed(parseHtml(text), 'a'))
        name(path, attribute(link, 'href'), textOf(link));
    else
      for (const point of elementsNamed(parseXml(text), 'navPoint')) {
        const [content] = elementsNamed(point, 'content');
        const [label] = elementsNamed(point, 'navLabel');
        if (content && label) name(path, attribute(content, 'src'), textOf(label));
      }
  }
  return labels;
}

/** Types of pages that are no chapters, with names that the import excludes. */
const frontNames: [RegExp, string][] = [
  [/\bcover\b/, 'Copertina'],
  [/\b(?:titlepage|title-page|halftitlepage)\b/, 'Frontespizio'],
  [/\b(?:copyright-page|colophon|imprint)\b/, 'Colophon'],
  [/\bdedication\b/, 'Dedica'],
  [/\btoc\b/, 'Indice'],
];

const frontNameOf = (types: string) => frontNames.find(([pattern]) => pattern.test(types))?.[1];

function readGuide(book: MarkupNode, packagePath: string): Map<string, string> {
  return new Map(
    elementsNamed(book, 'reference').flatMap((reference) => {
      const front = frontNameOf(attribute(reference, 'type'));
      return front === undefined
        ? []
        : [[resolvePath(packagePath, attribute(reference, 'href')), front] as const];
    }),
  );
}

function startPage({ label, front }: Page, body: MarkupNode, writer: ManuscriptWriter): void {
  const types = [body, ...elementsNamed(body, 'section')]
    .map((node) => attribute(node, 'epub:type'))
    .join(' ');
  const frontName = front ?? frontNameOf(types);
  const headings = [1, 2, 3, 4, 5, 6].flatMap((level) => elementsNamed(body, `h${level}`));
  writer.pageBreak();
  if (frontName !== undefined) {
    writer.heading(1, frontName);
    for (const heading of headings) heading.name = 'p';
  } else if (label !== undefined && headings.length === 0) writer.heading(2, label);
}

/** Resolves an address within the archive, without fragment. */
function resolvePath(from: string, target: string): string {
  const [path = ''] = target.split('#');
  const decoded = decode(path);
  const parts = [...from.split('/').slice(0, -1), ...decoded.split('/')];
  const resolved: string[] = [];
  for (const part of parts) {
    if (part === '..') resolved.pop();
    else if (part !== '.' && part !== '') resolved.push(part);
  }
  return resolved.join('/');
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
