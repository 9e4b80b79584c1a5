import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import type { BackupEntries, BackupEntry } from '#shared/contracts/backup-entries.ts';
import type { RestorePlan } from '#shared/contracts/backup.ts';
import type { BookContent, BookState } from '#shared/contracts/book.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { UnlockCode } from '#shared/contracts/unlock-codes.ts';
import { fileForm, json } from '../support/answers.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let author: Person;
const restore = '/api/admin/backup/restore';

beforeEach(async () => {
  site = await openTestSite();
  author = await site.administrator();
});
afterEach(() => site.close());

const download = async (what: 'database' | 'files') =>
  Buffer.from(await (await author.request('GET', `/api/admin/backup/${what}`)).arrayBuffer());
const plan = async (database: BlobPart) =>
  json<RestorePlan>(await author.request('POST', restore, fileForm(database, 'backup')), 201);
const list = async ({ id }: RestorePlan, query = '') =>
  json<BackupEntries>(await author.request('GET', `${restore}/${id}/entries${query}`));
const names = async (of: RestorePlan, query?: string) =>
  (await list(of, query)).entries.map(({ name, state }) => `${state}: ${name}`);
const look = async ({ id }: RestorePlan, kind: string, entry: string) =>
  json<BackupEntry>(await author.request('GET', `${restore}/${id}/entries/${kind}/${entry}`));
const take = async ({ id }: RestorePlan, kind: string, entry: string, body: object = {}, status = 200) =>
  json<{ name: string; replaced: string; message: string }>(
    await author.request('POST', `${restore}/${id}/entries/${kind}/${entry}`, body),
    status,
  );
const change = async (path: string, body: object) =>
  expect((await author.request('PATCH', `/api/${path}`, body)).status).toBe(200);
const remove = async (path: string) =>
  expect((await author.request('DELETE', `/api/${path}`)).status).toBe(204);
const section = (number: number) => site.store.sections.byNumber(number) as Section;
const [firstCode] = ['HB6T2WVK'];

/** Everything but one record and what keeps the replaced one. */
const others = (except: string) =>
  (
    [
      'sections',
      'unlockCodes',
      'musicCodes',
      'galleryImages',
      'memoryCards',
      'users',
      'chatMessages',
    ] as const
  ).map((name) => [...site.store[name].values()].filter(({ id }) => id !== except));

describe('looking into a backup', () => {
  test('an untouched one has nothing that comes, goes or differs, and all of it can be found', async () => {
    const { id: one } = section(1);
    const backup = await plan(await download('database'));
    expect(await list(backup)).toEqual({ entries: [], total: 0 });
    const all = await list(backup, '?all=1');
    expect(all.total).toBeGreaterThan(100);
    expect(all.entries).toHaveLength(100);
    expect(all.entries[0]).toMatchObject({ kind: 'sections', id: one, state: 'same' });
  });

  test('names what comes, what goes and what differs, and a change that was taken back is none', async () => {
    const before = { ...section(2) };
    const database = await download('database');
    await change(`sections/${section(1).id}`, { content: 'Un testo nuovo, tutto suo.' });
    await change(`sections/${before.id}`, { title: 'Per un momento' });
    await change(`sections/${before.id}`, { title: before.title });
    const gone = section(3);
    await remove(`sections/${gone.id}`);
    await author.request('POST', '/api/unlock-codes', { code: 'NUOVO-2026', maxSection: 4 });
    const backup = await plan(database);
    expect(backup.collections.sections).toMatchObject({ added: 1, removed: 0, changed: 1 });
    const differing = await names(backup);
    expect(differing).toContain(`changed: Sezione 1, ${section(1).title}`);
    expect(differing).toContain(`missing: Sezione 3, ${gone.title}`);
    expect(differing).toContain('gone: Codice di sblocco NUOVO-2026');
    expect(differing.filter((name) => name.includes('Sezione 2'))).toEqual([]);
    // Words anywhere, in any order, without their accents.
    expect(await names(backup, '?search=nuovo%20CODICE')).toEqual(['gone: Codice di sblocco NUOVO-2026']);
    expect(await names(backup, '?search=n%C3%BCovo%20cod%C3%ACce')).toHaveLength(1);
    expect(await names(backup, '?search=nessunaparolacos%C3%AC')).toEqual([]);
  });
});

describe('one thing out of a backup', () => {
  test('a section comes back alone, and the text of now stays among its versions', async () => {
    const before = { ...section(2) };
    const database = await download('database');
    await change(`sections/${before.id}`, { content: 'Riscritta di fretta, e male.', title: 'Brutta' });
    const now = section(2);
    const backup = await plan(database);
    const seen = await look(backup, 'sections', before.id);
    expect(seen).toMatchObject({ state: 'changed', updatedAt: now.updatedAt });
    expect(seen.fields).toContainEqual({
      field: 'content',
      label: 'Contenuto',
      then: before.content,
      now: now.content,
    });
    expect(seen.fields.map(({ label }) => label)).toContain('Titolo');
    const rest = others(before.id);
    const stale = await take(backup, 'sections', before.id, { updatedAt: before.updatedAt }, 409);
    expect(stale.message).toContain('cambiato altrove');
    expect(section(2)).toEqual(now);
    expect(await take(backup, 'sections', before.id, { updatedAt: now.updatedAt })).toMatchObject({
      replaced: 'versions',
      plan: { id: backup.id, collections: { sections: { changed: 0 } } },
    });
    expect(section(2)).toMatchObject({ title: before.title, content: before.content });
    expect(section(2).updatedAt > now.updatedAt).toBe(true);
    expect(others(before.id)).toEqual(rest);
    const versions = await author.request('GET', `/api/sections/${before.id}/versions`);
    expect(await json<unknown[]>(versions)).toContainEqual(expect.objectContaining({ title: 'Brutta' }));
    expect((await look(backup, 'sections', before.id)).state).toBe('same');
  });

  test('a deleted section comes back unless its number is taken, which is told', async () => {
    const before = { ...section(3) };
    const database = await download('database');
    await remove(`sections/${before.id}`);
    await author.request('POST', '/api/sections', { sectionNumber: 3, title: 'Un’altra', content: 'Testo.' });
    const backup = await plan(database);
    expect((await look(backup, 'sections', before.id)).obstacle).toContain('«Un’altra»');
    expect((await take(backup, 'sections', before.id, {}, 409)).message).toContain('Il numero 3');
    await change(`sections/${section(3).id}`, { sectionNumber: 300 });
    expect(await take(backup, 'sections', before.id)).toMatchObject({ replaced: 'nothing' });
    expect(section(3)).toMatchObject({ id: before.id, content: before.content });
  });

  test('a code keeps how often it was used, and the one it replaces lies in the bin', async () => {
    await site.reader(firstCode ?? '');
    const code = site.store.unlockCodes.byCode(firstCode ?? '') as UnlockCode;
    expect(code.usedCount).toBe(1);
    const database = await download('database');
    await change(`unlock-codes/${code.id}`, { label: 'cambiata' });
    await site.reader(firstCode ?? '');
    const backup = await plan(database);
    expect(await take(backup, 'unlockCodes', code.id)).toMatchObject({ replaced: 'bin' });
    const now = site.store.unlockCodes.get(code.id);
    expect([now?.label, now?.usedCount]).toEqual([code.label, 2]);
    const bin = await json<{ id: string; name: string }[]>(await author.request('GET', '/api/admin/bin'));
    expect(bin[0]?.name).toContain('cambiata');
    const clash = await author.request('POST', `/api/admin/bin/${bin[0]?.id ?? ''}`);
    expect(clash.status).toBe(409);
    await change(`unlock-codes/${code.id}`, { code: 'ALTRO-2026' });
    expect((await author.request('POST', `/api/admin/bin/${bin[0]?.id ?? ''}`)).status).toBe(200);
  });

  test('a code that another has now is told', async () => {
    const code = site.store.unlockCodes.byCode(firstCode ?? '') as UnlockCode;
    const database = await download('database');
    await change(`unlock-codes/${code.id}`, { code: 'ALTRO-2026' });
    await author.request('POST', '/api/unlock-codes', { code: firstCode, maxSection: 1 });
    const backup = await plan(database);
    expect((await take(backup, 'unlockCodes', code.id, {}, 409)).message).toContain('un altro codice uguale');
    expect(site.store.unlockCodes.get(code.id)?.code).toBe('ALTRO-2026');
  });

  test('what only readers have not yet differs too', async () => {
    const before = section(2);
    const database = await download('database');
    await change(`sections/${before.id}`, { visibleFrom: 'never' });
    const seen = await look(await plan(database), 'sections', before.id);
    expect(seen.fields).toEqual([{ field: 'visibleFrom', label: 'Per i lettori', then: '', now: 'bozza' }]);
  });

  test('a picture brings its file from the archive, and says so when there is none', async () => {
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'luna.png');
    const { url } = await json<{ url: string }>(
      await author.request('POST', '/api/admin/uploads', form),
      201,
    );
    const image = await json<{ id: string }>(
      await author.request('POST', '/api/gallery-images', { title: 'La luna', imageUrl: url }),
      201,
    );
    const [database, files] = [await download('database'), await download('files')];
    await remove(`gallery-images/${image.id}`);
    const name = url.replace('/uploads/', '');
    await site.services.files.delete(name);
    const backup = await plan(database);
    expect((await look(backup, 'galleryImages', image.id)).note).toContain('senza l’archivio');
    await json(await author.request('POST', `${restore}/${backup.id}/files`, fileForm(files, 'files')));
    expect((await look(backup, 'galleryImages', image.id)).note).toContain('torna dall’archivio');
    await take(backup, 'galleryImages', image.id);
    expect(await site.services.files.stat(name)).toBeDefined();
    expect(site.store.galleryImages.get(image.id)).toMatchObject({ title: 'La luna', imageUrl: url });
  });

  test('a memory whose section is gone says so; another plan or a discarded one has nothing to give', async () => {
    const card = [...site.store.memoryCards.values()].find(({ sectionId }) => sectionId === section(1).id);
    expect(card).toBeDefined();
    const { id = '' } = card ?? {};
    const database = await download('database');
    await remove(`sections/${section(1).id}`);
    const backup = await plan(database);
    expect((await take(backup, 'memoryCards', id, {}, 409)).message).toContain('rimetti prima quella');
    expect((await take(backup, 'unlockCodes', 'nessuno', {}, 404)).message).toContain('non c’è');
    await author.request('DELETE', `${restore}/${backup.id}`);
    await take(backup, 'memoryCards', id, {}, 404);
  });

  test('parts of the book go into the draft with their pictures; the draft of before is among the versions', async () => {
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const form = fileForm(png, 'copertina.png');
    const { url } = await json<{ url: string }>(
      await author.request('POST', '/api/admin/uploads', form),
      201,
    );
    const book = async () => json<BookState>(await author.request('GET', '/api/admin/book'));
    const save = async (draft: BookContent) =>
      json<BookState>(await author.request('PATCH', '/api/admin/book', { draft }));
    const { draft: first } = await book();
    const cover = { src: url, width: 9, height: 9, alt: 'La copertina di allora' };
    await save({ ...first, book: { ...first.book, cover } });
    const [database, files] = [await download('database'), await download('files')];

    const now = { ...first, book: { ...first.book, title: 'Un titolo di adesso' } };
    await save(now);
    await site.services.files.delete(url.replace('/uploads/', ''));
    const { id } = await plan(database);
    await json(await author.request('POST', `${restore}/${id}/files`, fileForm(files, 'files')));
    const then = await json<BookContent>(await author.request('GET', `${restore}/${id}/book`));
    expect(then.book).toMatchObject({ title: first.book.title, cover });
    const draft = { ...now, book: { ...now.book, cover: then.book.cover } };
    const taken = await json<{ plan: RestorePlan }>(
      await author.request('POST', `${restore}/${id}/book`, { draft }),
    );
    expect(taken.plan.book).toEqual({ published: [], draft: ['book.title'] });
    expect(await site.services.files.stat(url.replace('/uploads/', ''))).toBeDefined();
    const state = await book();
    expect(state.draft.book).toMatchObject({ title: 'Un titolo di adesso', cover });
    expect(state.versions[0]).toMatchObject({ title: 'Un titolo di adesso' });
    expect((await author.request('POST', `${restore}/nessuno/book`, { draft })).status).toBe(404);
  });
});
