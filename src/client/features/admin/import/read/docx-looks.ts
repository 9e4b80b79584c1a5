import { findLooks, isTitleStyle, type Look, type SetParagraph } from './look.ts';
import { attribute, elementsNamed, type MarkupNode, parseXml } from './markup.ts';

interface DocumentElement {
  type: string;
  name?: string;
  children?: DocumentElement[];
  value?: string;
  styleId?: string | null;
  styleName?: string | null;
  alignment?: string | null;
  fontSize?: number | null;
  isBold?: boolean;
  isUnderline?: boolean;
  isAllCaps?: boolean;
}

interface Style {
  name: string;
  bold?: boolean | undefined;
  underlined?: boolean | undefined;
  capitals?: boolean | undefined;
  alignment?: string | undefined;
  size?: number | undefined;
  /** Heading level; 0: explicitly none. */
  level?: number | undefined;
}

interface StyleSheet {
  byId: ReadonlyMap<string, Style>;
  base: Style;
}

/** Word's default size. */
const defaultSize = 10;

const valueOf = (node: MarkupNode | undefined) => (node ? attribute(node, 'w:val') : undefined);
const child = (node: MarkupNode | undefined, name: string) =>
  node?.children?.find((child) => child.name === `w:${name}`);
function isOn(node: MarkupNode | undefined): boolean | undefined {
  return node && !['0', 'false', 'off', 'none'].includes(attribute(node, 'w:val'));
}

function ownStyle(node: MarkupNode): Style {
  const [paragraph, run] = [child(node, 'pPr'), child(node, 'rPr')];
  const name = valueOf(child(node, 'name')) ?? '';
  const size = Number(valueOf(child(run, 'sz')));
  const outline = valueOf(child(paragraph, 'outlineLvl'));
  const level = /^(?:heading|titolo) ([1-6])$/i.exec(name)?.[1];
  const outlined = outline === undefined ? undefined : Number(outline) <= 5 ? Number(outline) + 1 : 0;
  return {
    name,
    bold: isOn(child(run, 'b')),
    underlined: isOn(child(run, 'u')),
    capitals: isOn(child(run, 'caps')) ?? isOn(child(run, 'smallCaps')),
    alignment: valueOf(child(paragraph, 'jc')),
    size: size > 0 ? size / 2 : undefined,
    level: level === undefined ? outlined : Number(level),
  };
}

function layered(over: Style, under: Style): Style {
  const entries = Object.entries(over).filter(([, value]) => value !== undefined);
  return { ...under, ...(Object.fromEntries(entries) as Partial<Style>) };
}

function readStyleSheet(text: string): StyleSheet {
  const root = parseXml(text);
  const [defaults] = elementsNamed(root, 'rPrDefault');
  const bottom: Style = { ...ownStyle(defaults ?? {}), name: '' };
  const nodes = new Map(elementsNamed(root, 'style').map((node) => [attribute(node, 'w:styleId'), node]));
  const resolve = (node: MarkupNode, depth = 0): Style => {
    const parent = nodes.get(valueOf(child(node, 'basedOn')) ?? '');
    const own = ownStyle(node);
    // Character styles inherit from the paragraph.
    if (attribute(node, 'w:type') === 'character' && !parent) return own;
    return layered(own, parent && depth < 20 ? resolve(parent, depth + 1) : bottom);
  };
  const base = [...nodes.values()].find(
    (node) =>
      attribute(node, 'w:type') === 'paragraph' && ['1', 'true', 'on'].includes(attribute(node, 'w:default')),
  );
  return {
    byId: new Map([...nodes].map(([id, node]) => [id, resolve(node)])),
    base: base ? resolve(base) : bottom,
  };
}

const textOf = (element: DocumentElement): string =>
  element.value ?? (element.children ?? []).map(textOf).join('');

const runsOf = (element: DocumentElement): DocumentElement[] =>
  (element.children ?? []).flatMap((child) => {
    if (child.type === 'run') return /\S/.test(textOf(child)) ? [child] : [];
    return runsOf(child);
  });

function setParagraph(paragraph: DocumentElement, sheet: StyleSheet): SetParagraph {
  const style = sheet.byId.get(paragraph.styleId ?? '') ?? sheet.base;
  const runs = runsOf(paragraph).map((run) => ({
    run,
    style: layered(sheet.byId.get(run.styleId ?? '') ?? { name: '' }, style),
  }));
  const all = (test: (one: (typeof runs)[number]) => boolean) => runs.length > 0 && runs.every(test);
  const sizes = runs.map(({ run, style: own }) => run.fontSize ?? own.size ?? defaultSize);
  return {
    bold: all(({ run, style: own }) => run.isBold === true || own.bold === true),
    underlined: all(({ run, style: own }) => run.isUnderline === true || own.underlined === true),
    capitals: all(({ run, style: own }) => run.isAllCaps === true || own.capitals === true),
    centred: (paragraph.alignment ?? style.alignment) === 'center',
    named: isTitleStyle(style.name),
    size: Math.min(...(sizes.length > 0 ? sizes : [defaultSize])),
    length: textOf(paragraph).length,
  };
}

const anchorName = 'look:';

/** Adds an anchor before the first text; a page break splits a paragraph in two. */
function withAnchor(element: DocumentElement, anchor: DocumentElement): DocumentElement {
  const children = element.children ?? [];
  const place = children.findIndex((child) => /\S/.test(textOf(child)));
  const [before, first, after] = [children.slice(0, place), children[place], children.slice(place + 1)];
  if (!first) return element;
  if (first.children) return { ...element, children: [...before, withAnchor(first, anchor), ...after] };
  return { ...element, children: [...before, anchor, first, ...after] };
}

type FindLook = (id: string) => Look | undefined;

/**
 * Mammoth transform: paragraphs with styles based on headings become headings; others that stand out get an anchor,
 * because mammoth's HTML drops their formatting.
 */
export function lookForTitles(styleSheet: string): {
  transformDocument(document: DocumentElement): DocumentElement;
  findLook: FindLook;
} {
  const sheet = readStyleSheet(styleSheet);
  const looks: Look[] = [];
  function transformParagraph(paragraph: DocumentElement, look: Look | undefined): DocumentElement {
    const level = sheet.byId.get(paragraph.styleId ?? '')?.level;
    if (level) return { ...paragraph, styleName: `heading ${level}` };
    if (!look) return paragraph;
    looks.push(look);
    return withAnchor(paragraph, { type: 'bookmarkStart', name: `${anchorName}${looks.length - 1}` });
  }
  return {
    transformDocument(document) {
      const children = document.children ?? [];
      const paragraphs = children.filter(({ type }) => type === 'paragraph');
      const paragraphLooks = findLooks(paragraphs.map((paragraph) => setParagraph(paragraph, sheet)));
      const replacements = new Map(
        paragraphs.map((paragraph, i) => [paragraph, transformParagraph(paragraph, paragraphLooks[i])]),
      );
      return { ...document, children: children.map((child) => replacements.get(child) ?? child) };
    },
    findLook: (id) => (id.startsWith(anchorName) ? looks[Number(id.slice(anchorName.length))] : undefined),
  };
}
