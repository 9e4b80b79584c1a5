import { parseDocument } from 'htmlparser2';
import type { ManuscriptWriter } from './manuscript.ts';

/** What is looked at of a node: text has `data`, an element a name, attributes and children. */
export interface MarkupNode {
  data?: string;
  name?: string;
  attribs?: Record<string, string>;
  children?: MarkupNode[];
}

/** HTML as mammoth and e-books write it. */
export function parseHtml(text: string): MarkupNode {
  return parseDocument(text, { recognizeSelfClosing: true, lowerCaseTags: true });
}

export function parseXml(text: string): MarkupNode {
  return parseDocument(text, { xmlMode: true });
}

/** The elements below a node, itself left out, whose name has this local part (`item` finds `opf:item` too). */
export function elementsNamed(node: MarkupNode, name: string): MarkupNode[] {
  return (node.children ?? []).flatMap((child) => {
    const isIt = child.name === name || child.name?.endsWith(`:${name}`);
    return [...(isIt ? [child] : []), ...elementsNamed(child, name)];
  });
}

/** An attribute of a node; empty when it has none. */
export const attribute = (node: MarkupNode, name: string): string => node.attribs?.[name] ?? '';

/** All the text below a node, white space made one. */
export function textOf(node: MarkupNode): string {
  const gather = (one: MarkupNode): string =>
    one.children ? one.children.map(gather).join('') : (one.data ?? '');
  return gather(node).replace(/\s+/g, ' ').trim();
}

const skippedElements = new Set(['head', 'script', 'style', 'nav', 'svg', 'math', 'audio', 'video', 'form']);
const blocks =
  /^(?:p|div|section|article|main|body|html|header|footer|figure|figcaption|blockquote|ul|ol|li|dl|dt|dd|table|tbody|thead|tfoot|tr|td|th|caption|aside|center|pre|address|hgroup|h[1-6]|hr)$/;
const noteTypes = /\b(?:doc-)?(?:footnotes?|endnotes?|rearnotes?)\b/;
const noteReference = /\b(?:doc-)?noteref\b/;

const semanticsOf = (node: MarkupNode) => `${attribute(node, 'epub:type')} ${attribute(node, 'role')}`;

function isNote(node: MarkupNode): boolean {
  return (
    noteTypes.test(semanticsOf(node)) ||
    (node.name === 'li' && /^(?:foot|end)note-/.test(attribute(node, 'id')))
  );
}

function isNoteReference(node: MarkupNode): boolean {
  if (node.name !== 'a') return false;
  return noteReference.test(semanticsOf(node)) || /^#(?:foot|end)note-/.test(attribute(node, 'href'));
}

/** Writes the paragraphs and headings of HTML, in their order. Emphasis goes, notes are counted and left out. */
export function writeHtml(node: MarkupNode, writer: ManuscriptWriter): void {
  let line = '';
  const flush = () => {
    writer.paragraph(line);
    line = '';
  };

  function inline(one: MarkupNode): string {
    if (one.children === undefined)
      return one.name === undefined ? (one.data ?? '').replace(/\s+/g, ' ') : '';
    if (one.name === 'br') return '\n';
    if (skippedElements.has(one.name ?? '')) return '';
    if (isNoteReference(one)) {
      writer.footnotes += 1;
      return '';
    }
    return one.children.map(inline).join('');
  }

  function walk(one: MarkupNode): void {
    const { name = '', children = [] } = one;
    if (skippedElements.has(name) || isNote(one)) return;
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level) {
      flush();
      writer.heading(Number(level), children.map(inline).join(''));
    } else if (name === 'hr') {
      flush();
      if (attribute(one, 'class') === 'page') writer.pageBreak();
      else writer.sceneBreak();
    } else if (blocks.test(name) || one.name === undefined) {
      const isText = one.children === undefined;
      if (isText) line += inline(one);
      else {
        flush();
        children.forEach(walk);
        flush();
      }
    } else if (children.some(holdsBlock)) children.forEach(walk);
    else line += inline(one);
  }

  walk(node);
  flush();
}

/** A page break of mammoth stands inside a paragraph, and careless HTML has paragraphs inside of spans. */
function holdsBlock(node: MarkupNode): boolean {
  return blocks.test(node.name ?? '') || (node.children ?? []).some(holdsBlock);
}
