import type { Element, ElementContent, Root, RootContent } from 'hast';
import { toString } from 'hast-util-to-string';
import type { Article, LeafPlan, PageFoot } from '#shared/article.ts';
import { element } from './figures.ts';

/** Estimated heights, in lines of text. */
const cost = { heading: 3, formula: 3, gap: 0.6, row: 1.4, frame: 3, follow: 5 };

/**
 * Divides the text into the pages of the fictional document: inserts the foot of one page and the head of the next
 * between blocks, by an estimate of their lines.
 *
 * @returns the foot of the last page
 */
export function setLeaves(tree: Root, plan: LeafPlan): PageFoot {
  let filled = plan.opening;
  const turns: Element[] = [];

  const insertPageBreaks = <T extends RootContent | ElementContent>(children: T[]): T[] => {
    const pagedBlocks: T[] = [];
    for (const [index, child] of children.entries()) {
      const lines = child.type === 'element' ? linesOf(child, plan) : 0;
      const isSection = child.type === 'element' && child.tagName === 'section';
      const neededLines = isSection ? cost.heading + cost.follow : Math.min(lines, plan.lines / 2);
      if (lines > 0 && filled + neededLines > plan.lines && !staysWithNext(children, index)) {
        const turn = element('div', { className: ['page-turn'], ariaHidden: 'true' }, []);
        turns.push(turn);
        pagedBlocks.push(turn as T);
        filled = 0;
      }
      if (isSection || isPreamble(child)) child.children = insertPageBreaks(child.children);
      else filled += lines;
      pagedBlocks.push(child);
    }
    return pagedBlocks;
  };
  tree.children = insertPageBreaks(tree.children);

  const footOf = (page: number): PageFoot => ({
    folio: plan.folio.replace('{n}', String(page)).replace('{of}', String(turns.length + 1)),
    running: (page % 2 === 0 ? plan.verso : plan.recto) ?? '',
    side: page % 2 === 0 ? 'verso' : 'recto',
  });
  for (const [index, turn] of turns.entries()) {
    turn.children = [
      edge('page-foot', footOf(plan.first + index)),
      edge('page-head', footOf(plan.first + index + 1)),
    ];
  }
  return footOf(plan.first + turns.length);
}

/** First and last page as a bibliography gives them. */
export function pageRange({ leaves, lastFoot }: Pick<Article, 'leaves' | 'lastFoot'>): string {
  return `${leaves.first}–${lastFoot.folio}`;
}

/** Header and footer text is in attributes: drawn by the theme, ignored by screen readers and search. */
function edge(className: string, { folio, running, side }: PageFoot): Element {
  return element(
    'span',
    { className: [className], dataFolio: folio, dataRunning: running, dataSide: side },
    [],
  );
}

/** Whether the block before must stay with this one: a heading, a bold title, a line that ends with a colon. */
function staysWithNext(children: readonly (RootContent | ElementContent)[], index: number): boolean {
  const before = children.slice(0, index).findLast((node): node is Element => node.type === 'element');
  if (!before) return true;
  if (before.properties.className?.toString() === 'section-head') return true;
  const [only, ...more] = before.children;
  const isTitle = only?.type === 'element' && only.tagName === 'strong' && more.length === 0;
  return before.tagName === 'p' && (isTitle || /:\s*$/.test(toString(before)));
}

function isPreamble(node: RootContent | ElementContent): node is Element {
  return node.type === 'element' && String(node.properties.className) === 'preamble';
}

function linesOf(block: Element, plan: LeafPlan): number {
  const { tagName } = block;
  const names = String(block.properties.className ?? '');
  if (names === 'section-head') return cost.heading;
  if (names === 'formula') return cost.formula;
  if (tagName === 'section' || names === 'preamble') return cost.heading;
  if (tagName === 'figure') return plan.figure * ratioOf(block) + cost.frame;
  if (names === 'table-frame') return rowsOf(block) * cost.row + cost.frame;
  const own = ['ol', 'ul'].includes(tagName)
    ? block.children.filter((child) => child.type === 'element')
    : [block];
  const lines = own.map((child) => Math.ceil(toString(child).length / plan.chars) + cost.gap);
  return lines.reduce((sum, height) => sum + height, names.includes('note') ? cost.frame : 0);
}

function ratioOf(figure: Element): number {
  const frame = figure.children.find((child): child is Element => child.type === 'element');
  const [, width, height] = /--ratio:(\d+)\/(\d+)/.exec(String(frame?.properties.style)) ?? [];
  return Number(height ?? 2) / Number(width ?? 3);
}

function rowsOf(frame: Element): number {
  return toRows(frame).length;
}

function toRows(node: Element): Element[] {
  return node.children.flatMap((child) =>
    child.type !== 'element' ? [] : child.tagName === 'tr' ? [child] : toRows(child),
  );
}
