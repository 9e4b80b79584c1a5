import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BinEntry } from '#shared/contracts/bin.ts';
import type { SectionVersion } from '#shared/contracts/versions.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

/** What each editable kind is made of, and a field that is changed afterwards. */
const kinds = [
  ['sections', { sectionNumber: 70, title: 'Il disgelo', content: 'Pioveva sulla neve.' }, 'title'],
  ['unlock-codes', { code: 'prova-disgelo', maxSection: 2, label: 'Fiera' }, 'label'],
  [
    'music-codes',
    { code: 'disgelo', trackTitle: 'Goccia', spotifyUrl: '3nQx7LmT0aVb9cRk2WsYdZ' },
    'trackTitle',
  ],
  ['gallery-images', { title: 'Disgelo', imageUrl: '/uploads/disgelo.webp' }, 'title'],
  ['memory-cards', { sectionId: null, kind: 'fact', about: [], asks: ['Piove?'], says: 'Da ieri.' }, 'says'],
] as const;

interface Entity extends Record<string, unknown> {
  id: string;
  updatedAt: string;
}

let site: TestSite;
let author: Person;

async function call<T>(method: string, path: string, body?: unknown, status?: number): Promise<T> {
  const response = await author.request(method, `/api/${path}`, body);
  const text = await response.text();
  if (status !== undefined) expect(response.status, text).toBe(status);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
const create = (path: string, fields: object) => call<Entity>('POST', path, fields, 201);
const bin = () => call<BinEntry[]>('GET', 'admin/bin', undefined, 200);

beforeAll(async () => {
  site = await openTestSite();
  author = await site.administrator();
});
afterAll(() => site.close());
beforeEach(() => call('DELETE', 'admin/bin', undefined, 204));

describe.each(kinds)('%s', (path, fields, field) => {
  test('a change of another version is refused with the one of now, and changes nothing', async () => {
    const made = await create(path, fields);
    const first = await call<Entity>(
      'PATCH',
      `${path}/${made.id}`,
      { [field]: 'Uno', updatedAt: made.updatedAt },
      200,
    );
    expect(first.updatedAt > made.updatedAt).toBe(true);
    const refused = await call<{ code: string; message: string; current: Entity }>(
      'PATCH',
      `${path}/${made.id}`,
      { [field]: 'Due', updatedAt: made.updatedAt },
      409,
    );
    expect(refused).toMatchObject({
      code: 'CHANGED',
      current: { id: made.id, [field]: 'Uno', updatedAt: first.updatedAt },
    });
    expect(refused.message).toMatch(/^Intanto .*altra finestra: qui non è stato salvato nulla\.$/);
    // Without a version, as ever.
    const last = await call<Entity>('PATCH', `${path}/${made.id}`, { [field]: 'Tre' }, 200);
    expect(last[field]).toBe('Tre');
    await call('DELETE', `${path}/${made.id}`, undefined, 204);
  });

  test('sent twice with the id that was chosen, it is made once', async () => {
    const id = crypto.randomUUID();
    const made = await create(path, { id, ...fields });
    expect(made.id).toBe(id);
    expect(await create(path, { id, ...fields })).toEqual(made);
    await call('DELETE', `${path}/${id}`, undefined, 204);
  });

  test('deleted, it lies in the bin, leaves its place free and comes back as it was', async () => {
    const made = await create(path, fields);
    await call('DELETE', `${path}/${made.id}`, undefined, 204);
    const [entry] = await bin();
    expect(entry).toMatchObject({ id: made.id, count: 1 });
    expect(Date.parse(entry?.until ?? '') - Date.parse(entry?.deletedAt ?? '')).toBe(30 * 86_400_000);
    await call('PATCH', `${path}/${made.id}`, { [field]: 'Tardi' }, 404);
    expect(await call('POST', `admin/bin/${made.id}`, {}, 200)).toEqual({ restored: 1, refused: [] });
    expect(await bin()).toEqual([]);
    const back = await call<Entity>('PATCH', `${path}/${made.id}`, { updatedAt: made.updatedAt }, 200);
    expect({ ...back, updatedAt: made.updatedAt }).toEqual(made);
    await call('DELETE', `${path}/${made.id}`, undefined, 204);
    await call('DELETE', `admin/bin/${made.id}`, undefined, 204);
    await call('POST', `admin/bin/${made.id}`, {}, 404);
  });
});

test.each([
  ['sections', kinds[0][1], /^Il numero 70 adesso è di «Altra»/],
  ['unlock-codes', kinds[1][1], /^Adesso c’è un altro codice uguale, «prova-disgelo»/],
  ['music-codes', kinds[2][1], /^Adesso c’è un altro codice uguale, «disgelo»/],
])('%s: what is taken meanwhile is said, and stays in the bin', async (path, fields, sentence) => {
  const made = await create(path, fields);
  await call('DELETE', `${path}/${made.id}`, undefined, 204);
  const other = await create(path, { ...fields, title: 'Altra' });
  const { message } = await call<{ message: string }>('POST', `admin/bin/${made.id}`, {}, 409);
  expect(message).toMatch(sentence);
  expect(await bin()).toMatchObject([{ id: made.id }]);
  await call('DELETE', `${path}/${other.id}`, undefined, 204);
  await call('POST', `admin/bin/${made.id}`, {}, 200);
  await call('DELETE', `${path}/${made.id}`, undefined, 204);
});

test('a section takes its cards and its versions along, and brings them back', async () => {
  const { id } = await create('sections', kinds[0][1]);
  const card = await create('memory-cards', { ...kinds[4][1], sectionId: id });
  await call('PATCH', `sections/${id}`, { content: 'Nevicava ancora.' }, 200);
  await call('DELETE', `sections/${id}`, undefined, 204);
  expect(site.store.memoryCards.get(card.id)).toBeUndefined();
  await call('POST', `admin/bin/${id}`, {}, 200);
  expect(site.store.memoryCards.get(card.id)?.says).toBe('Da ieri.');
  expect(await call('GET', `sections/${id}/versions`)).toHaveLength(1);

  // A card alone cannot come back before its section.
  await call('DELETE', `memory-cards/${card.id}`, undefined, 204);
  await call('DELETE', `sections/${id}`, undefined, 204);
  const { message } = await call<{ message: string }>('POST', `admin/bin/${card.id}`, {}, 409);
  expect(message).toBe('La sua sezione non c’è più: rimetti prima quella.');
  await call('DELETE', `admin/bin/${id}`, undefined, 204);
  const { binEntries, sectionVersions } = site.store;
  expect(binEntries.get(id)).toBeUndefined();
  expect([...sectionVersions.values()].filter(({ sectionId }) => sectionId === id)).toEqual([]);
});

test('many codes deleted at once are one entry; those that are free come back', async () => {
  const id = crypto.randomUUID();
  const batch = { id, count: 5, maxSection: 1 };
  const { codes } = await call<{ codes: Entity[] }>('POST', 'unlock-codes/batch', batch, 201);
  expect(await call('POST', 'unlock-codes/batch', batch, 201)).toEqual({ codes });
  const ids = codes.map((code) => code.id);
  const binId = crypto.randomUUID();
  expect(await call('POST', 'unlock-codes/delete', { ids, binId }, 200)).toEqual({ deleted: 5 });
  expect(await bin()).toMatchObject([{ id: binId, name: '5 codici di sblocco', count: 5 }]);
  const other = await create('unlock-codes', { code: codes[2]?.code, maxSection: 1 });
  const answer = await call<{ restored: number; refused: string[] }>('POST', `admin/bin/${binId}`, {}, 200);
  expect(answer).toMatchObject({ restored: 4, refused: [expect.stringMatching(/codice uguale/)] });
  expect(await bin()).toMatchObject([{ id: binId, count: 1 }]);
  await call('POST', 'unlock-codes/delete', { ids: [...ids, other.id] }, 200);
});

describe('the versions of a section', () => {
  const write = (id: string, content: string) => call<Entity>('PATCH', `sections/${id}`, { content }, 200);
  const versionsOf = (id: string) => call<SectionVersion[]>('GET', `sections/${id}/versions`, undefined, 200);

  test('one is kept for each save with another text, none for a number, and lists are as before', async () => {
    const { id } = await create('sections', kinds[0][1]);
    await write(id, 'Uno due.');
    await call('PATCH', `sections/${id}`, { sectionNumber: 71 }, 200);
    await write(id, 'Uno due.');
    expect(await versionsOf(id)).toMatchObject([{ title: 'Il disgelo', words: 3 }]);
    expect(JSON.stringify(await call('GET', 'sections'))).not.toContain('Pioveva sulla neve.');
    await call('DELETE', `sections/${id}`, undefined, 204);
  });

  test('one taken back brings its words; what was there before it is a version now', async () => {
    const { id } = await create('sections', kinds[0][1]);
    await write(id, 'Secondo.');
    const [version] = await versionsOf(id);
    const address = `sections/${id}/versions/${version?.id}`;
    expect(await call('GET', address, undefined, 200)).toMatchObject({ content: 'Pioveva sulla neve.' });
    await call('POST', address, { updatedAt: '2004-01-01T00:00:00.000Z' }, 409);
    const back = await call<Entity>('POST', address, {}, 200);
    expect(back).toMatchObject({ id, sectionNumber: 70, content: 'Pioveva sulla neve.' });
    const texts = (await versionsOf(id)).map(({ id: each }) =>
      call<Entity>('GET', `sections/${id}/versions/${each}`),
    );
    expect((await Promise.all(texts)).map(({ content }) => content)).toEqual([
      'Secondo.',
      'Pioveva sulla neve.',
    ]);
    await call('GET', `sections/${id}/versions/altra`, undefined, 404);
    await call('DELETE', `sections/${id}`, undefined, 204);
  });

  test('thirty are kept, the newest', async () => {
    const { id } = await create('sections', kinds[0][1]);
    for (let n = 1; n <= 33; n += 1) await write(id, `Stesura ${n}.`);
    const kept = await versionsOf(id);
    expect(kept).toHaveLength(30);
    const oldest = await call<Entity>('GET', `sections/${id}/versions/${kept.at(-1)?.id}`);
    expect(oldest.content).toBe('Stesura 3.');
    await call('DELETE', `sections/${id}`, undefined, 204);
  });
});

test('a restart finds the bin and the versions', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-'));
  const before = await openTestSite({ folder });
  author = await before.administrator();
  const { id } = await create('sections', kinds[0][1]);
  await call('PATCH', `sections/${id}`, { content: 'Secondo.' }, 200);
  await call('DELETE', `sections/${id}`, undefined, 204);
  await before.close();
  // Packed: nothing that looks for words in the database finds them.
  expect(await readFile(join(folder, 'data', 'db.json'), 'utf8')).not.toContain('Pioveva');

  const after = await openTestSite({ folder });
  author = await after.administrator();
  await call('POST', `admin/bin/${id}`, {}, 200);
  expect(after.store.sections.get(id)?.content).toBe('Secondo.');
  expect(await call('GET', `sections/${id}/versions`)).toHaveLength(1);
  await after.close();
  await rm(folder, { recursive: true });
});
