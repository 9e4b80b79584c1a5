import { type Files, textIn, unpack, xmlIn } from './archive.ts';
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
  const packagePath = attribute(
    elementsNamed(xmlIn(files, 'META-INF/container.xml'), 'rootfile')[0] ?? {},
    'full-path',
  );
  const packageText = textIn(files, packagePath);
  if (packageText === undefined) throw new UnreadableFile('non è un e-book .epub intero.');
  const book = parseXml(packageText);
  const items = new Map(elementsNamed(book, 'item').map((item) => [attribute(item, 'id'), item]));
  const pathOf = (item: MarkupNode) => resolvePath(packagePath, attribute(item, 'href'));
  const labels = readLabels(files, [...items.values()], pathOf);
  const guide = readGuide(book, packagePath);

  const pages: Page[] = [];
  const missing: string[] = [];
  for (const place of elementsNamed(book, 'itemref')) {
    const item = items.get(attribute(place, 'idref'));
    const path = item ? pathOf(item) : attribute(place, 'idref');
    const text = textIn(files, path);
    if (text === undefined) missing.push(path);
    else
      pages.push({
        path,
        root: parseHtml(text),
        labels: labels.filter((label) => label.path === path),
        front: guide.get(path),
        isIndex: /\bnav\b/.test(attribute(item ?? {}, 'properties')),
        isOutside: attribute(place, 'linear') === 'no',
      });
  }
  const writer = new ManuscriptWriter();
  for (const path of missing) {
    writer.notes.push(`Nell’e-book manca la pagina «${path}»: guarda che i capitoli ci siano tutti.`);
    writer.leaveOut('unreadable', path);
  }
  writePages(pages, writer);
  return writer.finish();
}

/** A name in the table of contents; `place` is the id within the page, or empty. */
interface Label {
  path: string;
  place: string;
  text: string;
}

interface Page {
  path: string;
  root: MarkupNode;
  labels: readonly Label[];
  front: string | undefined;
  isIndex: boolean;
  isOutside: boolean;
}

function writePages(pages: readonly Page[], writer: ManuscriptWriter): void {
  const targets = new Map(pages.flatMap(({ path, root }) => anchorsOf(root, path)));
  const notes = new Set<MarkupNode>();
  const outside: MarkupNode[] = [];
  for (const page of pages) {
    const find = (href: string) =>
      targets.get(
        `${href.startsWith('#') ? page.path : resolvePath(page.path, href)}#${href.split('#')[1] ?? ''}`,
      );
    const [body = page.root] = elementsNamed(page.root, 'body');
    if (page.isIndex) writer.leaveOut('index', textOf(body));
    else if (page.isOutside) outside.push(body);
    else if (hasText(body, notes)) {
      for (const { place, text } of page.labels) titleAnchor(targets.get(`${page.path}#${place}`), text);
      startPage(page, body, writer);
      writeHtml(body, writer, find, notes);
    }
  }
  for (const body of outside) if (hasText(body, notes)) writer.leaveOut('page', textOf(body));
}

/**
 * Makes a heading of a place that the table of contents names, in a page that holds several chapters. A line that says the
 * same becomes the heading.
 */
function titleAnchor(target: MarkupNode | undefined, text: string): void {
  let block = target;
  while (block?.parent && block.parent.name !== 'body' && !/^(?:p|div|section)$/.test(block.name ?? ''))
    block = block.parent;
  const siblings = block?.parent?.children;
  if (!block || !siblings || block.name === 'body' || isHeading(block)) return;
  const place = siblings.indexOf(block);
  const first = /\S/.test(textOf(block))
    ? firstLine(block)
    : siblings.slice(place).find((one) => textOf(one) !== '');
  if (!first || isHeading(first) || elementsNamed(block, 'h1').length > 0) return;
  const fold = (words: string) => words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  if (fold(textOf(first)) === fold(text)) first.name = 'h2';
  else siblings.splice(place, 0, { name: 'h2', children: [{ data: text }], parent: block.parent ?? null });
}

const isHeading = ({ name = '' }: MarkupNode) => /^h[1-6]$/.test(name);

/** The innermost first block with words. */
function firstLine(node: MarkupNode): MarkupNode {
  const first = (node.children ?? []).find((one) => textOf(one) !== '');
  return first && /^(?:p|div|section|h[1-6])$/.test(first.name ?? '') ? firstLine(first) : node;
}

const hasText = (node: MarkupNode, notes: ReadonlySet<MarkupNode>): boolean =>
  !notes.has(node) && (node.children?.some((child) => hasText(child, notes)) ?? /\S/.test(node.data ?? ''));

function anchorsOf(node: MarkupNode, path: string): [string, MarkupNode][] {
  const id = attribute(node, 'id');
  const below = (node.children ?? []).flatMap((child) => anchorsOf(child, path));
  return id === '' ? below : [[`${path}#${id}`, node], ...below];
}

/** @throws UnreadableFile when anything but fonts is encrypted */
function refuseLocked(files: Files): void {
  if (textIn(files, 'META-INF/rights.xml') !== undefined || textIn(files, 'META-INF/sinf.xml') !== undefined)
    throw new UnreadableFile(locked);
  const encryption = xmlIn(files, 'META-INF/encryption.xml');
  const methods = elementsNamed(encryption, 'EncryptedData').flatMap((data) =>
    elementsNamed(data, 'EncryptionMethod').slice(0, 1),
  );
  if (methods.some((method) => !fontScrambling.test(attribute(method, 'Algorithm'))))
    throw new UnreadableFile(locked);
}

function readLabels(
  files: Files,
  items: readonly MarkupNode[],
  pathOf: (item: MarkupNode) => string,
): Label[] {
  const labels: Label[] = [];
  const add = (from: string, target: string, text: string) => {
    const [path, place] = [resolvePath(from, target), decode(target.split('#')[1] ?? '')];
    const isNew = !labels.some((label) => label.path === path && label.place === place);
    if (text !== '' && isNew) labels.push({ path, place, text });
  };
  for (const item of items) {
    const path = pathOf(item);
    if (/\bnav\b/.test(attribute(item, 'properties'))) {
      const navs = elementsNamed(parseHtml(textIn(files, path) ?? ''), 'nav');
      for (const nav of navs)
        if (!/page-list|landmarks/.test(attribute(nav, 'epub:type')))
          for (const link of elementsNamed(nav, 'a')) add(path, attribute(link, 'href'), textOf(link));
    } else if (attribute(item, 'media-type') === 'application/x-dtbncx+xml')
      for (const point of elementsNamed(xmlIn(files, path), 'navPoint')) {
        const [content] = elementsNamed(point, 'content');
        const [label] = elementsNamed(point, 'navLabel');
        if (content && label) add(path, attribute(content, 'src'), textOf(label));
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

function startPage({ labels, front }: Page, body: MarkupNode, writer: ManuscriptWriter): void {
  const types = [body, ...elementsNamed(body, 'section')]
    .map((node) => attribute(node, 'epub:type'))
    .join(' ');
  const frontName = front ?? frontNameOf(types);
  const headings = [1, 2, 3, 4, 5, 6].flatMap((level) => elementsNamed(body, `h${level}`));
  writer.pageBreak();
  if (frontName !== undefined) {
    writer.heading(1, frontName);
    for (const heading of headings) heading.name = 'p';
  } else if (labels[0]?.place === '' && headings.length === 0) writer.heading(2, labels[0].text);
}

/** Resolves an address within the archive, without fragment. */
function resolvePath(from: string, target: string): string {
  const [path = ''] = target.split('#');
  try {
    return decode(new URL(path, `file:///${encodeURI(from)}`).pathname.slice(1));
  } catch {
    return path;
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
