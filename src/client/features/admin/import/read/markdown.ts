import type { FootnoteDefinition, Nodes, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { type Manuscript, ManuscriptWriter } from './manuscript.ts';

const parser = unified().use(remarkParse).use(remarkGfm);

/** Markdown to plain text, without emphasis, links and footnotes. */
export function readMarkdown(text: string): Manuscript {
  const writer = new ManuscriptWriter();
  const tree: Root = parser.parse(withoutFrontMatter(text).replace(/\r\n?/g, '\n'));
  const footnotes = new Map(
    tree.children.flatMap((node) => (node.type === 'footnoteDefinition' ? [[node.identifier, node]] : [])),
  );
  for (const node of tree.children) writeNode(node, { writer, footnotes });
  return writer.finish();
}

interface Writing {
  writer: ManuscriptWriter;
  footnotes: Map<string, FootnoteDefinition>;
}

/** Removes front matter that an editor has written. */
function withoutFrontMatter(text: string): string {
  const [whole, fields] =
    /^\ufeff?---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  const isYaml = fields?.split('\n').every((line) => /^\s*$|^(?:\s|#|-|[\w-]+:)/.test(line));
  return whole !== undefined && isYaml ? text.slice(whole.length) : text;
}

function writeNode(node: Nodes, writing: Writing): void {
  const { writer } = writing;
  if (node.type === 'heading') writer.heading(node.depth, inlineText(node, writing));
  else if (node.type === 'paragraph') writer.paragraph(inlineText(node, writing));
  else if (node.type === 'thematicBreak') writer.sceneBreak();
  else if (node.type === 'code') writer.paragraph(node.value);
  else if ('children' in node && node.type !== 'footnoteDefinition')
    for (const child of node.children) writeNode(child, writing);
}

function inlineText(node: Nodes, writing: Writing): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value;
  if (node.type === 'break') return '\n';
  if (node.type === 'footnoteReference') {
    const note = writing.footnotes.get(node.identifier);
    writing.footnotes.delete(node.identifier);
    if (note) writing.writer.footnote(note.children.map((child) => inlineText(child, writing)).join(' '));
  }
  return 'children' in node ? node.children.map((child) => inlineText(child, writing)).join('') : '';
}
