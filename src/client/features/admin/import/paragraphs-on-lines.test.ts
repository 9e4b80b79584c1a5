import { expect, it } from 'vitest';
import { separateParagraphs } from './paragraphs-on-lines.ts';

const long =
  'Camminava piano nella neve, contando i passi come si contano i soldi, e a ogni cento si fermava. '
    .repeat(3)
    .trim();

it('parts the paragraphs of a text that has each on one line', () => {
  expect(separateParagraphs(`Capitolo 1\n${long}\n«Sì.»\nCapitolo 2\r\n${long}`)).toBe(
    ['Capitolo 1', long, '«Sì.»', 'Capitolo 2', long].join('\n\n'),
  );
});

it.each([
  [
    'lines broken by hand',
    long.replace(/(.{60,72}) /g, '$1\n') + '\n\n' + long.replace(/(.{60,72}) /g, '$1\n'),
  ],
  ['paragraphs already apart', `Capitolo 1\n\n${long}\n\n«Sì.»`],
  [
    'verses',
    'Nel mezzo del cammin di nostra vita\nmi ritrovai per una selva oscura,\nché la diritta via era smarrita.',
  ],
  ['a long line among many short ones', `${long}\n${'verso dopo verso\n'.repeat(20)}`],
])('leaves %s', (_what, text) => {
  expect(separateParagraphs(text)).toBe(text);
});
