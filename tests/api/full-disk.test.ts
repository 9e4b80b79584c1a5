import { execFileSync } from 'node:child_process';
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { BackupStatus, RestorePlan } from '#shared/contracts/backup.ts';
import { collectionNames } from '#server/storage/store/collections.ts';
import { errorCode } from '#server/storage/store/disk.ts';
import { replaceDatabase } from '#server/storage/store/restore.ts';
import { openStore } from '#server/storage/store/store.ts';
import type { Store } from '#server/storage/store/types.ts';
import { fileForm, json } from '../support/answers.ts';
import { asItIs, put } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

/** Mounting a small disk takes root, on Linux. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** Writes until the disk takes no byte more. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (let bytes = 64 * 1024; bytes >= 1;) {
      try {
        await file.write(Buffer.alloc(bytes, 1));
      } catch (error) {
        if (errorCode(error) !== 'ENOSPC') throw error;
        bytes >>= 1;
      }
    }
  } finally {
    await file.close();
  }
}

const contentOf = (store: Store) =>
  Object.fromEntries(collectionNames.map((name) => [name, [...store[name].values()]]));

async function bytesOf({ services: { files } }: TestSite): Promise<Record<string, Buffer>> {
  const listed = await files.list();
  const read = async (name: string) => [name, await buffer(files.read(name))] as const;
  return Object.fromEntries(await Promise.all(listed.map(({ name }) => read(name))));
}

test.skipIf(!canMount)(
  'without a free byte on the disk the author still downloads both backups, and they are whole',
  async (context) => {
    const folder = await temporaryFolder();
    const disk = join(folder, 'disco');
    await mkdir(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      context.skip('mounting is not allowed here');
    }
    let site: TestSite | undefined;
    let other: TestSite | undefined;
    try {
      site = await openTestSite({ folder: disk });
      await writeFile(join(disk, 'uploads/nota.txt'), 'nevica');
      await site.reader('QR4N7MDX');
      await fill(join(disk, 'zavorra'));
      // The journal's last page has room of its own until it is full.
      const { store } = site;
      const refusal = async () => {
        for (;;) await store.mutate([put.setting('z', 0)]);
      };
      await expect(refusal()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      const names = (await readdir(join(disk, 'data'))).sort();
      // Who signs in only now gets in, too.
      const author = await site.administrator();
      const saved = contentOf(store);
      const refused = await author.request('POST', '/api/sections', {
        sectionNumber: 99,
        title: 'Nuova',
        content: 'x'.repeat(5_000),
      });
      expect(refused.status).toBe(503);
      expect(await refused.text()).toContain('Non è stato possibile salvare: sul disco non c’è più spazio.');

      const told = await json<BackupStatus>(await author.request('GET', '/api/admin/backup'));
      const answer = await author.request('GET', '/api/admin/backup/database');
      expect(answer.status).toBe(200);
      const database = Buffer.from(await answer.arrayBuffer());
      expect(Number(answer.headers.get('content-length'))).toBe(database.length);
      expect(told.database.bytes).toBe(database.length);
      const uploads = await author.request('GET', '/api/admin/backup/files');
      expect(uploads.status).toBe(200);
      const archive = Buffer.from(await uploads.arrayBuffer());
      expect((await author.request('GET', '/api/admin/numbers')).status).toBe(200);
      expect(contentOf(store)).toEqual(saved);
      expect((await readdir(join(disk, 'data'))).sort()).toEqual(names);

      const file = join(folder, 'backup.json');
      await writeFile(file, database);
      await replaceDatabase(join(folder, 'altrove'), file, { prepare: asItIs });
      const restored = await openStore({ dataDir: join(folder, 'altrove') });
      expect(contentOf(restored)).toEqual(saved);
      await restored.close();

      other = await openTestSite({ folder: join(folder, 'altro sito') });
      const stranger = await other.administrator();
      const restore = '/api/admin/backup/restore';
      const plan = await json<RestorePlan>(
        await stranger.request('POST', restore, fileForm(database, 'backup')),
        201,
      );
      await json(await stranger.request('POST', `${restore}/${plan.id}/files`, fileForm(archive, 'backup')));
      await json(await stranger.request('POST', `${restore}/${plan.id}/apply`));
      const own = { settings: [], sessions: [] };
      expect({ ...contentOf(other.store), ...own }).toEqual({ ...saved, ...own });
      expect(await bytesOf(other)).toEqual(await bytesOf(site));
      expect(Object.keys(await bytesOf(site))).toContain('nota.txt');

      await rm(join(disk, 'zavorra'));
      await store.mutate([put.setting('z', 1)]);
      await store.fold();
    } finally {
      await other?.close();
      await site?.close();
      execFileSync('umount', [disk]);
    }
  },
  60_000,
);
