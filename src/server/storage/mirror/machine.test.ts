import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openMachine } from './machine.ts';

let folder: string;
const at = (name: string) => join(folder, name);
const idOf = async (dataDir: string, systemFile: string) => (await openMachine(dataDir, systemFile)).id;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'machine-'));
  await cp('src/server/storage/mirror/machine.test.ts', at('data/any'));
  await writeFile(at('one'), '0123456789abcdef0123456789abcdef\n');
  await writeFile(at('other'), 'fedcba9876543210fedcba9876543210\n');
  return () => rm(folder, { recursive: true, force: true });
});

test('the same volume in a container that was made anew is the same machine', async () => {
  // Containers have no machine-id(5), or an empty one.
  await writeFile(at('empty'), '\n');
  const id = await idOf(at('data'), at('none'));
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect([await idOf(at('data'), at('none')), await idOf(at('data'), at('empty'))]).toEqual([id, id]);
});

test('a folder that was copied to another machine is another, and neither name says which', async () => {
  const id = await idOf(at('data'), at('one'));
  await cp(at('data'), at('copy'), { recursive: true });
  expect(await idOf(at('copy'), at('one'))).toBe(id);
  expect(await idOf(at('copy'), at('other'))).not.toBe(id);
  expect(id).not.toContain('0123456789abcdef');
});

test('two folders are two machines, and a file that is not whole makes another', async () => {
  const id = await idOf(at('data'), at('one'));
  expect(await idOf(folder, at('one'))).not.toBe(id);
  await writeFile(at('data/machine.json'), '{"id":');
  expect(await idOf(at('data'), at('one'))).not.toBe(id);
});

test('what the database goes on from is remembered by the folder, and does not change who it is', async () => {
  const machine = await openMachine(at('data'), at('one'));
  expect(machine.continues).toBeUndefined();
  await machine.setContinues({ run: '00000012-5e0c9a41', sequence: 7 });
  expect(machine.continues).toEqual({ run: '00000012-5e0c9a41', sequence: 7 });
  const again = await openMachine(at('data'), at('one'));
  expect([again.id, again.continues]).toEqual([machine.id, machine.continues]);
  await again.setContinues({ run: '00000013-aaaaaaaa' });
  expect(JSON.parse(await readFile(at('data/machine.json'), 'utf8'))).toMatchObject({
    continues: { run: '00000013-aaaaaaaa' },
  });
});
