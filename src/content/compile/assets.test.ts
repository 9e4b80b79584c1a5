import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assetMark, withAssets } from './assets.ts';

const folder = join(import.meta.dirname, '../articles/codex');

test('a figure without its file fails the build', () => {
  const html = JSON.stringify({ html: `<img src="${assetMark('photos/cx-99.webp')}">` });
  expect(() => withAssets(html, folder)).toThrow('the file photos/cx-99.webp is missing');
});

test('each file is imported once, wherever it is named', () => {
  const mark = assetMark('photos/cx-3.webp');
  const code = withAssets(JSON.stringify({ html: `<img src="${mark}" srcset="${mark} 1400w">` }), folder);
  expect(code.match(/^import /gm)).toHaveLength(1);
  expect(code).toContain(String.raw`<img src=\""+asset0+"\" srcset=\""+asset0+" 1400w\">`);
});
