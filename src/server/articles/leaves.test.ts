import type { Element, Root } from 'hast';
import { expect, test } from 'vitest';
import type { LeafPlan } from '#shared/article.ts';
import { element, text } from './figures.ts';
import { setLeaves } from './leaves.ts';

const plan: LeafPlan = {
  first: 87,
  folio: '{n} di {of}',
  verso: 'Autori',
  recto: 'Titolo',
  lines: 20,
  opening: 10,
  chars: 50,
  figure: 20,
};
const paragraph = (lines: number) => element('p', {}, [text('x'.repeat(50 * lines))]);
const head = () => element('div', { className: ['section-head'] }, []);
const isTurn = (node: { type: string }) =>
  node.type === 'element' && (node as Element).properties.className?.toString() === 'page-turn';

test('a page is turned when it is full, and the last has a foot too', () => {
  const tree: Root = { type: 'root', children: [paragraph(8), paragraph(8), paragraph(8)] };
  const last = setLeaves(tree, plan);
  expect(tree.children.map(isTurn)).toEqual([false, true, false, false]);
  const [foot, next] = (tree.children[1] as Element).children as Element[];
  expect(foot?.properties).toMatchObject({ dataFolio: '87 di 2', dataRunning: 'Titolo', dataSide: 'recto' });
  expect(next?.properties).toMatchObject({ dataFolio: '88 di 2', dataRunning: 'Autori', dataSide: 'verso' });
  expect(last).toEqual({ folio: '88 di 2', running: 'Autori', side: 'verso' });
});

test('a heading and a line that ends with a colon stay with what they announce', () => {
  const announcing = element('p', {}, [text('Il conto è questo:')]);
  const section = element('section', { id: 's' }, [head(), announcing, paragraph(12)]);
  const tree: Root = { type: 'root', children: [paragraph(8), section] };
  setLeaves(tree, plan);
  expect(tree.children.map(isTurn)).toEqual([false, true, false]);
  expect(section.children.some(isTurn)).toBe(false);
});
