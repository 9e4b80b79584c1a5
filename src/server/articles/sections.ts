import type { Element, Root, RootContent } from 'hast';
import { toString } from 'hast-util-to-string';
import type { ContentsEntry } from '#shared/article.ts';
import { ArticleFault } from './article-fault.ts';
import { element, text } from './figures.ts';

const anchor = /\s*\{#([a-z0-9-]+)\}$/;
const numbered = /^(\d+(?:\.\d+)?)(\.? (?:— )?)(.+)$/;

/**
 * Wraps the content of every heading in a nested `<section>` with the heading's anchor.
 *
 * @param makesAnchors gives a heading without an anchor one from its words
 * @returns the contents list, in order
 * @throws {ArticleFault} for a heading without an anchor or a duplicate anchor
 */
export function setSections(tree: Root, makesAnchors = false): ContentsEntry[] {
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
    const entry = readHeading(node, makesAnchors ? (title) => anchorOf(title, contents) : undefined);
    if (contents.some(({ id }) => id === entry.id))
      throw new ArticleFault(`Il punto «#${entry.id}» c’è due volte.`);
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

function readHeading(node: Element, anchorFor: ((title: string) => string) | undefined): ContentsEntry {
  const last = node.children.at(-1);
  const ownAnchor = last?.type === 'text' ? anchor.exec(last.value)?.[1] : undefined;
  if (last?.type === 'text') last.value = last.value.replace(anchor, '');
  const heading = toString(node).trim();
  const id = ownAnchor ?? (heading && anchorFor?.(heading));
  if (!id) throw new ArticleFault(`Il titolo «${heading}» è senza parole, o senza il suo punto {#…}.`);
  const [, number = '', , title = ''] = numbered.exec(heading) ?? [];
  return { id, number, title: title || heading, level: node.tagName === 'h2' ? 2 : 3 };
}

/** A heading's words as an anchor that the page does not have yet: `#parte-le-prime-prove`. */
function anchorOf(title: string, contents: readonly ContentsEntry[]): string {
  const words = title
    .normalize('NFD')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const name = words?.join('-').slice(0, 60) ?? '';
  // The bibliography is found by this name; others must not be those of the page around the text.
  const first = name.startsWith('bibliografia') ? 'bibliografia' : `parte-${name}`;
  const isTaken = (id: string) => contents.some((entry) => entry.id === id);
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? first : `${first}-${count}`;
    if (!isTaken(id)) return id;
  }
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
