import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isUnchanging, mintUnchanging } from './unchanging.ts';

test('only what was minted is unchanging: neither a frozen object nor a copy is', () => {
  const value = mintUnchanging({ title: 'Neve' });
  expect(isUnchanging(value)).toBe(true);
  expect(Object.isFrozen(value)).toBe(true);
  for (const other of [Object.freeze({ title: 'Neve' }), { ...value }, null, 'Neve', undefined])
    expect(isUnchanging(other)).toBe(false);
});

test('nothing mints but the store’s family', async () => {
  const files = (await readdir('src', { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(`src/${name}`, 'utf8')));
  const minting = files.filter((_, index) => texts[index]?.includes('mintUnchanging'));
  expect(minting.filter((name) => !name.includes('.test.')).sort()).toEqual([
    'server/storage/store/unchanged.ts',
    'shared/unchanging.ts',
  ]);
});
