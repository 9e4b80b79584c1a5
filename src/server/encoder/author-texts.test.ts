import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { emptyBin, moveToBin } from '#server/storage/records/bin.ts';
import type { Collections, Operation, Store } from '#server/storage/store/types.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { temporaryStore } from '#tests/support/temporary-store.ts';
import { openAuthorTexts } from './author-texts.ts';
import type { TextKind } from './types.ts';
import { dimensions, readVectorFile, textKey, type Vectors } from './vector-file.ts';

const at = '2026-11-28T06:00:00.000Z';
const fingerprint = 'questo';

const section = (id: string, sectionNumber: number, content: string, visibleFrom?: string): Operation => ({
  type: 'put',
  collection: 'sections',
  record: { id, sectionNumber, title: 'Il mercato', content, visibleFrom, createdAt: at, updatedAt: at },
});

const card = (id: string, sectionId: string | null, asks: string[], says: string): Operation => ({
  type: 'put',
  collection: 'memoryCards',
  record: { id, sectionId, kind: 'fact', about: [], asks, says, position: 0, createdAt: at, updatedAt: at },
});

const book = [
  section('due', 2, 'La neve.\n\nIl treno.'),
  section('uno', 1, 'Il ponte.'),
  card('c2', 'due', ['Che treno è?'], 'Quello del nord.'),
  card('c0', null, ['Chi sei?'], 'Nilak.'),
];

interface Options {
  operations?: Operation[];
  path?: string;
  shipped?: Vectors;
  encode?: (kind: TextKind, text: string) => Promise<Float32Array | undefined>;
}

async function openTexts({ operations = book, path, shipped = new Map(), encode }: Options = {}) {
  const store = await temporaryStore(...operations);
  const file = path ?? join(await temporaryFolder(), 'vectors.bin');
  const encoded: string[] = [];
  const errors: unknown[] = [];
  const texts = await openAuthorTexts({
    store,
    encoder: {
      async encodeText(kind, text) {
        const vector = encode
          ? await encode(kind, text)
          : new Float32Array(dimensions).fill(text.length / 1000);
        if (vector) encoded.push(text);
        return vector;
      },
    },
    shipped,
    fingerprint,
    passagesOf: ({ content }) => content.split('\n\n'),
    path: file,
    onError: (error) => errors.push(error),
    debounceMs: 5,
  });
  onTestFinished(() => texts.close());
  onTestFinished(() => expect(errors).toEqual([]));
  const settled = (total: number) =>
    vi.waitFor(() => expect(texts.progress).toEqual({ done: total, total }), { timeout: 5_000 });
  const inFile = async () => [...((await readVectorFile(file, fingerprint))?.vectors.keys() ?? [])];
  return { store, texts, encoded, file, settled, inFile };
}

const remove = async (store: Store, entry: string, collection: 'sections' | 'memoryCards', id: string) => {
  const record = store[collection].get(id) as Collections['sections'] & Collections['memoryCards'];
  await store.mutate(moveToBin(entry, [{ collection, record }]));
};

test('every text gets a vector, the lowest level first, each once', async () => {
  const { texts, encoded, settled, inFile } = await openTexts({
    operations: [...book, card('again', 'due', ['Chi sei?'], 'La neve.')],
  });
  await settled(7);
  expect(encoded).toEqual([
    'Chi sei?',
    'Nilak.',
    'Il ponte.',
    'Che treno è?',
    'Quello del nord.',
    'La neve.',
    'Il treno.',
  ]);
  expect(texts.vectors.get(textKey('query', 'Chi sei?'))).toHaveLength(dimensions);
  expect(texts.vectors.has(textKey('passage', 'Chi sei?'))).toBe(false);
  await vi.waitFor(async () => expect(await inFile()).toHaveLength(7));
});

test('the file has no word of the texts', async () => {
  const { file, settled, inFile } = await openTexts();
  await settled(7);
  await vi.waitFor(async () => expect(await inFile()).toHaveLength(7));
  expect(await readFile(file, 'latin1')).not.toMatch(/neve|treno|Nilak/);
});

test('what the repository ships is not encoded again', async () => {
  const shipped: Vectors = new Map([[textKey('query', 'Chi sei?'), new Int8Array(dimensions)]]);
  const { encoded, settled } = await openTexts({ shipped });
  await settled(6);
  expect(encoded).not.toContain('Chi sei?');
});

test('a change encodes what is new and drops from the file what is gone', async () => {
  const { store, encoded, settled, inFile } = await openTexts();
  await settled(7);
  encoded.length = 0;
  await store.mutate([card('c0', null, ['Chi sei?'], 'Nilak, della Linea Alta.')]);
  await vi.waitFor(() => expect(encoded).toEqual(['Nilak, della Linea Alta.']));
  await vi.waitFor(async () =>
    expect(await inFile()).toContain(textKey('passage', 'Nilak, della Linea Alta.')),
  );
  expect(await inFile()).not.toContain(textKey('passage', 'Nilak.'));
});

test('what lies in the bin keeps its vector until the bin is emptied', async () => {
  const { store, settled, inFile } = await openTexts();
  await settled(7);
  await remove(store, 'a', 'memoryCards', 'c2');
  await remove(store, 'b', 'sections', 'due');
  await settled(3);
  expect(await inFile()).toHaveLength(7);
  await store.mutate(emptyBin(store, ['a', 'b']));
  await vi.waitFor(async () => expect(await inFile()).toHaveLength(3));
  expect(await inFile()).not.toContain(textKey('passage', 'Il treno.'));
});

test('a draft waits for its publication; a section with a date is ready before it', async () => {
  const { store, texts, settled } = await openTexts({
    operations: [section('a', 1, 'Bozza.', 'never'), section('b', 2, 'Domani.', '2099-01-01T00:00:00.000Z')],
  });
  await settled(1);
  expect(texts.vectors.has(textKey('passage', 'Domani.'))).toBe(true);
  await store.mutate([section('a', 1, 'Bozza.')]);
  await settled(2);
});

test('a file that is damaged, or of another encoder, is made anew', async () => {
  const first = await openTexts();
  await first.settled(7);
  await first.texts.close();
  const whole = await readFile(first.file);
  const same = await openTexts({ path: first.file });
  await same.settled(7);
  expect(same.encoded).toEqual([]);
  await same.texts.close();
  const changed = Buffer.from(whole);
  changed.writeUInt8(changed.readUInt8(500) ^ 1, 500);
  const others = Buffer.from(whole.toString('latin1').replace(fingerprint, 'quello'), 'latin1');
  for (const bytes of [whole.subarray(0, -10), changed, others, Buffer.from('{}\n')]) {
    await writeFile(first.file, bytes);
    const { settled, encoded, texts, inFile } = await openTexts({ path: first.file });
    await settled(7);
    expect(encoded).toHaveLength(7);
    await texts.close();
    expect(await inFile()).toHaveLength(7);
  }
});

test('a text that is erased while it is encoded leaves no vector', async () => {
  let release: ((vector: Float32Array) => void) | undefined;
  const { store, texts, inFile } = await openTexts({
    operations: [card('c0', null, [], 'Nilak.')],
    encode: () => new Promise((resolve) => (release = resolve)),
  });
  await vi.waitFor(() => expect(release).toBeDefined());
  await store.mutate([{ type: 'delete', collection: 'memoryCards', id: 'c0' }]);
  release?.(new Float32Array(dimensions).fill(0.1));
  await vi.waitFor(() => expect(texts.progress).toEqual({ done: 0, total: 0 }));
  await texts.close();
  expect(await inFile()).toEqual([]);
});

test('without an encoder the texts wait, and the progress says so', async () => {
  const { texts } = await openTexts({ encode: () => Promise.resolve(undefined) });
  await vi.waitFor(() => expect(texts.progress).toEqual({ done: 0, total: 7 }));
});
