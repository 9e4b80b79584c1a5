import type { Element, Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';
import { ArticleFault } from './article-fault.ts';
import { element, text } from './figures.ts';

const citation = /\[(\d+)\]/g;

/** Numbers the bibliography and links every `[n]` to its entry. */
export function linkCitations(tree: Root): void {
  const entries = bibliography(tree);
  if (!entries) return;
  entries.forEach((entry, index) => {
    entry.properties = { ...entry.properties, id: `bib-${index + 1}` };
  });
  visit(tree, 'text', (node, index, parent) => {
    if (index === undefined || parent?.type !== 'element' || parent.tagName === 'a') return undefined;
    const parts = node.value.split(citation);
    if (parts.length === 1) return undefined;
    // Splitting by a pattern with one group puts the numbers at odd indices.
    const linked = parts.map((part, place) =>
      place % 2 === 0 ? text(part) : citationLink(part, entries.length),
    );
    parent.children.splice(index, 1, ...linked);
    return index + linked.length;
  });
}

/** Copies each entry beside the paragraph that first cites it; the copy is hidden from screen readers. */
export function setMarginReferences(tree: Root): void {
  const entries = bibliography(tree) ?? [];
  const cited = new Set<string>();
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'p' || index === undefined || parent?.type !== 'element') return undefined;
    if (parent.tagName !== 'section') return undefined;
    const first = node.children
      .filter((child): child is Element => child.type === 'element' && isCitation(child))
      .map((child) => String(child.properties.href).slice('#bib-'.length))
      .filter((number) => !cited.has(number) && cited.add(number));
    if (first.length === 0) return undefined;
    const repeated = first.map((number) =>
      element('p', {}, [text(`[${number}] `), ...(entries[Number(number) - 1]?.children ?? [])]),
    );
    const note = element('div', { className: ['margin-note', 'references'], ariaHidden: 'true' }, repeated);
    parent.children[index] = element('div', { className: ['beside'] }, [node, note]);
    return SKIP;
  });
}

const isCitation = ({ properties }: Element) => [properties.className].flat().includes('citation');

function citationLink(number: string, entries: number): Element {
  if (Number(number) < 1 || Number(number) > entries)
    throw new ArticleFault(`La bibliografia non ha la voce [${number}].`);
  return element(
    'a',
    { href: `#bib-${number}`, className: ['citation'], ariaLabel: `Bibliografia, ${number}` },
    [text(`[${number}]`)],
  );
}

function bibliography(tree: Root): Element[] | null {
  let entries: Element[] | null = null;
  visit(tree, 'element', (node) => {
    if (node.tagName !== 'section' || !String(node.properties.id).startsWith('bibliogra')) return;
    const list = node.children.find(
      (child): child is Element => child.type === 'element' && child.tagName === 'ol',
    );
    if (list) entries = list.children.filter((child): child is Element => child.type === 'element');
  });
  return entries;
}

/** Checks all links: fragments and pages must exist. @throws {ArticleFault} naming the first dead link */
export function checkLinks(trees: readonly Root[], isPage: (address: string) => boolean): void {
  const ids = new Set<string>();
  for (const tree of trees) {
    visit(tree, 'element', ({ properties: { id } }) => {
      if (typeof id !== 'string') return;
      if (ids.has(id)) throw new ArticleFault(`Il punto «#${id}» c’è due volte.`);
      ids.add(id);
    });
  }
  for (const tree of trees) {
    visit(tree, 'element', ({ tagName, properties: { href } }) => {
      if (tagName !== 'a') return;
      const address = String(href);
      const isPresent = address.startsWith('#') ? ids.has(address.slice(1)) : isPage(address);
      if (!isPresent) throw new ArticleFault(`Il collegamento a «${address}» non porta da nessuna parte.`);
    });
  }
}
