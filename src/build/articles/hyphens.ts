import type { Root } from 'hast';
import createHyphenator from 'hyphen';
import italian from 'hyphen/patterns/it.js';
import { SKIP, visit } from 'unist-util-visit';

const hyphenate = createHyphenator(italian, { minWordLength: 7 });

/** Running text; a heading, a table, a link's name, another language and what is set as it is stay whole. */
const brokenTags = new Set(['p', 'li', 'figcaption']);
const unbrokenTags = new Set(['a', 'code', 'svg', 'math', 'table', 'sup']);

/**
 * Sets soft hyphens where an Italian word may be broken (Liang's patterns): a browser without a dictionary, as on
 * Debian, hyphenates nothing by itself, and a justified column without them has rivers.
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
