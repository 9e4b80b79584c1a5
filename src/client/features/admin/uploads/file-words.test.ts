import { expect, test } from 'vitest';
import { formatBytes, formatLength, titleOfFile } from './file-words.ts';

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1_000, '1 kB'],
  [2_340_000, '2,3 MB'],
  [234_000_000, '234 MB'],
  [2_147_483_648, '2,1 GB'],
])('%i bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test.each([
  [0, '0:00'],
  [67.6, '1:08'],
  [376, '6:16'],
  [3_725, '1:02:05'],
])('%f seconds are %s', (seconds, text) => expect(formatLength(seconds)).toBe(text));

test.each([
  ['aurora_sulla-linea.JPG', 'Aurora sulla linea'],
  ['03.ferro.webp', '03 ferro'],
  ['È notte.png', 'È notte'],
  ['.png', 'Senza titolo'],
  ['---.gif', 'Senza titolo'],
  ['a'.repeat(300), 'A' + 'a'.repeat(199)],
])('%s becomes a title', (name, title) => expect(titleOfFile(name)).toBe(title));
