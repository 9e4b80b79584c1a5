import type { Element, Root, RootContent } from 'hast';
import { SKIP, visit } from 'unist-util-visit';
import { element } from './figures.ts';

const takesNotes = new Set(['p', 'ol', 'ul']);

/**
 * Places every note beside the block that refers to it: in the margin on wide screens, below the block on small ones.
 */
export function setNotes(tree: Root): void {
  const children: RootContent[] = [];
  for (const block of tree.children) {
    const previous = children.findLast((node): node is Element => node.type === 'element');
    if (isMarginNote(block) && previous && takesNotes.has(previous.tagName)) {
      children[children.lastIndexOf(previous)] = besideNotes(previous, [block]);
    } else if (block.type === 'element' && notesOf(block).length > 0) {
      children.push(besideNotes(block, notesOf(block)));
    } else {
      children.push(block);
    }
  }
  tree.children = children;
}

function isMarginNote(node: RootContent): node is Element {
  return node.type === 'element' && [node.properties.className].flat().includes('margin-note');
}

function besideNotes(block: Element, notes: Element[]): Element {
  return element('div', { className: ['beside'] }, [block, ...notes]);
}

function notesOf(block: Element): Element[] {
  const notes: Element[] = [];
  visit(block, 'element', (node) => {
    const note = (node.data as { note?: Element } | undefined)?.note;
    if (!note) return undefined;
    notes.push(note);
    return SKIP;
  });
  return notes;
}
