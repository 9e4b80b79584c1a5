import { expect, test } from 'vitest';
import { settingsAfter } from './backup-settings.ts';

test('a restore brings the book back with the backup, and leaves the password of now', () => {
  const now = [
    { id: 'admin', value: 'di adesso' },
    { id: 'book:draft', value: 'bozza di adesso' },
    { id: 'book:version:2', value: 'versione di adesso' },
  ];
  const inFile = [
    { id: 'admin', value: 'di allora' },
    { id: 'book:draft', value: 'bozza di allora' },
    { id: 'media:audiolibro', value: 'registrazione di allora' },
  ];
  const after = new Map(settingsAfter(now, inFile).map(({ id, value }) => [id, value]));
  expect(after.get('admin')).toBe('di adesso');
  expect(after.get('book:draft')).toBe('bozza di allora');
  expect(after.has('book:version:2')).toBe(false);
  expect(after.get('media:audiolibro')).toBe('registrazione di allora');
});

test('the bin and the versions are those of both: what was deleted in either can come back', () => {
  const now = [
    { id: 'bin:a', value: 'di adesso' },
    { id: 'version:s:1', value: 'di adesso' },
  ];
  const inFile = [
    { id: 'bin:a', value: 'di allora' },
    { id: 'bin:b', value: 'di allora' },
    { id: 'version:s:2', value: 'di allora' },
  ];
  const after = new Map(settingsAfter(now, inFile).map(({ id, value }) => [id, value]));
  expect(Object.fromEntries(after)).toEqual({
    'bin:a': 'di adesso',
    'bin:b': 'di allora',
    'version:s:1': 'di adesso',
    'version:s:2': 'di allora',
  });
});
