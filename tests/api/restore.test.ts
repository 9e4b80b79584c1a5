import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { neutralBook } from '#content/neutral-book.ts';
import { kindOfSetting } from '#server/features/backup/backup-settings.ts';
import { createRestoreService, finishRestore } from '#server/features/backup/restore.service.ts';
import { realFolders, type Folders } from '#server/storage/files/folders.ts';
import { openImageLibrary } from '#server/storage/files/images/library.ts';
import * as pictureWork from '#server/storage/files/images/work.ts';
import { openLocalFiles } from '#server/storage/files/local.ts';
import { realDisk, type Disk } from '#server/storage/store/disk.ts';
import { openStore } from '#server/storage/store/store.ts';
import type { Store } from '#server/storage/store/types.ts';
import { createMaintenanceGate } from '#server/api/maintenance-gate.ts';
import type { BackupStatus, RestorePlan } from '#shared/contracts/backup.ts';
import type { BookState, PublicBook } from '#shared/contracts/book.ts';
import type { ErrorBody } from '#shared/errors.ts';
import { fileForm, json } from '../support/answers.ts';
import { goBack } from '../support/go-back.ts';
import { put } from '../support/records.ts';
import { tarGz } from '../support/tar.ts';
import { adminPassword } from '../support/admin-password.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

function content(store: Store): Record<string, unknown[]> {
  const { sections, unlockCodes, musicCodes, galleryImages, users, chatMessages, settings } = store;
  const views = { sections, unlockCodes, musicCodes, galleryImages, users, chatMessages, settings };
  return Object.fromEntries(Object.entries(views).map(([name, view]) => [name, [...view.values()]]));
}

/** Everything but what a restore leaves as it is. */
function book(store: Store): Record<string, unknown[]> {
  const { settings, ...rest } = content(store);
  const media = (settings as { id: string }[]).filter(({ id }) => id.startsWith('media:'));
  return { ...rest, media };
}

describe('restoring from the panel', () => {
  let site: TestSite;
  let author: Person;
  const restore = '/api/admin/backup/restore';

  beforeEach(async () => {
    site = await openTestSite({ folder: await mkdtemp(join(tmpdir(), 'restore-')) });
    author = await site.administrator();
  });
  afterEach(async () => {
    await site.close();
    await rm(site.folder, { recursive: true });
  });

  const download = async (what: 'database' | 'files') =>
    Buffer.from(await (await author.request('GET', `/api/admin/backup/${what}`)).arrayBuffer());
  const status = async () => json<BackupStatus>(await author.request('GET', '/api/admin/backup'));
  const check = async (database: BlobPart) =>
    json<RestorePlan>(await author.request('POST', restore, fileForm(database, 'backup')), 201);
  const upload = (name: string, text: string) => writeFile(join(site.folder, 'uploads', name), text);
  const filesNow = async () =>
    Promise.all((await site.services.files.list()).map(async ({ name }) => `${name}:${await text(name)}`));
  const text = async (name: string) =>
    Buffer.concat(await site.services.files.read(name).toArray()).toString();

  test('the whole way: downloads, plan, restore, back to the copy of before, and forth again', async () => {
    const own = (await status()).files;
    const ownFiles = await filesNow();
    await upload('uno.txt', 'uno');
    await upload('due.txt', 'due');
    const savedFiles = await filesNow();
    expect(savedFiles).toEqual(expect.arrayContaining([...ownFiles, 'due.txt:due', 'uno.txt:uno']));
    const reader = await site.reader('QR4N7MDX');
    const database = await download('database');
    const files = await download('files');
    const saved = book(site.store);
    await expect.poll(async () => (await status()).database.downloadedAt).toBeDefined();
    await expect.poll(async () => (await status()).files.downloadedAt).toBeDefined();
    expect((await status()).files).toMatchObject({ count: own.count + 2, bytes: own.bytes + 6 });

    // Life goes on: a higher level, a section less, one more, one changed; files likewise.
    await json(await reader.request('POST', '/api/redeem-code', { code: 'HB6T2WVK' }));
    const [lost, changed] = [...site.store.sections.values()];
    await author.request('DELETE', `/api/sections/${lost?.id}`);
    await author.request('PATCH', `/api/sections/${changed?.id}`, { title: 'Cambiata' });
    await author.request('POST', '/api/sections', { sectionNumber: 99, title: 'Nuova', content: 'x' });
    await rm(join(site.folder, 'uploads/uno.txt'));
    await upload('due.txt', 'DUE');
    await upload('tre.txt', 'tre');
    const later = book(site.store);
    const laterFiles = await filesNow();

    const plan = await check(database);
    expect(plan).toMatchObject({
      schema: { file: plan.schema.here },
      collections: {
        sections: { added: 1, removed: 1, changed: 1 },
        users: { added: 0, removed: 0, changed: 1 },
        // How often it was used goes back too.
        unlockCodes: { added: 0, removed: 0, changed: 1 },
      },
      readers: { lowered: 1, forgotten: 0 },
    });
    expect(plan.files).toBeUndefined();
    const withFiles = await json<RestorePlan>(
      await author.request('POST', `${restore}/${plan.id}/files`, fileForm(files, 'backup')),
    );
    expect(withFiles.files).toMatchObject({
      now: own.count + 2,
      then: own.count + 2,
      added: 1,
      removed: 1,
      changed: 1,
      bytes: own.bytes + 6,
    });
    expect(book(site.store)).toEqual(later);
    expect(await filesNow()).toEqual(laterFiles);

    await json(await author.request('POST', `${restore}/${plan.id}/apply`));
    expect(book(site.store)).toEqual(saved);
    expect(await filesNow()).toEqual(savedFiles);
    expect((await author.request('POST', `${restore}/${plan.id}/apply`)).status).toBe(404);

    await goBack(author, 'restore');
    expect(book(site.store)).toEqual(later);
    expect(await filesNow()).toEqual(laterFiles);
    await goBack(author, 'restore');
    expect(book(site.store)).toEqual(saved);
    expect(await filesNow()).toEqual(savedFiles);

    // A restart finds the same, and nothing lies about that nobody needs.
    const names = async (folder: string) => readdir(join(site.folder, folder));
    expect((await names('data')).filter((name) => /restore-|undo-|replacement/.test(name))).toEqual([]);
    expect((await names('uploads')).filter((name) => /^\.(undo|staged)-/.test(name))).toEqual([]);
    await site.close();
    site = await openTestSite({ folder: site.folder });
    expect(book(site.store)).toEqual(saved);
  });

  test('the plan is not blind to «Il libro»: what readers see would change, and so it says, and does', async () => {
    const database = await download('database');
    const count = [...site.store.settings.values()].filter((each) => kindOfSetting(each) === 'book').length;
    const { draft } = await json<BookState>(await author.request('GET', '/api/admin/book'));
    const hero = { ...draft.landing.hero, line: 'Una riga di dopo il backup.' };
    await json(
      await author.request('PATCH', '/api/admin/book', {
        draft: { ...draft, landing: { ...draft.landing, hero } },
      }),
    );
    await json(await author.request('POST', '/api/admin/book/publish', {}));
    const line = async () =>
      (await json<PublicBook>(await site.visitor().request('GET', '/api/book'))).landing.hero.line;
    expect(await line()).toBe(hero.line);

    const plan = await check(database);
    expect(plan.book).toEqual({ published: ['landing.hero.line'], draft: ['landing.hero.line'] });
    expect(plan.collections.book).toMatchObject({ now: count + 2, then: count, removed: 2 });
    await json(await author.request('POST', `${restore}/${plan.id}/apply`));
    expect(await line()).toBe(draft.landing.hero.line);
    const again = await check(database);
    expect(again.book).toEqual({ published: [], draft: [] });
    for (const [name, change] of Object.entries(again.collections))
      expect([name, change]).toEqual([name, { ...change, added: 0, removed: 0, changed: 0 }]);
  });

  test('without room for the copy of before nothing is replaced', async () => {
    const plan = await check(await download('database'));
    const [section] = [...site.store.sections.values()];
    await author.request('PATCH', `/api/sections/${section?.id}`, { title: 'Cambiata' });
    const before = content(site.store);
    // A file where the folder of the copies would be.
    await writeFile(join(site.folder, 'data/copie'), '');
    const refused = await author.request('POST', `${restore}/${plan.id}/apply`);
    expect((await json<ErrorBody>(refused, 503)).message).toContain('non è cambiato nulla');
    expect(content(site.store)).toEqual(before);
    await rm(join(site.folder, 'data/copie'));
    await json(await author.request('POST', `${restore}/${plan.id}/apply`));
    expect(site.store.sections.get(section?.id ?? '')?.title).toBe(section?.title);
  });

  test('the password of now, its sessions and the downloads stay; so an old backup locks nobody out', async () => {
    const old = await download('database');
    await expect.poll(async () => (await status()).database.downloadedAt).toBeDefined();
    await site.close();
    site = await openTestSite({ folder: site.folder, env: { ADMIN_PASSWORD: 'una-nuova-parola' } });
    author = site.visitor();
    await author.request('POST', '/api/admin/login', { password: 'una-nuova-parola' });
    const plan = await check(old);
    await json(await author.request('POST', `${restore}/${plan.id}/apply`));
    expect((await status()).database.downloadedAt).toBeDefined();
    const login = (password: string) => site.visitor().request('POST', '/api/admin/login', { password });
    expect((await login('una-nuova-parola')).status).toBe(204);
    expect((await login(adminPassword)).status).toBe(401);
  });

  test.each([
    ['a picture', () => Buffer.from('\x89PNG'), /JSON/],
    ['nothing', () => Buffer.alloc(0), /vuoto/],
    ['a cut file', (file: Buffer) => file.subarray(0, file.length - 100), /./],
    [
      'a changed byte',
      (file: Buffer) => Buffer.from(file.toString().replace(/"title":"./, '"title":"#')),
      /controllo/,
    ],
    [
      'a newer schema',
      (file: Buffer) =>
        Buffer.from(
          JSON.stringify({ ...(JSON.parse(file.toString()) as object), schema: 99, checksum: undefined }),
        ),
      /versione più nuova del programma \(schema 99/,
    ],
    [
      'a record that is none',
      (file: Buffer) =>
        Buffer.from(
          JSON.stringify({
            ...(JSON.parse(file.toString()) as object),
            users: [{ id: 'x' }],
            checksum: undefined,
          }),
        ),
      /users, elemento 1/,
    ],
  ])('refused with the reason: %s', async (_what, damage, reason) => {
    const damaged = damage(await download('database'));
    const before = content(site.store);
    const response = await author.request('POST', restore, fileForm(damaged, 'backup'));
    expect((await json<ErrorBody>(response, 422)).message).toMatch(reason);
    expect(content(site.store)).toEqual(before);
    expect((await readdir(join(site.folder, 'data'))).filter((name) => name.startsWith('restore-'))).toEqual(
      [],
    );
  });

  test('an archive that is none, or leaves the folder, is refused; the plan of the database stays', async () => {
    const plan = await check(await download('database'));
    for (const archive of [Buffer.from('ciao'), await tarGz([{ name: '../fuori', content: 'x' }])]) {
      const response = await author.request(
        'POST',
        `${restore}/${plan.id}/files`,
        fileForm(archive, 'backup'),
      );
      expect((await json<ErrorBody>(response, 422)).message).toMatch(/archivio/);
    }
    expect((await author.request('DELETE', `${restore}/${plan.id}`)).status).toBe(204);
    expect((await author.request('DELETE', `${restore}/${plan.id}`)).status).toBe(404);
  });

  test('says which images would have no file', async () => {
    const imageUrl = `/uploads/images/${'a'.repeat(32)}.webp`;
    const created = await author.request('POST', '/api/gallery-images', { title: 'Perduta', imageUrl });
    expect(created.status).toBe(201);
    expect((await check(await download('database'))).missingFiles).toEqual(['Perduta']);
  });

  test('while it works readers are refused in so many words, and the reply being written is finished first', async () => {
    const reader = await site.reader('HB6T2WVK');
    const plan = await check(await download('database'));
    let end = () => undefined as void;
    const held = new Promise<void>((resolve) => (end = resolve));
    const inside = site.services.maintenanceGate.enter(() => held);
    const applied = author.request('POST', `${restore}/${plan.id}/apply`);
    await expect.poll(async () => (await reader.request('GET', '/api/user/progress')).status).toBe(503);
    const refused = await reader.request('POST', '/api/chat', { message: 'Ciao' });
    expect(refused.headers.get('retry-after')).toBe('2');
    expect((await json<ErrorBody>(refused, 503)).message).toMatch(/backup/);
    expect((await site.visitor().request('GET', '/api/health')).status).toBe(200);
    end();
    await inside;
    await json(await applied);
    expect((await reader.request('GET', '/api/user/progress')).status).toBe(200);
  });
});

const dead = Object.assign(new Error('the machine died'), { code: 'EIO' });

/** A machine that dies at a certain call of its file system, database and uploads counted together. */
function dyingMachine(at: number) {
  const machine = { calls: 0, at };
  const step = () => {
    if (++machine.calls >= machine.at) throw dead;
  };
  const watched = <T extends object>(real: T): T =>
    new Proxy(real, {
      get(target, key) {
        const member: unknown = Reflect.get(target, key);
        if (typeof member !== 'function' || key === 'readChunks') return member;
        return async (...given: unknown[]) => {
          step();
          return Reflect.apply(member, target, given) as unknown;
        };
      },
    });
  return Object.assign(machine, { disk: watched<Disk>(realDisk), folders: watched<Folders>(realFolders) });
}

describe('a crash in the middle of a restore', () => {
  /** A site's data and uploads, and a plan to replace both; then the machine dies at call `at`. */
  async function crash(at: number): Promise<{ state: string; calls: number; before: number }> {
    const folder = await mkdtemp(join(tmpdir(), 'crash-'));
    const [dataDir, uploadsDir] = [join(folder, 'data'), join(folder, 'uploads')];
    const machine = dyingMachine(Infinity);
    const store = await openStore({ dataDir, disk: machine.disk });
    const files = await openLocalFiles(uploadsDir);
    const images = await openImageLibrary({
      files,
      root: uploadsDir,
      work: pictureWork,
      onError: () => undefined,
    });
    const restore = createRestoreService({
      store,
      files,
      book: { contentIn: () => ({ published: neutralBook, draft: neutralBook }) },
      copies: { copyIfDue: async () => undefined, copyBefore: () => Promise.resolve() },
      images,
      maintenanceGate: createMaintenanceGate(),
      waitForReplies: () => Promise.resolve(),
      dataDir,
      uploadsDir,
      folders: machine.folders,
    });
    await store.mutate([put.user('backup')]);
    const backup: Buffer[] = [];
    await store.snapshot(async ({ open }) => void backup.push(await buffer(open())));
    await store.mutate([put.user('present')]);
    await writeFile(join(uploadsDir, 'present.txt'), '');
    const { id } = await restore.check(Readable.from(backup));
    await restore.addFiles(id, Readable.from([await tarGz([{ name: 'backup.txt' }])]));
    const before = machine.calls;
    machine.at = before + at;
    const told = await restore.apply(id).then(
      () => 'done',
      () => 'refused',
    );
    const { calls } = machine;
    await store.close();

    const again = await openStore({ dataDir });
    await finishRestore(again, uploadsDir);
    const users = [...again.users.values()].map((user) => user.id);
    const names = (await (await openLocalFiles(uploadsDir)).list()).map(({ name }) => name);
    await again.close();
    await rm(folder, { recursive: true });
    return { state: `${told}: ${users.join()} ${names.join()}`, calls, before };
  }

  test('leaves the old site or the new one, never a mixture', async () => {
    const whole = await crash(Infinity);
    expect(whole.state).toBe('done: backup backup.txt');
    const steps = whole.calls - whole.before;
    expect(steps).toBeGreaterThan(28);
    const states = new Set<string>();
    for (let at = 1; at <= steps; at++) states.add((await crash(at)).state);
    expect([...states].sort()).toEqual([
      'done: backup backup.txt',
      'refused: backup backup.txt',
      'refused: backup,present present.txt',
    ]);
  });
});
