import { parseDocument } from 'htmlparser2';
import type { Look } from './look.ts';
import { ManuscriptWriter } from './manuscript.ts';

/** Part of a DOM node used here: text has `data`, elements have a name, attributes and children. */
export interface MarkupNode {
  data?: string;
  name?: string;
  attribs?: Record<string, string>;
  children?: MarkupNode[];
  parent?: MarkupNode | null;
}

/** Lenient parser for HTML of mammoth and e-books. */
export function parseHtml(text: string): MarkupNode {
  return parseDocument(text, { recognizeSelfClosing: true, lowerCaseTags: true });
}

export function parseXml(text: string): MarkupNode {
  return parseDocument(text, { xmlMode: true });
}

/** Descendants with this local name (`item` matches `opf:item`). */
export function elementsNamed(node: MarkupNode, name: string): MarkupNode[] {
  return (node.children ?? []).flatMap((child) => {
    const isMatch = child.name === name || child.name?.endsWith(`:${name}`);
    return [...(isMatch ? [child] : []), ...elementsNamed(child, name)];
  });
}

export const attribute = (node: MarkupNode, name: string): string => node.attribs?.[name] ?? '';

export function textOf(node: MarkupNode): string {
  const collectText = (current: MarkupNode): string =>
    current.children ? current.children.map(collectText).join('') : (current.data ?? '');
  return collectText(node).replace(/\s+/g, ' ').trim();
}

const skippedElements = new Set(['head', 'script', 'style', 'nav', 'svg', 'math', 'audio', 'video', 'form']);
const blocks =
  /^(?:p|div|section|article|main|body|html|header|footer|figure|figcaption|blockquote|ul|ol|li|dl|dt|dd|table|tbody|thead|tfoot|tr|td|th|caption|aside|center|pre|address|hgroup|h[1-6]|hr)$/;
const noteTypes = /\b(?:doc-)?(?:footnotes?|endnotes?|rearnotes?)\b/;
const noteLists = /\b(?:doc-)?(?:footnotes|endnotes|rearnotes)\b/;
const noteReference = /\b(?:doc-)?noteref\b/;

const semanticsOf = (node: MarkupNode) => `${attribute(node, 'epub:type')} ${attribute(node, 'role')}`;

function isNote(node: MarkupNode): boolean {
  return (
    noteTypes.test(semanticsOf(node)) ||
    (node.name === 'li' && /^(?:foot|end)note-/.test(attribute(node, 'id')))
  );
}

/** Mark of a note or backlink: `1`, `[12]`, `*`, `↩`. */
const noteMark = /^[[(]?(?:\d{1,3}|[*†‡]{1,3}|[↑↩⏎^]\ufe0e?)[\])]?[.:]?$/u;
const isMark = (node: MarkupNode) => node.name === 'a' && noteMark.test(textOf(node));

const isNamedReference = (node: MarkupNode) =>
  node.name === 'a' &&
  (noteReference.test(semanticsOf(node)) || /^#(?:foot|end)note-/.test(attribute(node, 'href')));

function ancestors(node: MarkupNode): MarkupNode[] {
  return [node, ...(node.parent ? ancestors(node.parent) : [])];
}

/** Paragraph, list item or note element around a note's anchor. */
function noteAround(target: MarkupNode): MarkupNode | undefined {
  const around = ancestors(target);
  return (
    around.find((node) => isNote(node) && !noteLists.test(semanticsOf(node))) ??
    around.find(({ name = '' }) => /^(?:p|li|div|dd|aside|td)$/.test(name))
  );
}

/** Whether a plain link is a note reference: an inline mark whose target paragraph starts with the same mark. */
function refersTo(link: MarkupNode, note: MarkupNode): boolean {
  const mark = textOf(link).replace(/\W/g, '') || textOf(link);
  const line = ancestors(link).find(({ name = '' }) => blocks.test(name));
  const isFirst = line === undefined || textOf(line).startsWith(textOf(link));
  return (
    isMark(link) &&
    !isFirst &&
    textOf(note)
      .replace(/^\W+(?=\w)/, '')
      .startsWith(mark)
  );
}

function wordsOf(note: MarkupNode): string {
  const strip = (node: MarkupNode): MarkupNode => ({
    ...node,
    ...(node.children && { children: node.children.filter((child) => !isMark(child)).map(strip) }),
  });
  const writer = new ManuscriptWriter();
  writeHtml({ children: strip(note).children ?? [] }, writer);
  return writer
    .finish()
    .text.replace(/\s+/g, ' ')
    .replace(/^[[(]?(?:\d{1,3}|[*†‡]{1,3})[\]).:]+\s*/u, '')
    .trim();
}

type FindTarget = (href: string) => MarkupNode | undefined;

/**
 * Writes paragraphs and headings of HTML in order, without emphasis; extracts notes, also unreferenced ones.
 *
 * @param notes notes already extracted, for books in several files
 * @param findLook look by anchor id
 */
export function writeHtml(
  node: MarkupNode,
  writer: ManuscriptWriter,
  find: FindTarget = () => undefined,
  notes = new Set<MarkupNode>(),
  findLook: (id: string) => Look | undefined = () => undefined,
): void {
  let line = '';
  let look: Look | undefined;
  const flush = () => {
    writer.paragraph(line, look);
    if (line.trim() !== '') look = undefined;
    line = '';
  };

  /** Note that a link refers to; `null` if missing. */
  function noteOf(link: MarkupNode): MarkupNode | null | undefined {
    if (link.name !== 'a') return undefined;
    const target = find(attribute(link, 'href'));
    const note = target && noteAround(target);
    if (isNamedReference(link)) return note ?? null;
    return note && refersTo(link, note) ? note : undefined;
  }

  function putAside(note: MarkupNode): void {
    if (notes.has(note)) return;
    notes.add(note);
    writer.footnote(wordsOf(note));
  }

  function putAsideUnreferenced(current: MarkupNode): void {
    const holdsNote = (child: MarkupNode): boolean =>
      notes.has(child) || (child.children ?? []).some(holdsNote);
    if (notes.has(current) || /^h[1-6]$/.test(current.name ?? '') || textOf(current) === '') return;
    if (noteLists.test(semanticsOf(current)) || holdsNote(current))
      (current.children ?? []).forEach(putAsideUnreferenced);
    else putAside(current);
  }

  function inline(current: MarkupNode): string {
    if (current.children === undefined)
      return current.name === undefined ? (current.data ?? '').replace(/\s+/g, ' ') : '';
    if (current.name === 'br') return '\n';
    if (skippedElements.has(current.name ?? '')) return '';
    look = findLook(attribute(current, 'id')) ?? look;
    const note = noteOf(current);
    if (note === undefined) return current.children.map(inline).join('');
    if (note === null) writer.footnote('');
    else putAside(note);
    return '';
  }

  function walk(current: MarkupNode): void {
    const { name = '', children = [] } = current;
    if (skippedElements.has(name) || notes.has(current)) return;
    if (isNote(current)) return putAsideUnreferenced(current);
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level) {
      flush();
      writer.heading(Number(level), children.map(inline).join(''));
    } else if (name === 'hr') {
      flush();
      if (attribute(current, 'class') === 'page') writer.pageBreak();
      else writer.sceneBreak();
    } else if (blocks.test(name) || current.name === undefined) {
      const isText = current.children === undefined;
      if (isText) line += inline(current);
      else {
        flush();
        children.forEach(walk);
        flush();
        look = undefined;
      }
    } else if (children.some(holdsBlock)) children.forEach(walk);
    else line += inline(current);
  }

  walk(node);
  flush();
}

/** Mammoth puts page breaks inside paragraphs, and sloppy HTML has paragraphs inside spans. */
function holdsBlock(node: MarkupNode): boolean {
  return blocks.test(node.name ?? '') || (node.children ?? []).some(holdsBlock);
}
