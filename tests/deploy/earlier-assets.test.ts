import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { carryAssets } from '../../scripts/earlier-assets.mjs';

const day = 24 * 3600 * 1000;

test('a file that a build no longer has is served for a week after its last build, and no longer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-builds-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const build = async (name: string, ...files: string[]) => {
    await mkdir(join(folder, name, 'client/assets'), { recursive: true });
    for (const file of files) await writeFile(join(folder, name, 'client/assets', file), file);
    return join(folder, name);
  };
  const served = async (dist: string) => (await readdir(join(dist, 'client/assets'))).sort();

  const [first, second] = [await build('1', 'a.js', 'common.js'), await build('2', 'b.js', 'common.js')];
  expect(carryAssets(first, second, 0)).toEqual(['a.js']);
  const third = await build('3', 'c.js', 'common.js');
  carryAssets(second, third, 6 * day);
  expect(await served(third)).toEqual(['a.js', 'b.js', 'c.js', 'common.js']);
  const fourth = await build('4', 'd.js');
  carryAssets(third, fourth, 8 * day);
  expect(await served(fourth)).toEqual(['b.js', 'c.js', 'common.js', 'd.js']);
  expect(carryAssets(join(folder, 'none'), fourth, 9 * day)).toEqual([]);
});
