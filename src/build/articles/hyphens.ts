import type { Root } from 'hast';
import createHyphenator from 'hyphen';
import italian from 'hyphen/patterns/it.js';
import { SKIP, visit } from 'unist-util-visit';

const hyphenate = createHyphenator(italian, { minWordLength: 7 });

/** Running text only: headings, tables, link names and foreign text are not hyphenated. */
const brokenTags = new Set(['p', 'li', 'figcaption']);
const unbrokenTags = new Set(['a', 'code', 'svg', 'math', 'table', 'sup']);

/**
 * Inserts soft hyphens (Liang's Italian patterns): browsers without a dictionary, as on Debian, do not hyphenate, which
 * leaves rivers in justified columns.
 */
export function setHyphens(tree: Root): void {
  visit(tree, (node, _index, parent) => {
    if (node.type === 'element' && (unbrokenTags.has(node.tagName) || node.properties.lang)) return SKIP;
    if (node.type !== 'text' || parent?.type !== 'element') return undefined;
    if (brokenTags.has(parent.tagName) || ['em', 'strong'].includes(parent.tagName))
      node.value = hyphenate(node.value) as string;
    return undefined;
  });
}
