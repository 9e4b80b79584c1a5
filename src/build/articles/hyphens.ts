import type { Root } from 'hast';
import createHyphenator from 'hyphen';
import italian from 'hyphen/patterns/it.js';
import { SKIP, visit } from 'unist-util-visit';

const hyphenate = createHyphenator(italian, { minWordLength: 4 });

/** «nel-l’arte»: the patterns take what stands before an apostrophe for a word of its own. */
const elision = /(?<=\p{L}l)(?=l’\p{L}{2})/gu;

/** A word with a hyphen of its own is broken there only. */
const compound = /[\p{L}\u00ad]+(?:-[\p{L}\u00ad]+)+/gu;

/** Running text and titles; tables and foreign text are not hyphenated. */
const brokenTags = new Set(['p', 'li', 'figcaption', 'h2', 'h3', 'span']);
const unbrokenTags = new Set(['code', 'svg', 'math', 'table', 'sup']);

/**
 * Inserts soft hyphens (Liang's Italian patterns): browsers without a dictionary, as on Debian, do not hyphenate, which
 * leaves rivers in justified columns.
 */
export function setHyphens(tree: Root): void {
  visit(tree, (node, _index, parent) => {
    if (node.type === 'element' && (unbrokenTags.has(node.tagName) || node.properties.lang)) return SKIP;
    if (node.type !== 'text' || parent?.type !== 'element') return undefined;
    if (brokenTags.has(parent.tagName) || ['a', 'em', 'strong'].includes(parent.tagName))
      node.value = (hyphenate(node.value) as string)
        .replace(elision, '\u00ad')
        .replace(compound, (word) => word.replaceAll('\u00ad', ''));
    return undefined;
  });
}
