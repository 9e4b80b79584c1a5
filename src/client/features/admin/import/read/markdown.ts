import type { FootnoteDefinition, Nodes, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { absenceMarks } from '#shared/witnessed.ts';
import { frontMatterOf, type Manuscript, ManuscriptWriter } from './manuscript.ts';

/** Constructs of Markdown that eat prose: a dialogue's dash, a year with a full stop, an indented paragraph. */
const disable = { null: ['list', 'codeIndented', 'htmlFlow', 'htmlText', 'setextUnderline'] };
const parser = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .data({ micromarkExtensions: [{ disable }] });

/** Markdown to plain text, without emphasis, links, comments and footnotes. */
export function readMarkdown(source: string): Manuscript {
  const writer = new ManuscriptWriter();
  const tree: Root = parser.parse(
    withoutMarkup(source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'), writer),
  );
  const footnotes = new Map(
    tree.children.flatMap((node) => (node.type === 'footnoteDefinition' ? [[node.identifier, node]] : [])),
  );
  for (const node of tree.children) writeNode(node, { writer, footnotes });
  for (const note of footnotes.values())
    writer.footnote(note.children.map((child) => inlineText(child, { writer, footnotes })).join(' '));
  return writer.finish();
}

const tags =
  'a|abbr|b|big|blockquote|center|cite|code|dd|del|dl|dt|em|figcaption|figure|font|i|ins|kbd|li|mark|ol|pre|q|s|section|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul';

/** Takes out front matter, comments and HTML tags, and reads what Obsidian and typewriters write. */
function withoutMarkup(source: string, writer: ManuscriptWriter): string {
  const leave = (kind: 'comment' | 'data' | 'picture') => (_: string, words: string) => {
    writer.leaveOut(kind, words);
    return '';
  };
  const frontMatter = frontMatterOf(source) ?? '';
  writer.leaveOut('data', frontMatter.split('\n').slice(1, -2).join('\n'));
  return source
    .slice(frontMatter.length)
    .replace(/<!--([\s\S]*?)-->/g, leave('comment'))
    .replace(/%%([\s\S]*?)%%/g, leave('comment'))
    .replace(/!\[\[([^\]\n]*)\]\]/g, leave('picture'))
    .replace(/\[\[([^\]|\n]*)(?:\|([^\]\n]*))?\]\]/g, (link: string, target: string, name?: string) =>
      link === absenceMarks.open || link === absenceMarks.close ? link : (name ?? target),
    )
    .replace(/==(\S(?:[^=\n]*\S)?)==/g, '$1')
    .replace(/^(>\s*)\[!\w+\][+-]?\s*/gm, '$1')
    .replace(/<<([^<>]*)>>/g, '«$1»')
    .replace(/<br\s*\/?>\n?/gi, '\\\n')
    .replace(/<hr\s*\/?>/gi, '\n\n***\n\n')
    .replace(/<img\b[^>]*?(?:\balt="([^"]*)"[^>]*)?>/gi, leave('picture'))
    .replace(
      /<h([1-6])\b[^>]*>([^]*?)<\/h\1>/gi,
      (_, level: string, title: string) => `\n\n${'#'.repeat(Number(level))} ${title.trim()}\n\n`,
    )
    .replace(/<\/?(?:p|div)\b[^<>]*>/gi, '\n\n')
    .replace(new RegExp(`</?(?:${tags})(?:\\s[^<>]*)?>`, 'gi'), '');
}

interface Writing {
  writer: ManuscriptWriter;
  footnotes: Map<string, FootnoteDefinition>;
}

function writeNode(node: Nodes, writing: Writing): void {
  const { writer } = writing;
  if (node.type === 'heading') writer.heading(node.depth, inlineText(node, writing));
  else if (node.type === 'paragraph' || node.type === 'tableCell')
    writer.paragraph(inlineText(node, writing));
  else if (node.type === 'thematicBreak') writer.sceneBreak();
  else if (node.type === 'code') writer.paragraph(node.value);
  else if (node.type === 'definition')
    writer.leaveOut('link', `${node.label ?? ''}: ${node.url} ${node.title ?? ''}`);
  else if ('children' in node && node.type !== 'footnoteDefinition')
    for (const child of node.children) writeNode(child, writing);
}

function inlineText(node: Nodes, writing: Writing): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value;
  if (node.type === 'break') return '\n';
  if (node.type === 'image' || node.type === 'imageReference')
    writing.writer.leaveOut('picture', node.alt ?? '');
  if (node.type === 'footnoteReference') {
    const note = writing.footnotes.get(node.identifier);
    writing.footnotes.delete(node.identifier);
    if (note) writing.writer.footnote(note.children.map((child) => inlineText(child, writing)).join(' '));
  }
  return 'children' in node ? node.children.map((child) => inlineText(child, writing)).join('') : '';
}
