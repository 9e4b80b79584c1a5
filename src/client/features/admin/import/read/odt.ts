import { textIn, unpack, xmlIn } from './archive.ts';
import { type ListLevel, type ListLevels, ListNumbers } from './list-numbers.ts';
import { inheritStyles, layered, type Run, type Style } from './look.ts';
import { type LeftOut, type Manuscript, ManuscriptWriter, UnreadableFile } from './manuscript.ts';
import { attribute, elementsNamed, type MarkupNode, parseXml, textOf } from './markup.ts';

/** Elements that are no text, and what they are called when they have words. */
const skippedElements: Readonly<Record<string, LeftOut['kind'] | undefined>> = {
  'text:tracked-changes': 'deleted',
  'office:annotation': 'comment',
  'text:table-of-content': 'index',
  'text:alphabetical-index': 'index',
  'text:hidden-text': 'hidden',
  'text:hidden-paragraph': 'hidden',
  'text:note-citation': undefined,
  'text:sequence-decls': undefined,
  'text:variable-decls': undefined,
  'text:user-field-decls': undefined,
  'office:forms': undefined,
  'svg:title': undefined,
  'svg:desc': undefined,
};

/** @throws UnreadableFile */
export function readOdt(bytes: Uint8Array): Manuscript {
  const files = unpack(bytes, (name) =>
    ['content.xml', 'styles.xml', 'META-INF/manifest.xml'].includes(name),
  );
  if (textIn(files, 'META-INF/manifest.xml')?.includes('encryption-data'))
    throw new UnreadableFile('è protetto da una password: salvalo senza e riprova.');
  const content = textIn(files, 'content.xml');
  const root = parseXml(content ?? '');
  const [body] = elementsNamed(root, 'text').filter(({ name }) => name === 'office:text');
  if (!body) throw new UnreadableFile('non è un documento di testo .odt.');
  if (!/:document-content>\s*$/.test(content ?? ''))
    throw new UnreadableFile('è rovinato: manca la fine del testo.');
  const sheet = xmlIn(files, 'styles.xml');
  const reader = new OdtReader([sheet, root]);
  reader.blocks(body, true);
  for (const node of ['header', 'footer'].flatMap((name) => elementsNamed(sheet, name)))
    if (/\p{L}/u.test(textOf(node))) reader.writer.leaveOut('header', textOf(node));
  return reader.writer.finish();
}

const isHidden = (node: MarkupNode) =>
  attribute(node, 'text:is-hidden') === 'true' || attribute(node, 'text:display') === 'none';

function declaredStyle(node: MarkupNode): Style {
  const family = attribute(node, 'style:family');
  const parent = attribute(node, 'style:parent-style-name');
  const name = attribute(node, 'style:display-name') || attribute(node, 'style:name').replaceAll('_20_', ' ');
  const [paragraph = {}] = elementsNamed(node, 'paragraph-properties');
  const [text = {}] = elementsNamed(node, 'text-properties');
  const valueOf = <Value>(from: MarkupNode, property: string, read: (value: string) => Value) => {
    const value = attribute(from, property);
    return value === '' ? undefined : read(value);
  };
  const level =
    attribute(node, 'style:default-outline-level') || /^(?:Heading|Titolo) ([1-6])$/.exec(name)?.[1];
  const master = valueOf(node, 'style:master-page-name', () => true);
  return {
    name,
    parent: parent === '' ? (family === 'paragraph' ? 'defaults' : undefined) : `${family} ${parent}`,
    level: level === undefined || level === '' ? undefined : Number(level),
    bold: valueOf(text, 'fo:font-weight', (weight) => weight === 'bold' || Number(weight) >= 600),
    underlined: valueOf(text, 'style:text-underline-style', (line) => line !== 'none'),
    capitals:
      valueOf(text, 'fo:text-transform', (kind) => kind === 'uppercase') ??
      valueOf(text, 'fo:font-variant', (kind) => kind === 'small-caps'),
    centred: valueOf(paragraph, 'fo:text-align', (side) => side === 'center'),
    size: valueOf(text, 'fo:font-size', (size) =>
      size.endsWith('%') ? (Number.parseFloat(size) / 100) * 12 : Number.parseFloat(size),
    ),
    hidden: valueOf(text, 'text:display', (kind) => kind !== 'true'),
    startsPage: valueOf(paragraph, 'fo:break-before', (kind) => kind === 'page') ?? master,
  };
}

function readStyles(roots: readonly MarkupNode[]): Map<string, Style> {
  const styles = new Map<string, Style>();
  for (const root of roots) {
    for (const node of elementsNamed(root, 'default-style'))
      if (attribute(node, 'style:family') === 'paragraph')
        styles.set('defaults', { ...declaredStyle(node), parent: '' });
    for (const node of elementsNamed(root, 'style'))
      styles.set(`${attribute(node, 'style:family')} ${attribute(node, 'style:name')}`, declaredStyle(node));
  }
  return inheritStyles(styles);
}

const formats: Readonly<Record<string, string>> = {
  '1': 'decimal',
  I: 'upperRoman',
  i: 'lowerRoman',
  A: 'upperLetter',
  a: 'lowerLetter',
};

function readLevel(node: MarkupNode): ListLevel {
  const level = Number(attribute(node, 'text:level') || 1);
  const bullet = attribute(node, 'text:bullet-char');
  const format = attribute(node, 'style:num-format');
  const depth = Number(attribute(node, 'text:display-levels') || 1);
  const numbers = Array.from({ length: depth }, (_, i) => `%${level - depth + i + 1}`).join('.');
  const [prefix, suffix] = [attribute(node, 'style:num-prefix'), attribute(node, 'style:num-suffix')];
  const newForm = attribute(node, 'loext:num-list-format').replace(/%(\d)%/g, '%$1');
  return {
    format: bullet === '' ? (formats[format] ?? 'none') : 'bullet',
    text: bullet || newForm || `${prefix}${formats[format] ? numbers : ''}${suffix}`,
    start: Number(attribute(node, 'text:start-value') || 1),
  };
}

/** Levels of lists by the name of their style; `''` for titles. */
function readLists(roots: readonly MarkupNode[]): Map<string, ListLevels> {
  const lists = roots.flatMap((root) => [
    ...elementsNamed(root, 'outline-style').map((node) => ['', node] as const),
    ...elementsNamed(root, 'list-style').map((node) => [attribute(node, 'style:name'), node] as const),
  ]);
  return new Map(
    lists.map(([name, node]) => {
      const levels: ListLevel[] = [];
      for (const level of node.children ?? [])
        if (level.name?.startsWith('text:'))
          levels[Number(attribute(level, 'text:level') || 1) - 1] = readLevel(level);
      return [name, levels];
    }),
  );
}

interface ListItem {
  list: string;
  level: number;
  /** Whether its first paragraph, which has the label, is still to come. */
  isNew: boolean;
}

class OdtReader {
  readonly writer = new ManuscriptWriter();
  readonly #numbers = new ListNumbers();
  readonly #styles: ReadonlyMap<string, Style>;
  readonly #lists: ReadonlyMap<string, ListLevels>;
  #boxes: MarkupNode[] = [];

  constructor(roots: readonly MarkupNode[]) {
    this.#styles = readStyles(roots);
    this.#lists = readLists(roots);
  }

  #skips(node: MarkupNode): boolean {
    const kind = skippedElements[node.name ?? ''];
    const isSkipped = (node.name ?? '') in skippedElements;
    // A hidden field has its words in an attribute, as its content, or both.
    const field = attribute(node, 'text:string-value');
    if (isSkipped && kind)
      for (const part of kind === 'deleted' ? elementsNamed(node, 'deletion') : [node])
        this.writer.leaveOut(kind, [...new Set([wordsOf(part), field])].filter(Boolean).join(' '));
    return isSkipped;
  }

  /** Writes the paragraphs below a node. @param isTop outside tables and text boxes, where titles are */
  blocks(node: MarkupNode, isTop: boolean, item?: ListItem): void {
    for (const one of node.children ?? []) {
      const { name = '' } = one;
      if (this.#skips(one)) continue;
      if (name === 'text:p' || name === 'text:h') this.#paragraph(one, isTop, item);
      else if (name === 'text:section' && isHidden(one)) this.writer.leaveOut('hidden', wordsOf(one));
      else if (name === 'text:list') this.#list(one, isTop, item);
      else this.blocks(one, isTop && name !== 'table:table', item);
    }
  }

  #list(node: MarkupNode, isTop: boolean, around: ListItem | undefined): void {
    const list = attribute(node, 'text:style-name') || (around?.list ?? '');
    const level = around ? around.level + 1 : 0;
    const goesOn =
      attribute(node, 'text:continue-numbering') === 'true' || attribute(node, 'text:continue-list') !== '';
    if (list !== '' && !goesOn) this.#numbers.restart(list, level);
    for (const one of node.children ?? [])
      this.blocks(one, isTop, {
        list,
        level,
        isNew: one.name === 'text:list-item',
      });
  }

  #label(node: MarkupNode, level: number | undefined, item: ListItem | undefined): string {
    if (node.name === 'text:h' && !item) {
      const isNumbered = attribute(node, 'text:is-list-header') !== 'true';
      return isNumbered ? this.#numbers.next('', this.#lists.get('') ?? [], (level ?? 1) - 1) : '';
    }
    if (!item?.isNew || item.list === '') return '';
    item.isNew = false;
    return this.#numbers.next(item.list, this.#lists.get(item.list) ?? [], item.level);
  }

  #paragraph(node: MarkupNode, isTop: boolean, item: ListItem | undefined): void {
    const style =
      this.#styles.get(`paragraph ${attribute(node, 'text:style-name')}`) ??
      this.#styles.get('defaults') ??
      {};
    if (style.startsPage) this.writer.pageBreak();
    const runs: Run[] = [];
    this.#inline(node, style, runs);
    if (elementsNamed(node, 'hidden-paragraph').some(isHidden))
      this.writer.leaveOut(
        'hidden',
        runs
          .splice(0)
          .map(({ text }) => text)
          .join(''),
      );
    const level =
      node.name === 'text:h' ? Number(attribute(node, 'text:outline-level') || 1) : style.level || undefined;
    this.writer.styled(runs, { ...style, level }, this.#label(node, level, item), isTop);
    const boxes = this.#boxes;
    this.#boxes = [];
    this.writer.textBoxes += boxes.length;
    for (const box of boxes) this.blocks(box, false);
  }

  #inline(node: MarkupNode, style: Style, runs: Run[]): void {
    const { name, children = [] } = node;
    const add = (text: string) =>
      style.hidden ? this.writer.leaveOut('hidden', text) : void runs.push({ text, style });
    if (name === undefined) return add((node.data ?? '').replace(/\s+/g, ' '));
    if (name === 'text:s') return add(' '.repeat(Number(attribute(node, 'text:c') || 1)));
    if (name === 'text:tab') return add(' ');
    if (name === 'text:line-break') return add('\n');
    if (this.#skips(node)) return undefined;
    if (name === 'text:note') {
      const [body = {}] = elementsNamed(node, 'note-body');
      return this.writer.footnote(wordsOf(body));
    }
    if (name === 'draw:text-box') return void this.#boxes.push(node);
    if (name === 'draw:image')
      return this.writer.leaveOut('picture', textOf(elementsNamed(node, 'desc')[0] ?? {}));
    const own = this.#styles.get(`text ${attribute(node, 'text:style-name')}`);
    const inner = name === 'text:span' && own ? layered({ ...own, name: style.name }, style) : style;
    for (const one of children) this.#inline(one, inner, runs);
    return undefined;
  }
}

/** The words below a node, paragraphs apart. */
const wordsOf = (node: MarkupNode): string =>
  node.name === 'text:note-citation' || node.name === 'dc:creator' || node.name === 'dc:date'
    ? ''
    : (node.data ?? '') +
      (node.children ?? []).map(wordsOf).join('') +
      (/^text:(?:[ph]|s|tab|line-break)$/.test(node.name ?? '') ? ' ' : '');
