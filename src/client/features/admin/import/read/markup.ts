import { parseDocument } from 'htmlparser2';
import { ManuscriptWriter } from './manuscript.ts';

/** Part of a DOM node used here: text has `data`, elements have a name, attributes and children. */
export interface MarkupNode {
  data?: string;
  name?: string;
  attribs?: Record<string, string>;
  children?: MarkupNode[];
  parent?: MarkupNode | null;
}

/** Lenient parser for HTML of e-books. */
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

const semanticsOf = (node: MarkupNode) => `${attribute(node, 'epub:type')} ${attribute(node, 'role')}`;

const pageMark = /\b(?:doc-)?pagebreak\b/;
const isPageMark = (node: MarkupNode) =>
  pageMark.test(semanticsOf(node)) || /\bpage-?(?:num(?:ber)?|no|break)\b/i.test(attribute(node, 'class'));

/** Whether an element is no text; its words are noted. */
function isLeftOut(node: MarkupNode, writer: ManuscriptWriter): boolean {
  const { name = '' } = node;
  if (/^(?:head|script|style)$/.test(name)) return true;
  const isHidden = 'hidden' in (node.attribs ?? {}) || /display:\s*none/.test(attribute(node, 'style'));
  if (isHidden) writer.leaveOut('hidden', textOf(node));
  else if (name === 'nav') writer.leaveOut('index', textOf(node));
  else if (name === 'img' || name === 'svg')
    writer.leaveOut('picture', attribute(node, 'alt') || textOf(node));
  else if (/^(?:audio|video|form)$/.test(name)) writer.leaveOut('unreadable', textOf(node));
  else if (isPageMark(node)) writer.leaveOut('pageNumber', textOf(node));
  else return false;
  return true;
}

const blocks =
  /^(?:p|div|section|article|main|body|html|header|footer|figure|figcaption|blockquote|ul|ol|li|dl|dt|dd|table|tbody|thead|tfoot|tr|td|th|caption|aside|center|pre|address|hgroup|h[1-6]|hr)$/;
const noteTypes = /\b(?:doc-)?(?:footnotes?|endnotes?|rearnotes?)\b/;
const noteLists = /\b(?:doc-)?(?:footnotes|endnotes|rearnotes)\b/;
const noteReference = /\b(?:doc-)?noteref\b/;

function isNote(node: MarkupNode): boolean {
  return noteTypes.test(semanticsOf(node));
}

/** Mark of a note or backlink: `1`, `[12]`, `*`, `↩`. */
const noteMark = /^[[(]?(?:\d{1,3}|[*†‡]{1,3}|[↑↩⏎^]\ufe0e?)[\])]?[.:]?$/u;
const isMark = (node: MarkupNode) => node.name === 'a' && noteMark.test(textOf(node));

const isNamedReference = (node: MarkupNode) => node.name === 'a' && noteReference.test(semanticsOf(node));

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
 */
export function writeHtml(
  node: MarkupNode,
  writer: ManuscriptWriter,
  find: FindTarget = () => undefined,
  notes = new Set<MarkupNode>(),
): void {
  let line = '';
  const flush = () => {
    writer.paragraph(line);
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
    if (isLeftOut(current, writer)) return '';
    const note = noteOf(current);
    if (note === undefined) return current.children.map(inline).join('');
    if (note === null) writer.footnote('');
    else putAside(note);
    return '';
  }

  function walk(current: MarkupNode): void {
    const { name = '', children = [] } = current;
    if (notes.has(current) || isLeftOut(current, writer)) return;
    if (isNote(current)) return putAsideUnreferenced(current);
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level) {
      flush();
      writer.heading(Number(level), children.map(inline).join(''));
    } else if (name === 'hr') {
      flush();
      writer.sceneBreak();
    } else if (blocks.test(name) || current.name === undefined) {
      const isText = current.children === undefined;
      if (isText) line += inline(current);
      else {
        flush();
        children.forEach(walk);
        flush();
      }
    } else if (children.some(holdsBlock)) children.forEach(walk);
    else line += inline(current);
  }

  walk(node);
  flush();
}

/** Sloppy HTML has paragraphs inside spans. */
function holdsBlock(node: MarkupNode): boolean {
  return blocks.test(node.name ?? '') || (node.children ?? []).some(holdsBlock);
}
