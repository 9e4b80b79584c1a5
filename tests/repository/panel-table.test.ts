import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { titlesIn } from '../support/test-titles.ts';

const table = readFileSync('docs/panel.md', 'utf8');
const rows = table.split('\n').filter((line) => /^\| \d+ /.test(line));

test('every finding of docs/panel.md is held by a test that is there, or has its reason', () => {
  const numbers = rows.map((line) => Number(/\d+/.exec(line)?.[0]));
  for (let number = 1; number <= 26; number += 1) expect(numbers).toContain(number);
  const shown = rows.flatMap((line) => [
    ...line.matchAll(/((?:src|tests)\/\S+) › (.*?)(?=; (?:src|tests)\/|; the bar|\s*\|$)/g),
  ]);
  expect(shown.length).toBeGreaterThan(rows.length - 6);
  for (const [, file = '', title = ''] of shown) {
    expect(existsSync(file), file).toBe(true);
    expect(titlesIn(file), `${file} › ${title}`).toContain(title);
  }
});
