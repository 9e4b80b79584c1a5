import { hex } from 'dingbat-to-unicode';
import { textIn, unpack, xmlIn } from './archive.ts';
import { ListNumbers } from './list-numbers.ts';
import { layered, type Run, type Style } from './look.ts';
import { type LeftOut, type Manuscript, ManuscriptWriter, UnreadableFile } from './manuscript.ts';
import { attribute, elementsNamed, type MarkupNode, parseXml } from './markup.ts';
import { child, declaredStyle, readWordLists, readWordStyles, valueOf } from './word-styles.ts';

/** Elements whose words stand elsewhere, or are none. */
const skippedElements = new Set(['w:pPr', 'w:rPr', 'w:moveFrom', 'w:rt', 'w:sectPr']);
const indexStyle = /^(?:toc|sommario|indice) /i;

/** @throws UnreadableFile */
export function readDocx(bytes: Uint8Array): Manuscript {
  const files = unpack(bytes, (name) => /^word\/[a-z]+\d*\.xml$/.test(name));
  const part = (pattern: RegExp) => Object.keys(files).filter((name) => pattern.test(name));
  const [main] = part(/^word\/document\d*\.xml$/);
  if (main === undefined) throw new UnreadableFile('non è un documento di Word.');
  const xml = textIn(files, main) ?? '';
  // Some programs choose another prefix.
  const prefix = /xmlns:(\w+)="[^"]*\/wordprocessingml\/[^"]*main"/.exec(xml)?.[1] ?? 'w';
  const root = parseXml(prefix === 'w' ? xml : xml.replaceAll(`${prefix}:`, 'w:'));
  const [body] = elementsNamed(root, 'body');
  if (!body || !/:document>\s*$/.test(xml))
    throw new UnreadableFile('è un documento di Word rovinato: aprilo e salvalo di nuovo.');
  const reader = new DocxReader(
    readWordStyles(xmlIn(files, 'word/styles.xml')),
    readWordLists(xmlIn(files, 'word/numbering.xml')),
    part(/^word\/(?:foot|end)notes\.xml$/).map((name) => xmlIn(files, name)),
    elementsNamed(body, 'sectPr').map((node) => valueOf(child(node, 'type')) ?? 'nextPage'),
  );
  reader.blocks(body, true);
  const { writer } = reader;
  for (const comment of elementsNamed(xmlIn(files, 'word/comments.xml'), 'comment'))
    writer.leaveOut('comment', wordsOf(comment));
  const headers = part(/^word\/(?:header|footer)\d*\.xml$/).map((name) => wordsOf(xmlIn(files, name)));
  for (const text of new Set(headers)) if (/\p{L}/u.test(text)) writer.leaveOut('header', text);
  return writer.finish();
}

/** The words below a node, paragraphs apart. */
const wordsOf = (node: MarkupNode): string =>
  (node.children ?? [])
    .map((one) => {
      if (one.name === 'w:t' || one.name === 'w:delText')
        return (one.children ?? []).map(({ data }) => data).join('');
      return wordsOf(one) + (one.name === 'w:p' || one.name === 'w:tab' || one.name === 'w:br' ? ' ' : '');
    })
    .join('');

class DocxReader {
  readonly writer = new ManuscriptWriter();
  readonly #numbers = new ListNumbers();
  readonly #begun = new Set<string>();
  readonly #styles: ReadonlyMap<string, Style>;
  readonly #lists: ReturnType<typeof readWordLists>;
  readonly #sections: readonly string[];
  readonly #notes: ReadonlyMap<string, MarkupNode>;
  /** Drop caps, and paragraphs whose end is deleted: they go on in the next one. */
  #runs: Run[] = [];
  #boxes: MarkupNode[] = [];
  #aside = new Map<LeftOut['kind'], string>();
  /** Fields around the text, whether each is a generated index. */
  #fields: boolean[] = [];
  #section = 0;
  #style: Style = {};
  #isTop = true;

  /** @param sections how the section that each `sectPr` closes begins */
  constructor(
    styles: ReadonlyMap<string, Style>,
    lists: ReturnType<typeof readWordLists>,
    notes: readonly MarkupNode[],
    sections: readonly string[],
  ) {
    this.#styles = styles;
    this.#lists = lists;
    this.#sections = sections;
    this.#notes = new Map(
      notes.flatMap((root) =>
        ['footnote', 'endnote'].flatMap((name) =>
          elementsNamed(root, name).map((note) => [`${name}${attribute(note, 'w:id')}`, note] as const),
        ),
      ),
    );
  }

  /** Writes the paragraphs below a node. @param isTop outside tables and text boxes, where titles are */
  blocks(node: MarkupNode, isTop: boolean): void {
    for (const one of node.children ?? []) {
      const { name = '' } = one;
      const [gallery] = name === 'w:sdt' ? elementsNamed(child(one, 'sdtPr') ?? {}, 'docPartGallery') : [];
      if (name === 'w:p') this.#paragraph(one, isTop);
      else if (name === 'w:altChunk')
        this.writer.leaveOut('unreadable', 'un altro documento, incluso nel file');
      else if (/table of contents/i.test(valueOf(gallery) ?? '')) this.writer.leaveOut('index', wordsOf(one));
      else if (name === 'mc:AlternateContent') this.blocks(chooseAlternative(one), isTop);
      else if (!skippedElements.has(name)) this.blocks(one, isTop && name !== 'w:tbl');
    }
  }

  #paragraph(paragraph: MarkupNode, isTop: boolean): void {
    const properties = child(paragraph, 'pPr');
    const mark = child(properties, 'rPr');
    const styleId = valueOf(child(properties, 'pStyle')) ?? '';
    const inherited = this.#styles.get(styleId) ?? this.#styles.get('') ?? {};
    this.#style = layered(declaredStyle(properties, undefined), inherited);
    this.#isTop = isTop;
    if (this.#style.startsPage) this.writer.pageBreak();
    if (indexStyle.test(this.#style.name ?? '')) this.writer.leaveOut('index', wordsOf(paragraph));
    else for (const one of paragraph.children ?? []) this.#inline(one, this.#style);
    const frame = valueOf(child(properties, 'framePr'), 'dropCap') ?? '';
    const goesOn = /^(?:drop|margin)$/.test(frame) || child(mark, 'del') !== undefined;
    if (!goesOn) this.#flush(this.#label(styleId));
    for (const [kind, text] of this.#aside) this.writer.leaveOut(kind, text);
    this.#aside.clear();
    const boxes = this.#boxes;
    this.#boxes = [];
    this.writer.textBoxes += boxes.length;
    for (const box of boxes) this.blocks(box, false);
    if (!child(properties, 'sectPr')) return;
    this.#section += 1;
    if (!/^(?:continuous|nextColumn)$/.test(this.#sections[this.#section] ?? '')) this.writer.pageBreak();
  }

  #label(styleId: string): string {
    const { list } = this.#style;
    const definition = this.#lists.get(list?.id ?? '');
    if (!list || !definition) return '';
    const level = list.level ?? Math.max(0, definition.styles.indexOf(styleId));
    if (!this.#begun.has(list.id))
      for (const place of definition.restarts) this.#numbers.restart(definition.definition, place);
    this.#begun.add(list.id);
    return this.#numbers.next(definition.definition, definition.levels, level);
  }

  #flush(label = ''): void {
    const runs = this.#runs;
    this.#runs = [];
    this.writer.styled(runs, this.#style, label, this.#isTop);
  }

  #leave(kind: LeftOut['kind'], text: string): void {
    this.#aside.set(kind, `${this.#aside.get(kind) ?? ''}${text}`);
  }

  #add(text: string, style: Style): void {
    if (this.#fields.includes(true)) this.#leave('index', text);
    else if (style.hidden) this.#leave('hidden', text);
    else this.#runs.push({ text, style });
  }

  #inline(node: MarkupNode, style: Style): void {
    const { name = '', children = [] } = node;
    if (skippedElements.has(name)) return;
    const text = () => children.map(({ data = '' }) => data).join('');
    if (name === 'w:r') {
      const properties = child(node, 'rPr');
      const runStyle = this.#styles.get(valueOf(child(properties, 'rStyle')) ?? '') ?? {};
      const own = layered(
        declaredStyle(undefined, properties),
        layered({ ...runStyle, name: style.name }, style),
      );
      for (const one of children) this.#inline(one, own);
    } else if (name === 'w:t' || name === 'm:t') this.#add(text(), style);
    else if (name === 'w:delText') this.#leave('deleted', text());
    else if (name === 'w:instrText') {
      if (/^\s*(?:TOC|INDEX)\b/.test(text())) this.#fields[this.#fields.length - 1] = true;
    } else if (name === 'w:fldChar') {
      const kind = attribute(node, 'w:fldCharType');
      if (kind === 'begin') this.#fields.push(false);
      if (kind === 'end') this.#fields.pop();
    } else if (name === 'w:tab' || name === 'w:ptab') this.#add(' ', style);
    else if (name === 'w:br' && attribute(node, 'w:type') === 'page') {
      this.#flush();
      this.writer.pageBreak();
    } else if (name === 'w:br' || name === 'w:cr') this.#add('\n', style);
    else if (name === 'w:noBreakHyphen') this.#add('\u2011', style);
    else if (name === 'w:sym') this.#add(symbol(node), style);
    else if (name === 'w:footnoteReference' || name === 'w:endnoteReference') {
      const note = this.#notes.get(name.slice(2, -9) + attribute(node, 'w:id'));
      this.writer.footnote(note ? wordsOf(note) : '');
    } else if (name === 'w:txbxContent') this.#boxes.push(node);
    else if (name === 'mc:AlternateContent') this.#inline(chooseAlternative(node), style);
    else if (/^w:(?:drawing|pict|object)$/.test(name) && elementsNamed(node, 'txbxContent').length === 0)
      this.writer.leaveOut('picture', attribute(elementsNamed(node, 'docPr')[0] ?? {}, 'descr'));
    else for (const one of children) this.#inline(one, style);
  }
}

/** Word writes new things twice, the second time for older programs. */
function chooseAlternative(node: MarkupNode): MarkupNode {
  const [choice, fallback] = ['mc:Choice', 'mc:Fallback'].map((name) =>
    node.children?.find((one) => one.name === name),
  );
  return (fallback && /\S/.test(wordsOf(fallback)) ? fallback : (choice ?? fallback)) ?? {};
}

function symbol(node: MarkupNode): string {
  const [font, code] = [attribute(node, 'w:font'), attribute(node, 'w:char')];
  return (hex(font, code) ?? hex(font, code.replace(/^F0/i, '')))?.string ?? '\ufffd';
}
