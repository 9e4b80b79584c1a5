import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { FilesCheck } from '#shared/contracts/backup.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { openLocalFiles } from './local.ts';
import { startScrub, type ScrubOptions } from './scrub.ts';

const pictures = ['neve', 'ferro', 'radio'];
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const nameOf = (text: string) => `images/${sha256(text).slice(0, 32)}.png`;

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder, 'images'));
  for (const text of pictures) await writeFile(join(folder, nameOf(text)), text);
});

async function scrub(more: Partial<ScrubOptions> = {}) {
  const told: FilesCheck[] = [];
  const files = await openLocalFiles(folder);
  const scrub = startScrub({ files, onFound: (found) => told.push(found), pace: Infinity, ...more });
  const found = await scrub.run();
  expect(scrub.last()).toEqual(found);
  await scrub.stop();
  return { ...found, told };
}

it('finds nothing in files that are as they were', async () => {
  expect(await scrub()).toMatchObject({ checked: 3, damaged: [], mended: [], told: [] });
});

it('finds any one changed bit of a file that is named by its content', async () => {
  for (let bit = 0; bit < 8; bit++) {
    const bytes = Buffer.from('neve');
    bytes.writeUInt8(bytes.readUInt8(2) ^ (1 << bit), 2);
    await writeFile(join(folder, nameOf('neve')), bytes);
    expect(await scrub()).toMatchObject({ checked: 2, damaged: [nameOf('neve')], told: [{ checked: 2 }] });
  }
});

it('compares any other file with its copy, and not at all while the bucket is away', async () => {
  await writeFile(join(folder, 'lettera.pdf'), 'cara Elisa');
  const copyOf = (text: string) => (name: string) =>
    Promise.resolve(name === 'lettera.pdf' ? sha256(text) : undefined);
  expect(await scrub({ copyOf: copyOf('cara Elisa') })).toMatchObject({ checked: 4, damaged: [] });
  expect(await scrub({ copyOf: copyOf('cara Eliza') })).toMatchObject({ damaged: ['lettera.pdf'] });
  const away = () => Promise.reject(new Error('away'));
  expect(await scrub({ copyOf: away })).toMatchObject({ checked: 4, damaged: [] });
});

it('brings back what the bucket has whole, and says what it could not', async () => {
  const path = join(folder, nameOf('ferro'));
  await writeFile(path, 'fango');
  await writeFile(join(folder, nameOf('radio')), 'fango');
  const fetch = (name: string) =>
    writeFile(join(folder, name), name === nameOf('ferro') ? 'ferro' : 'pioggia');
  expect(await scrub({ fetch })).toMatchObject({ mended: [nameOf('ferro')], damaged: [nameOf('radio')] });
  expect(await readFile(path, 'utf8')).toBe('ferro');
});

it('passes over a file that is deleted while it is being read', async () => {
  const files = await openLocalFiles(folder);
  const gone = {
    ...files,
    list: async () => [...(await files.list()), { name: nameOf('x'), bytes: 1, modifiedAt: new Date() }],
  };
  expect(await scrub({ files: gone })).toMatchObject({ checked: 4, damaged: [] });
});
