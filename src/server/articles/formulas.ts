import type { Root } from 'hast';
import temml from 'temml';
import { visit } from 'unist-util-visit';
import { ArticleFault } from './article-fault.ts';

/** LaTeX to MathML. @throws {ArticleFault} when the formula does not compile */
export function formula(latex: string, displayMode: boolean): string {
  try {
    return temml.renderToString(latex, { displayMode, annotate: false, throwOnError: true });
  } catch (cause) {
    throw new ArticleFault(`La formula «${latex.trim().slice(0, 60)}» non si legge.`, { cause });
  }
}

const closing = /^[,.;:)»]+/;

/** Keeps the punctuation after a formula on its line. */
export function joinPunctuation(tree: Root): void {
  visit(tree, 'text', (node, index, parent) => {
    const before = index ? parent?.children[index - 1] : undefined;
    if (before?.type !== 'element' || before.properties.className?.toString() !== 'formula-inline') return;
    const mark = closing.exec(node.value)?.[0];
    if (!mark) return;
    before.children.push({ type: 'text', value: mark });
    node.value = node.value.slice(mark.length);
  });
}
