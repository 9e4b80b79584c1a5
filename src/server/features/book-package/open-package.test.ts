import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { neutralBook } from '#content/neutral-book.ts';
import { temporaryStore } from '../../../../tests/support/temporary-store.ts';
import { completeTexts, type BookState } from './book-state.ts';
import { checkPackage } from './open-package.ts';
import { packBook } from './pack-book.ts';

const at = '2004-01-01T12:00:00.000Z';
const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 });
const moment = { createdAt: fc.constant(at), updatedAt: fc.constant(at) };
const name = fc.stringMatching(/^[a-z]{1,8}\/[a-z0-9-]{1,20}\.webp$/);

/** A book with files, of which the words of one section speak. */
const books = fc
  .record({
    sections: fc.array(
      fc.record({
        id: fc.uuid(),
        title: line,
        content: line,
        contentLine: fc.option(line, { nil: undefined }),
        ...moment,
      }),
      { maxLength: 6 },
    ),
    codes: fc.uniqueArray(fc.stringMatching(/^[a-z2-9]{4}-[a-z2-9]{4}$/), { maxLength: 6 }),
    files: fc.uniqueArray(name, { maxLength: 4 }),
    bytes: fc.uint8Array({ maxLength: 3_000 }),
  })
  .map(({ sections, codes, files, bytes }) => {
    const state: BookState = {
      book: { published: null, draft: neutralBook },
      sections: sections.map((section, index) => ({ ...section, sectionNumber: index + 1 })),
      memoryCards: [],
      unlockCodes: codes.map((code, index) => {
        return { id: `codice-${index}`, code, maxSection: 1, createdAt: at, updatedAt: at };
      }),
      musicCodes: [],
      galleryImages: files.map((file, index) => {
        const image = { id: `immagine-${index}`, title: file, imageUrl: `/uploads/${file}` };
        return { ...image, displayOrder: index, createdAt: at, updatedAt: at };
      }),
      recordings: [],
      articles: [],
    };
    return { state, files, bytes };
  });

test('whatever an author writes is read back as it was, with every file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-pacchetto-'));
  const store = await temporaryStore();
  let packages = 0;
  try {
    await fc.assert(
      fc.asyncProperty(books, async ({ state, files, bytes }) => {
        const path = join(folder, `${(packages += 1)}.zip`);
        const here = {
          stat: (asked: string) =>
            Promise.resolve(
              files.includes(asked)
                ? { name: asked, bytes: bytes.length, modifiedAt: new Date(0) }
                : undefined,
            ),
          read: () => Readable.from([Buffer.from(bytes)]),
        };
        const { stream } = await packBook(state, 'values', { files: here, mediaDir: undefined }).open();
        await pipeline(stream, createWriteStream(path));
        const read = await checkPackage(path, 1_000_000);
        expect(read.files.map(({ name }) => name)).toEqual([...files].sort());
        expect(read.files.every((file) => file.bytes === bytes.length)).toBe(true);
        expect(completeTexts(store, read.texts)).toEqual(JSON.parse(JSON.stringify(state)));
      }),
      { numRuns: 60 },
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a package that the disk has no room for is refused before it is unpacked', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-pacchetto-'));
  try {
    const image = { id: 'a', title: 'a', displayOrder: 0, createdAt: at, updatedAt: at };
    const state: BookState = {
      book: { published: null, draft: null },
      ...{ sections: [], memoryCards: [], unlockCodes: [], musicCodes: [], recordings: [], articles: [] },
      galleryImages: [{ ...image, imageUrl: '/uploads/a/b.webp' }],
    };
    const files = {
      stat: (asked: string) => Promise.resolve({ name: asked, bytes: 5_000, modifiedAt: new Date(0) }),
      read: () => Readable.from([Buffer.alloc(5_000)]),
    };
    const path = join(folder, 'libro.zip');
    const { stream } = await packBook(state, 'none', { files, mediaDir: undefined }).open();
    await pipeline(stream, createWriteStream(path));
    await expect(checkPackage(path, 4_999)).rejects.toThrow(/non stanno sul disco/);
    await expect(checkPackage(path, 5_000)).resolves.toMatchObject({ files: [{ bytes: 5_000 }] });
  } finally {
    await rm(folder, { recursive: true });
  }
});
