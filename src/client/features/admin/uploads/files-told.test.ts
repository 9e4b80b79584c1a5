import { expect, it } from 'vitest';
import { tellOfFiles } from './files-told.ts';

it.each([
  [{ count: 0, bytes: 0, unused: 0 }, 'Non hai ancora caricato nessun file.'],
  [{ count: 1, bytes: 2_000, unused: 0 }, '1 file caricato, 2 kB. È in uso.'],
  [{ count: 1, bytes: 2_000, unused: 1 }, '1 file caricato, 2 kB. Non usati: 1.'],
  [{ count: 3, bytes: 2_000, unused: 0 }, '3 file caricati, 2 kB. Sono tutti in uso.'],
])('says how many files there are: %j', (files, told) => {
  expect(tellOfFiles(files)).toBe(told);
});
