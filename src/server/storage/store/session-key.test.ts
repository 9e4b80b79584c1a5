import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { loadSessionKey } from './session-key.ts';

let directory: string;
let file: string;

beforeEach(async () => {
  directory = await temporaryFolder();
  file = join(directory, 'session.key');
});

describe('the key of the cookies', () => {
  it('is made once, for its owner only', async () => {
    const key = await loadSessionKey(directory, undefined);
    expect(key).toHaveLength(32);
    expect(await loadSessionKey(directory, undefined)).toEqual(key);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('comes from the environment where there is one', async () => {
    const key = await loadSessionKey(directory, 'x'.repeat(32));
    expect(await loadSessionKey('/nowhere', 'x'.repeat(32))).toEqual(key);
  });

  it('with any one byte wrong, or cut off anywhere, is refused and never taken for another', async () => {
    const key = await loadSessionKey(directory, undefined);
    const bytes = await readFile(file);
    const outcome = async (content: Buffer) => {
      await writeFile(file, content);
      return loadSessionKey(directory, undefined).catch((error: unknown) => error);
    };
    const refusal = { kind: 'damaged', message: expect.stringContaining(file) as string };
    for (let at = 0; at < bytes.length; at++) {
      for (const mask of [0x01, 0x02, 0x20, 0x80]) {
        const damaged = Buffer.from(bytes);
        damaged[at] = (damaged[at] ?? 0) ^ mask;
        expect(await outcome(damaged), `byte ${at}, bits ${mask}`).toMatchObject(refusal);
      }
    }
    for (let length = 0; length < bytes.length; length++) {
      const found = await outcome(bytes.subarray(0, length));
      // The key alone is how older versions wrote it; the last newline says nothing.
      if (length === 64 || length === bytes.length - 1) expect(found).toEqual(key);
      else expect(found, `${length} bytes`).toMatchObject(refusal);
    }
  });

  it('of an older version is kept, and gets its checksum', async () => {
    const hex = 'ab'.repeat(32);
    await writeFile(file, `${hex}\n`);
    expect((await loadSessionKey(directory, undefined)).toString('hex')).toBe(hex);
    expect(await readFile(file, 'utf8')).toMatch(new RegExp(`^${hex} [0-9a-f]{8}\n$`));
  });
});
