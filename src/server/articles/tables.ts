import type { Element, ElementContent, Root, RootContent } from 'hast';
import { toString } from 'hast-util-to-string';
import { element } from './figures.ts';

const captionStart = /^(Tab\.|Tabella) \d/;

/** Gives tables a caption (from the paragraph «Tab. n» or «Tabella n» above), header scopes and a scroll container. */
export function setTables(tree: Root): void {
  const children: RootContent[] = [];
  for (const block of tree.children) {
    if (block.type !== 'element' || block.tagName !== 'table') {
      children.push(block);
      continue;
    }
    const above = children.findLastIndex((node) => node.type === 'element');
    const caption = children[above];
    const captioned =
      caption?.type === 'element' && caption.tagName === 'p' && captionStart.test(toString(caption));
    if (captioned) children.splice(above, 1);
    children.push(framed(block, captioned ? caption.children : null));
  }
  tree.children = children;
}

function framed(table: Element, caption: ElementContent[] | null): Element {
  const [head, body] = ['thead', 'tbody'].map((name) => childrenNamed(table, name)[0]);
  const headings = head ? childrenNamed(head, 'tr').flatMap((row) => childrenNamed(row, 'th')) : [];
  for (const cell of headings) {
    if (toString(cell).trim() === '') cell.tagName = 'td';
    else cell.properties.scope = 'col';
  }
  // The first column is the row header, unless column pairs repeat (year, value, year, value).
  const names = headings.map((cell) => toString(cell));
  if (new Set(names).size === names.length) {
    for (const row of body ? childrenNamed(body, 'tr') : []) {
      const first = childrenNamed(row, 'td')[0];
      if (!first) continue;
      first.tagName = 'th';
      first.properties.scope = 'row';
    }
  }
  alignNumbers(table);
  const label = caption ? captionText(caption) : names.filter(Boolean).join(', ');
  if (caption) table.children.unshift(element('caption', {}, caption));
  table.properties = { ...table.properties, dataColumns: headings.length };
  return element('div', { className: ['table-frame'], role: 'group', ariaLabel: `Tabella: ${label}` }, [
    table,
  ]);
}

/** Marks columns of bare numbers for alignment by the theme. */
function alignNumbers(table: Element): void {
  const rows = ['thead', 'tbody'].flatMap((part) =>
    childrenNamed(table, part).flatMap((section) => childrenNamed(section, 'tr')),
  );
  const cells = rows.map((row) => row.children.filter((child) => child.type === 'element'));
  for (let column = 1; column < (cells[0]?.length ?? 0); column += 1) {
    const body = cells.slice(1).map((row) => toString(row[column] ?? { type: 'root', children: [] }).trim());
    if (!body.every((value) => /^(?:[−-]?\d[\d.]*(?:,\d+)?|–)$/.test(value))) continue;
    for (const { [column]: cell } of cells) if (cell) cell.properties.dataNumber = true;
  }
}

function captionText(caption: ElementContent[]): string {
  return toString({ type: 'root', children: caption }).replace(captionStart, '$&').trim();
}

function childrenNamed(parent: Element, name: string): Element[] {
  return parent.children.filter((node): node is Element => node.type === 'element' && node.tagName === name);
}
