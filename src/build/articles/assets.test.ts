import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assetMark } from '#server/articles/figures.ts';
import { withAssets } from './assets.ts';

const folder = join(import.meta.dirname, '../../content/articles/codex');
const mark = assetMark('photos/cx-3.webp');
const article = { slug: 'prova', html: `<img src="${mark}" srcset="${mark} 1400w">`, title: 'Big One' };

test('a figure without its file fails the build', () => {
  const html = `<img src="${assetMark('photos/cx-99.webp')}">`;
  expect(() => withAssets({ slug: 'prova', html }, folder)).toThrow('the file photos/cx-99.webp is missing');
});

test('each file is imported once, wherever it is named', () => {
  const code = withAssets(article, folder);
  expect(code.match(/^import /gm)).toHaveLength(1);
  expect(code).toContain(String.raw`<img src=\""+asset0+"\" srcset=\""+asset0+" 1400w\">`);
});

test('a text that is a file of its own leaves the script, and finds its pictures', () => {
  const code = withAssets(article, folder, '"/assets/codex.txt"');
  expect(code).not.toContain('<img');
  expect(code).toContain('await fetch("/assets/codex.txt")');
  expect(code).toContain('const files = { "photos/cx-3.webp": asset0 };');
});
