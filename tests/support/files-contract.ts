import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256Of } from '#server/storage/bucket/streams.ts';
import type { FileStore } from '#server/storage/files/types.ts';

const megabyte = 1024 * 1024;
const roomy = 1024 * megabyte;

/**
 * What every file store does: the same tests for each implementation.
 *
 * @param open makes an empty store that may use `folder` of this machine
 */
export function fileStoreContract(title: string, open: (folder: string) => Promise<FileStore>): void {
  describe(title, () => {
    let folder: string;
    let files: FileStore;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'files-contract-'));
      files = await open(folder);
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    const keep = (name: string, content: Uint8Array) =>
      files.receive(Readable.from([content]), roomy, () => Promise.resolve(name));
    const contentOf = (name: string) => buffer(files.read(name));

    test('keeps what it receives, under the name that the check gives, and tells its hash', async () => {
      const content = randomBytes(1000);
      const stored = await files.receive(Readable.from([content]), roomy, ({ bytes, sha256 }) => {
        expect({ bytes, sha256 }).toEqual({ bytes: 1000, sha256: sha256Of(content) });
        return Promise.resolve('images/one.webp');
      });
      expect(stored).toMatchObject({ name: 'images/one.webp', bytes: 1000 });
      expect(await contentOf('images/one.webp')).toEqual(content);
      expect(await files.stat('images/one.webp')).toMatchObject({ name: 'images/one.webp', bytes: 1000 });
    });

    test.each(['vuoto.bin', 'con spazio & più/è così (1)+.mp3', 'a/b/c/d'])(
      'a name like %s',
      async (name) => {
        const content = name.startsWith('vuoto') ? Buffer.alloc(0) : Buffer.from(name);
        await keep(name, content);
        expect(await contentOf(name)).toEqual(content);
        expect((await files.list()).map((file) => file.name)).toContain(name);
        await files.delete(name);
      },
    );

    test('a large file arrives whole, from a stream that gives it piece by piece', async () => {
      const piece = randomBytes(megabyte - 7);
      const pieces = Array.from({ length: 20 }, () => piece);
      await files.receive(Readable.from(pieces), roomy, () => Promise.resolve('audio/lungo.mp3'));
      expect((await files.stat('audio/lungo.mp3'))?.bytes).toBe(piece.length * 20);
      expect(sha256Of(await contentOf('audio/lungo.mp3'))).toBe(sha256Of(Buffer.concat(pieces)));
      await files.delete('audio/lungo.mp3');
    });

    test('lists everything, sorted, and nothing that was refused', async () => {
      const refused = files.receive(Readable.from([Buffer.from('no')]), roomy, () =>
        Promise.reject(new Error('rifiutato')),
      );
      await expect(refused).rejects.toThrow('rifiutato');
      const tooLarge = files.receive(Readable.from([Buffer.alloc(2000)]), 1999, () => Promise.resolve('x'));
      await expect(tooLarge).rejects.toMatchObject({ code: 'TOO_LARGE' });
      const cut = new Readable({ read: () => undefined });
      cut.push('metà');
      const half = files.receive(cut, roomy, () => Promise.resolve('x'));
      cut.destroy(new Error('tagliato'));
      await expect(half).rejects.toThrow('tagliato');
      for (const name of ['z', 'b/2', 'b/1', 'B']) await keep(name, Buffer.from(name));
      expect((await files.list()).map(({ name, bytes }) => `${name} ${bytes}`)).toEqual([
        'B 1',
        'b/1 3',
        'b/2 3',
        'images/one.webp 1000',
        'z 1',
      ]);
      const left = await readdir(folder, { recursive: true, withFileTypes: true });
      expect(left.filter((entry) => entry.isFile() && entry.parentPath.includes('incoming'))).toEqual([]);
    });

    test('what the check puts in the place of the bytes is what is kept', async () => {
      const stored = await files.receive(Readable.from([Buffer.from('molto')]), roomy, async ({ path }) => {
        await writeFile(path, 'poco');
        return 'cambiato.txt';
      });
      expect(stored.bytes).toBe(4);
      expect((await contentOf('cambiato.txt')).toString()).toBe('poco');
      await files.delete('cambiato.txt');
    });

    test('deletes a file, and again, and what was never there', async () => {
      await keep('via.txt', Buffer.from('x'));
      await files.delete('via.txt');
      await files.delete('via.txt');
      await files.delete('mai/stato.txt');
      expect(await files.stat('via.txt')).toBeUndefined();
      expect(await files.stat('mai/stato.txt')).toBeUndefined();
      await expect(contentOf('via.txt')).rejects.toThrow();
    });

    test.each(['../fuori', 'a/../../fuori', '.nascosto', 'a/.nascosto'])(
      'the name %s leads nowhere',
      async (name) => {
        await expect(keep(name, Buffer.from('x'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
        await expect(files.stat(name)).rejects.toMatchObject({ code: 'NOT_FOUND' });
        await expect(files.delete(name)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      },
    );
  });
}
