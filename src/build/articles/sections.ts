import type { Element, Root, RootContent } from 'hast';
import { toString } from 'hast-util-to-string';
import type { ContentsEntry } from '#shared/article.ts';
import { element, text } from './figures.ts';

const anchor = /\s*\{#([a-z0-9-]+)\}$/;
const numbered = /^(\d+(?:\.\d+)?)(\.? (?:— )?)(.+)$/;

/**
 * Wraps the content of every heading in a nested `<section>` with the heading's anchor.
 *
 * @returns the contents list, in order
 * @throws {Error} for a heading without an anchor or a duplicate anchor
 */
export function setSections(tree: Root): ContentsEntry[] {
  const contents: ContentsEntry[] = [];
  const preamble = element('div', { className: ['preamble'] }, []);
  const root: RootContent[] = [preamble];
  let section: Element | undefined;
  let current = preamble;
  for (const node of tree.children) {
    if (node.type !== 'element') continue;
    if (node.tagName !== 'h2' && node.tagName !== 'h3') {
      current.children.push(node);
      continue;
    }
    const entry = readHeading(node);
    if (contents.some(({ id }) => id === entry.id)) throw new Error(`the anchor ${entry.id} stands twice`);
    contents.push(entry);
    current = sectionElement(node, entry);
    if (entry.level === 2 || !section) {
      section = current;
      root.push(current);
    } else {
      section.children.push(current);
    }
  }
  tree.children = preamble.children.length > 0 ? root : root.slice(1);
  return contents;
}

function readHeading(node: Element): ContentsEntry {
  const last = node.children.at(-1);
  const match = last?.type === 'text' ? anchor.exec(last.value) : null;
  if (!match?.[1] || last?.type !== 'text') throw new Error(`the heading "${toString(node)}" has no anchor`);
  last.value = last.value.replace(anchor, '');
  const [, number = '', , title = ''] = numbered.exec(toString(node)) ?? [];
  return { id: match[1], number, title: title || toString(node), level: node.tagName === 'h2' ? 2 : 3 };
}

function sectionElement(heading: Element, { id, level }: ContentsEntry): Element {
  const headingId = `${id}-titolo`;
  const headingText = toString(heading);
  const [, number, dash, title] = numbered.exec(headingText) ?? [];
  const label = number
    ? [
        element('span', { className: ['section-number'] }, [text(number)]),
        element('span', { className: ['section-dash'] }, [text(dash ?? ' ')]),
        element('span', { className: ['section-title'] }, [text(title ?? '')]),
      ]
    : heading.children;
  return element('section', { id, className: [`level-${level}`], ariaLabelledBy: [headingId] }, [
    element('div', { className: ['section-head'] }, [
      element(heading.tagName, { id: headingId }, label),
      element(
        'a',
        {
          href: `#${id}`,
          className: ['section-link'],
          dataCopy: id,
          ariaLabel: `Copia il collegamento a «${headingText}»`,
        },
        [text('§')],
      ),
    ]),
  ]);
}
