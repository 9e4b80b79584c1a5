import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import faults from '../faults/faults.json';

test.each(faults)('fault $id stands once in $file', ({ file, find, replace }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
  expect(replace).not.toBe(find);
});
