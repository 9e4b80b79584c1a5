import { expect, test } from 'vitest';
import { createReader } from './reading.ts';

const read = createReader({}, []);

test('what goes on without a mark is read in parts of sixty words', () => {
  const { words } = read(`${'mia madre '.repeat(50)}. e poi`);
  expect(words).toHaveLength(102);
  const sentences = words.map(({ sentence }) => sentence);
  const sizes = [...new Set(sentences)].map((at) => sentences.filter((other) => other === at).length);
  expect(sizes).toEqual([60, 40, 2]);
});
