import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const page = 'docs/security.md';
const text = readFileSync(page, 'utf8');
const named = [...text.matchAll(/\[([^\]]+)\]\((\.\.\/[^)]+\.(?:test|spec)\.ts)\)/g)]
  .map(([, title = '', path = '']) => ({ title, file: join(dirname(page), path) }))
  .filter(({ title, file }) => title !== file);

/** The titles of a file's tests and groups, as they are written there. */
function titlesIn(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [
    ...source.matchAll(/^\s*(?:test|describe)?[^\n]*?(['"`])((?:(?!\1)[^\n\\]|\\.)+)\1,\s*(?:async )?\(/gm),
  ].map(([, , title = '']) => title);
}

test('the page on security names many tests', () => {
  expect(named.length).toBeGreaterThan(50);
});

test.each([...new Map(named.map((one) => [`${one.file} ${one.title}`, one])).values()])(
  '$file still has «$title»',
  ({ title, file }) => {
    expect(titlesIn(file).some((one) => one.includes(title))).toBe(true);
  },
);

test('each line that has no test says how it is met, or why it is accepted', () => {
  for (const line of text.split('\n').filter((one) => /^\| [\d.]+.*\| — \|$/.test(one))) {
    const [, , , how = ''] = line.split('|');
    expect(how.trim().length, line).toBeGreaterThan(10);
  }
});
