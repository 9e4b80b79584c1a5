import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { titlesIn } from '../support/test-titles.ts';

const page = 'docs/security.md';
const text = readFileSync(page, 'utf8');
const named = [...text.matchAll(/\[([^\]]+)\]\((\.\.\/[^)]+\.(?:test|spec)\.ts)\)/g)]
  .map(([, title = '', path = '']) => ({ title, file: join(dirname(page), path) }))
  .filter(({ title, file }) => title !== file);

test('the page on security names many tests', () => {
  expect(named.length).toBeGreaterThan(20);
});

test.each([...new Map(named.map((one) => [`${one.file} ${one.title}`, one])).values()])(
  '$file still has «$title»',
  ({ title, file }) => {
    expect(titlesIn(file).some((one) => one.includes(title))).toBe(true);
  },
);
